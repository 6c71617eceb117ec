"""Runs a program that must not outlive its parent, not even when the parent is killed with -9.

`python leash.py PARENT_PID PROGRAM ARGUMENTS...`: on Linux the kernel ends the program; elsewhere this process stays
between the two and watches. A script, not a package member, so that it starts in a few milliseconds.
"""

import ctypes
import os
import signal
import subprocess
import sys
import time

SET_DEATH_SIGNAL = 1  # PR_SET_PDEATHSIG


def die_with_parent(parent: int) -> bool:
    """Have the kernel end this process when its parent dies; False where no kernel does that."""
    if sys.platform != "linux":
        return False
    if ctypes.CDLL(None, use_errno=True).prctl(SET_DEATH_SIGNAL, signal.SIGKILL) != 0:
        return False
    if os.getppid() != parent:  # it died before we asked
        os._exit(1)
    return True


def watch(parent: int, command: list[str], interval: float = 0.3) -> int:
    """Run the program as a child and end it when the parent is gone."""
    child = subprocess.Popen(command, close_fds=False)
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGQUIT):
        signal.signal(number, lambda received, _frame: child.send_signal(received))
    while child.poll() is None:
        if os.getppid() != parent:
            child.kill()
        time.sleep(interval)
    return child.returncode if child.returncode >= 0 else 128 - child.returncode


def main(parent: int, command: list[str]) -> None:
    if die_with_parent(parent):
        os.execv(command[0], command)
    sys.exit(watch(parent, command))


if __name__ == "__main__":
    main(int(sys.argv[1]), sys.argv[2:])
