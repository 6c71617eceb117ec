"""How fast the compiled rules are beside the plain ones, and how soon a worker is ready."""

import itertools
import random
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from games.bots.kernels import genial, genial3d, hexgame
from games.bots.kernels.chance import seeded
from games.bots.kernels.hexboard import undealt, variant_numbers
from games.engine.registry import RULES
from tests.bench.engine import random_game
from tests.bench.measuring import time_of
from tests.engine.tables import deal

GAMES = 2_000
C_GAMES = 100_000
KERNELS = {"genial": genial, "genial-3d": genial3d}
WARM = """
import time
began, worked = time.perf_counter(), time.process_time()
from games.bots.thinking import warm
warm()
print(time.perf_counter() - began, time.process_time() - worked)
"""


def kernel_seconds(key: str, seats: int) -> float:
    """Processor seconds of one random game, dealt and played to its end; swaps by the toss of a coin."""
    kernel = KERNELS[key]
    state = deal(RULES[key], "free", seats)
    tables = kernel.tables(state.grid.radius)
    numbers = variant_numbers(state.variant, seats)
    fresh = undealt(kernel.converted(state), seats)
    pairs, chance = tables.pairs.copy(), seeded(random.Random(0))
    return time_of(lambda: hexgame.random_games(fresh, numbers, pairs, tables.near, chance, GAMES)) / GAMES


def lines() -> Iterator[str]:
    for key, seats in itertools.product(KERNELS, (2, 3, 4)):
        numbers = itertools.count()
        plain = time_of(lambda k=key, s=seats, n=numbers: random_game(RULES[k], "free", s, next(n)))  # type: ignore[misc]
        fast = kernel_seconds(key, seats)
        yield (
            f"random games, {key} free, {seats} seats: kernel {1 / fast:,.0f} /s, plain rules {1 / plain:,.1f} /s, "
            f"ratio {plain / fast:,.0f}"
        )
    yield beside_c()
    passed, worked = warm_start()
    yield f"import and warm start of all searches, cached: {passed:.2f} s, {worked:.2f} s of a core (promised: 3)"


def beside_c() -> str:
    """The board game for two beside a plain version in C, if there is a compiler; both by turns, the best of each."""
    compiler = shutil.which("cc")
    if compiler is None:
        return "random games, genial free, 2 seats: no C compiler here to compare with"
    with tempfile.TemporaryDirectory() as folder:
        program = str(Path(folder) / "random_games")
        source = Path(__file__).with_name("random_games.c")
        subprocess.run([compiler, "-O2", "-o", program, str(source)], check=True)
        in_c, fast = 0.0, 0.0
        for _ in range(3):
            done = subprocess.run([program, str(C_GAMES)], capture_output=True, text=True, check=True)
            in_c = max(in_c, float(done.stdout.split()[0]))
            fast = max(fast, 1 / kernel_seconds("genial", 2))
    return (
        f"random games, genial free, 2 seats: kernel {fast:,.0f} /s, plain C {in_c:,.0f} /s, "
        f"ratio {fast / in_c:.2f} (promised: 0.5 at least)"
    )


def warm_start() -> tuple[float, float]:
    """In a process of its own; the first run fills the cache."""
    for _ in range(2):
        done = subprocess.run([sys.executable, "-c", WARM], capture_output=True, text=True, check=True)
    passed, worked = map(float, done.stdout.split())
    return passed, worked


if __name__ == "__main__":
    for line in lines():
        print(line, flush=True)
