"""No program outlives its parent, by the kernel's help or without."""

import subprocess
import sys
import time
from pathlib import Path

import psutil
import pytest

from genial_site import leash
from tests.running import eventually, is_running

PARENT = """
import subprocess, sys, time
child = subprocess.Popen([sys.executable, "-c", sys.argv[1], *sys.argv[2:]])
time.sleep(60)
"""
BY_KERNEL = """
import os, runpy, sys
sys.argv[1:1] = [str(os.getppid()), sys.executable, "-c", "import time; time.sleep(60)"]
runpy.run_path({leash!r}, run_name="__main__")
"""
BY_WATCHING = """
import os, runpy, sys
module = runpy.run_path({leash!r})
module["watch"](os.getppid(), [sys.executable, "-c", "import time; time.sleep(60)"], 0.05)
"""


@pytest.mark.parametrize(("program", "descendants"), [(BY_KERNEL, 1), (BY_WATCHING, 2)], ids=["kernel", "watching"])
def test_a_program_ends_with_its_parent(program: str, descendants: int) -> None:
    if program is BY_KERNEL and sys.platform != "linux":
        pytest.skip("only Linux has a parent-death signal")
    parent = subprocess.Popen([sys.executable, "-c", PARENT, program.format(leash=leash.__file__)])
    tree = psutil.Process(parent.pid)
    assert eventually(lambda: len(tree.children(recursive=True)) == descendants)
    time.sleep(0.5)  # until the program itself runs
    family = tree.children(recursive=True)
    parent.kill()
    parent.wait()
    assert eventually(lambda: not any(map(is_running, family)), within=5)


def test_the_watcher_hands_on_how_the_program_ended(tmp_path: Path) -> None:
    assert leash.watch(psutil.Process().ppid(), [sys.executable, "-c", "raise SystemExit(7)"], 0.01) == 7
