"""`make bench`: figures, each beside the time of a bare loop measured in the same run."""

import itertools
import subprocess
import sys

from tests.bench import bots, engine, kernels, kernels_cards, live, turns
from tests.bench.measuring import LOOP, Figure, bare_loop, time_of


def main() -> None:
    loop = time_of(bare_loop)
    print(Figure(f"bare loop of {LOOP:,} additions", loop).line(loop))
    for figure in itertools.chain(engine.figures(), live.figures()):
        print(figure.line(loop), flush=True)
    for line in itertools.chain(kernels.lines(), kernels_cards.lines(), turns.lines(), bots.lines()):
        print(line, flush=True)
    # A process of its own: it has other addresses and another database.
    subprocess.run([sys.executable, "-m", "tests.bench.pages"], check=True)


if __name__ == "__main__":
    main()
