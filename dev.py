#!/usr/bin/env python3
"""Set up Genial and run its everyday commands; the standard library is all it needs.

This file must stay readable to old Pythons, so that they can be turned away with a sentence.
"""

import hashlib
import json
import os
import shutil
import subprocess
import sys
from contextlib import contextmanager

OLDEST = (3, 11)
HERE = os.path.dirname(os.path.abspath(__file__))
VENV = os.path.join(HERE, ".venv")
PYTHON = os.path.join(VENV, "bin", "python")
STAMP = os.path.join(VENV, "installed.json")
LOCKS = {name: os.path.join(HERE, "requirements", name + ".txt") for name in ("run", "dev")}
COMPILE = (
    "--universal",
    "--python-version",
    "3.11",
    "--generate-hashes",
    "--no-emit-index-url",
    "--no-header",
    "--no-annotate",
)

# Browser tests have a command of their own; tests that share a site say so by their group.
WHOLE_SUITE = ("-n", "2", "--dist", "loadgroup", "--ignore=tests/browser")
# What tells nothing new on another database and broker: it has neither, reaches them as the API does, starts a site of
# its own, or takes minutes.
ALIKE = ("engine", "clock", "bots", "drawing", "tools", "pages", "genial_site", "channels", "month")

COMMANDS = {}


def command(function):
    COMMANDS[function.__name__.replace("_", "-")] = function
    return function


class Refused(Exception):
    """Something is missing on this machine; the message says what."""


# --- setting up ---------------------------------------------------------------------------------


def digest(path):
    with open(path, "rb") as file:
        return hashlib.sha256(file.read() + sys.version.encode()).hexdigest()


def installed():
    try:
        with open(STAMP, encoding="utf-8") as file:
            return json.load(file)
    except (OSError, ValueError):
        return {}


@contextmanager
def one_at_a_time():
    """Two commands started together must not install over each other."""
    import fcntl

    with open(os.path.join(HERE, ".venv.lock"), "w", encoding="utf-8") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield


def ensure(kind):
    """Bring the virtual environment up to the lock of this kind; costs nothing when it is."""
    if installed().get(kind) == digest(LOCKS[kind]):
        return
    if "dev" in installed():
        kind = "dev"  # a developer's environment stays one
    with one_at_a_time():
        if installed().get(kind) == digest(LOCKS[kind]):
            return
        print("Setting up .venv from requirements/%s.txt; the first time takes a minute or two ..." % kind, flush=True)
        install(kind)
        # The dev lock is compiled on top of the run lock, so it holds everything of it.
        kinds = ("run", "dev") if kind == "dev" else ("run",)
        with open(STAMP, "w", encoding="utf-8") as file:
            json.dump({name: digest(LOCKS[name]) for name in kinds}, file)


def install(kind):
    uv = shutil.which("uv")
    if os.path.exists(STAMP):
        os.remove(STAMP)
    if uv:
        if not works(PYTHON):
            step([uv, "venv", "--quiet", "--clear", "--python", sys.executable, VENV])
        step([uv, "pip", "sync", "--quiet", "--compile-bytecode", "--require-hashes", "--python", PYTHON, LOCKS[kind]])
        return
    if not works(PYTHON, "-m", "pip"):
        make_venv()
    step(
        [
            PYTHON,
            "-m",
            "pip",
            "install",
            "--quiet",
            "--disable-pip-version-check",
            "--no-deps",
            "--require-hashes",
            "-r",
            LOCKS[kind],
        ]
    )


def make_venv():
    shutil.rmtree(VENV, ignore_errors=True)
    try:
        step([sys.executable, "-m", "venv", VENV], stdout=subprocess.DEVNULL)
    except Refused as problem:
        raise Refused(
            "This Python cannot make virtual environments. On Debian and Ubuntu: apt-get install python3-venv "
            "(or install uv, which Genial uses when it is there)."
        ) from problem


def works(python, *extra):
    """Whether that interpreter runs here and is of the version that runs this script."""
    if not os.path.exists(python):
        return False
    probe = subprocess.run(
        [python, "-c", "import sys; print(sys.version)"], stdout=subprocess.PIPE, universal_newlines=True, check=False
    )
    if probe.returncode or probe.stdout.strip() != sys.version.strip():
        return False
    return (
        not extra
        or not subprocess.run([python, *extra, "--version"], stdout=subprocess.DEVNULL, check=False).returncode
    )


# --- running things -----------------------------------------------------------------------------


def environment(**extra):
    env = dict(os.environ, **extra)
    # Without compiled bytecode every start would cost seconds.
    env.pop("PYTHONDONTWRITEBYTECODE", None)
    return env


def step(arguments, **options):
    """Run one command of several, and stop if it fails."""
    code = subprocess.run(arguments, cwd=HERE, env=environment(), check=False, **options).returncode
    if code:
        raise Refused("This command failed with exit code %d: %s" % (code, " ".join(arguments)))


