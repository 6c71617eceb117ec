"""`python -m tests.backup`: backup and restore tried for real, on SQLite and on PostgreSQL with Redis or Valkey."""

import os
import sys
import tempfile
from pathlib import Path

from tests import services

from .places import embedded, on_services
from .trial import try_it


def main() -> None:
    os.environ.setdefault("NUMBA_CACHE_DIR", str(Path(__file__).resolve().parent.parent.parent / ".numba_cache"))
    kinds = sys.argv[1:] or ["embedded", "services"]
    with tempfile.TemporaryDirectory(prefix="genial-trial-") as folder:
        if "embedded" in kinds:
            print("SQLite and a broker of its own:", try_it(embedded(Path(folder, "embedded"))), flush=True)
        if "services" in kinds:
            missing = services.start()
            if missing:
                sys.exit(f"There is no {' and no '.join(missing)} on this machine.")
            try:
                print("PostgreSQL and Redis:", try_it(on_services(Path(folder, "services"))), flush=True)
            finally:
                services.stop()


if __name__ == "__main__":
    main()
