"""Every check but the tests: `make check`. Runs all of them, then says how many passed."""

import os
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent.parent
BIN = Path(sys.executable).parent
MANAGE = [sys.executable, "manage.py"]


def production() -> dict[str, str]:
    """The documented settings of a site on the Internet."""
    lines = (HERE / "deploy" / "genial.env.example").read_text().splitlines()
    return dict(line.split("=", 1) for line in lines if line and not line.startswith("#"))


def checks() -> dict[str, tuple[list[str], dict[str, str]]]:
    templates = [str(path) for path in sorted((HERE / "templates").rglob("*.html"))]
    return {
        "lint": ([str(BIN / "ruff"), "check", "."], {}),
        "format": ([str(BIN / "ruff"), "format", "--check", "."], {}),
        "types": ([str(BIN / "mypy")], {}),
        "templates": ([str(BIN / "djade"), "--target-version", "5.2", "--check", *templates], {}),
        "translations": ([sys.executable, "-m", "tools.messages", "--check"], {}),
        "settings reference": ([*MANAGE, "settings_reference", "--check"], {}),
        "migrations": ([*MANAGE, "makemigrations", "--check", "--dry-run"], {}),
        "django": ([*MANAGE, "check", "--fail-level", "WARNING"], {}),
        "django in production": ([*MANAGE, "check", "--deploy", "--fail-level", "WARNING"], production()),
    }


def main() -> None:
    failed = []
    with tempfile.TemporaryDirectory() as data:
        for name, (command, env) in checks().items():
            done = subprocess.run(
                command,
                cwd=HERE,
                env={**os.environ, **env, "GENIAL_DATA": data},
                capture_output=True,
                text=True,
                check=False,
            )
            print(f"{'ok    ' if done.returncode == 0 else 'FAILED'} {name}", flush=True)
            if done.returncode:
                failed.append(name)
                print(done.stdout + done.stderr, flush=True)
    print(f"{len(checks()) - len(failed)} passed, {len(failed)} failed")
    sys.exit(bool(failed))


if __name__ == "__main__":
    main()
