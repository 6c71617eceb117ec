"""`python -m tests.month [SEED]` lives through the month with a broker and a mail server of its own, and counts."""

import os
import shutil
import sys
import time

from tests import environment, services


def main() -> int:
    missing = services.start(database=False) if not environment.WITH_SERVICES else environment.missing
    if missing:
        sys.exit(f"There is no {missing[0]} to be found.")
    os.environ["DJANGO_SETTINGS_MODULE"] = "tests.settings"
    import django
    from django.test.runner import DiscoverRunner

    django.setup()
    from .figures import figures
    from .playing import Month

    runner = DiscoverRunner(verbosity=0, interactive=False)
    databases = runner.setup_databases()
    began, used = time.perf_counter(), time.process_time()
    try:
        month = Month(seed=sys.argv[1]) if sys.argv[1:] else Month()
        found = figures(month, month.live())
    finally:
        runner.teardown_databases(databases)
        services.stop()
        shutil.rmtree(os.environ["GENIAL_DATA"], ignore_errors=True)
    print(found)
    print(f"{time.process_time() - used:.0f} s of a core, {time.perf_counter() - began:.0f} s by the clock")
    return any(found.wrong.values())


if __name__ == "__main__":
    sys.exit(main())