def become(*arguments, **extra):
    """Turn into that Python command, so that signals reach it and nothing stands in between."""
    os.chdir(HERE)
    sys.stdout.flush()
    os.execve(PYTHON, [PYTHON, *arguments], environment(**extra))


# --- the commands -------------------------------------------------------------------------------


@command
def run(*arguments):
    """serve the site on http://127.0.0.1:8000 (PORT=9000 for another port)"""
    ensure("run")
    become("manage.py", "serve", *arguments)


@command
def operator(*arguments):
    """make an operator account (asks; or NAME=ada PASSWORD=...)"""
    ensure("run")
    become("manage.py", "operator", *arguments)


@command
def manage(*arguments):
    """run any manage.py command: make manage ARGS=shell"""
    ensure("run")
    become("manage.py", *arguments)


@command
def backup(*arguments):
    """make a backup of the site, which may go on running (ARGS="--keep 14")"""
    ensure("run")
    become("manage.py", "backup", *arguments)


@command
def restore(*arguments):
    """put a backup back, the site being stopped: make restore ARCHIVE=data/backups/..."""
    ensure("run")
    words = ((os.environ["ARCHIVE"], *arguments) if "ARCHIVE" in os.environ else arguments) or ("--help",)
    # A path means what it meant where this was called.
    become("manage.py", "restore", *(word if word.startswith("-") else os.path.abspath(word) for word in words))


@command
def test(*arguments):
    """run the tests on SQLite and the embedded broker"""
    ensure("dev")
    become("-m", "pytest", *(arguments or WHOLE_SUITE))


@command
def test_services(*arguments):
    """run the tests that need a database or a broker on a real PostgreSQL and Redis"""
    ensure("dev")
    suite = (*WHOLE_SUITE, *(f"--ignore=tests/{folder}" for folder in ALIKE))
    become("-m", "pytest", *(arguments or suite), GENIAL_TEST_SERVICES="1")


@command
def browser(*arguments):
    """run the browser tests (needs Chromium)"""
    ensure("dev")
    become("-m", "pytest", *(arguments or ("-n", "2", "tests/browser")))  # each half with a site of its own


@command
def check(*arguments):
    """run the linters, the type checker and Django's checks"""
    ensure("dev")
    become("-m", "tools.check", *arguments)


@command
def bench(*arguments):
    """measure the engine and the bots"""
    ensure("dev")
    become("-m", "tests.bench", *arguments)


@command
def messages(*arguments):
    """update the translation catalogues from the sources"""
    ensure("dev")
    become("-m", "tools.messages", *arguments)


@command
def lock(*arguments):
    """upgrade every dependency and write the lock files anew"""
    uv = shutil.which("uv") or uv_of_our_own()
    compile_ = [uv, "--no-config", "pip", "compile", "--quiet", "--upgrade", *COMPILE, *arguments, "pyproject.toml"]
    step([*compile_, "--output-file", "requirements/run.txt"])
    step(
        [*compile_, "--extra", "dev", "--constraints", "requirements/run.txt", "--output-file", "requirements/dev.txt"]
    )


def uv_of_our_own():
    folder = os.path.join(VENV, "uv")
    if not os.path.exists(os.path.join(folder, "bin", "uv")):
        step([sys.executable, "-m", "venv", folder])
        step(
            [
                os.path.join(folder, "bin", "python"),
                "-m",
                "pip",
                "install",
                "--quiet",
                "--disable-pip-version-check",
                "uv",
            ]
        )
    return os.path.join(folder, "bin", "uv")


@command
def setup(kind="dev"):
    """only set up .venv, for developers (or: setup run)"""
    ensure(kind)


@command
def help(*_arguments):
    """list these commands"""
    for name, function in COMMANDS.items():
        print("  make %-14s %s" % (name, function.__doc__))


def better_python():
    """A newer Python than this one on the PATH, if there is any."""
    for minor in range(20, OLDEST[1] - 1, -1):
        found = shutil.which("python3.%d" % minor)
        # What is on the PATH may be a stand-in for a version that is not there.
        if (
            found
            and not subprocess.run(
                [found, "--version"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
            ).returncode
        ):
            return found
    return None


def main():
    if sys.version_info < OLDEST:
        found = better_python()
        if found:
            os.execv(found, [found, os.path.abspath(__file__), *sys.argv[1:]])
        raise Refused(
            "Genial needs Python %d.%d or newer, and this is Python %d.%d. "
            "Install a newer one, or name it: make run PYTHON=/path/to/python3.12" % (*OLDEST, *sys.version_info[:2])
        )
    if os.name == "nt":
        raise Refused("Genial runs on Linux and macOS; on Windows, run it in WSL.")
    name, arguments = (sys.argv[1], sys.argv[2:]) if sys.argv[1:] else ("help", [])
    if name not in COMMANDS:
        raise Refused("There is no command %r; python3 dev.py lists them." % name)
    COMMANDS[name](*arguments)


if __name__ == "__main__":
    try:
        main()
    except Refused as problem:
        print("dev.py: %s" % problem, file=sys.stderr)
        sys.exit(1)
    except KeyboardInterrupt:
        sys.exit(130)
