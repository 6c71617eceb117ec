"""`make run` as a stranger does it: in a clean clone with an empty home and no virtual environment, then once more.

`python -m tests.first_start`, which .ci/run calls: it needs git, make, and a place to install from.
"""

import os
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import psutil

from tests.running import HERE, RunningSite, eventually, is_running

COLD, WARM = 120.0, 30.0  # seconds that fail; warm we want 5, but a busy machine is no fault of ours
WANTED_WARM = 5.0


class ClonedSite(RunningSite):
    command = ("make", "run")

    def __init__(self, clone: Path, data: Path, patience: float) -> None:
        self.folder = clone
        self.patience = patience
        # The shell of a stranger knows nothing of the environment that we run in.
        elsewhere = [part for part in os.environ["PATH"].split(os.pathsep) if not part.startswith(str(HERE))]
        super().__init__(data, HOME=str(clone.parent), PATH=os.pathsep.join(elsewhere))

    def kill(self) -> None:
        for child in self.children():  # make does not take them with it
            child.kill()
        super().kill()

    def everybody_is_gone(self) -> bool:
        return super().everybody_is_gone() and not [
            process for process in psutil.process_iter() if self.is_ours(process)
        ]

    def is_ours(self, process: psutil.Process) -> bool:
        try:
            return is_running(process) and process.environ().get("GENIAL_DATA") == str(self.data)
        except psutil.Error:
            return False


def start_and_stop(clone: Path, data: Path, patience: float) -> tuple[float, str]:
    """How long it took until the site answered, and what went wrong."""
    began = time.monotonic()
    site = ClonedSite(clone, data, patience)
    try:
        eventually(lambda: site.answers() or site.process.poll() is not None, within=patience)
        took = time.monotonic() - began
        assert site.answers(), f"it does not answer within {patience:.0f} s: {site.said()}"
        site.wait()
        site.stop(signal.SIGTERM)
        assert site.everybody_is_gone(), "it leaves processes behind"
        assert "Traceback" not in site.said(), site.said()
    except (AssertionError, subprocess.TimeoutExpired) as problem:
        site.kill()
        return time.monotonic() - began, str(problem)
    return took, ""


def main() -> None:
    failed = 0
    with tempfile.TemporaryDirectory(prefix="genial-first-start-") as folder:
        clone, data = Path(folder, "home", "genial"), Path(folder, "data")
        subprocess.run(["git", "clone", "--quiet", str(HERE), str(clone)], check=True)
        for name, patience in (("cold", COLD), ("warm", WARM)):
            took, wrong = start_and_stop(clone, data, patience)
            failed += bool(wrong)
            slow = " (more than it should on an idle machine)" if name == "warm" and took > WANTED_WARM else ""
            print(f"{'FAILED' if wrong else 'ok    '} {name} start: / answers after {took:.1f} s{slow}", flush=True)
            if wrong:
                print(wrong, flush=True)
    print(f"{2 - failed} passed, {failed} failed")
    sys.exit(bool(failed))


if __name__ == "__main__":
    main()
