#!/usr/bin/env python
"""Django's command line, and `serve`, which runs the whole site."""

import os
import sys


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "genial_site.settings")
    try:
        from django.core.management import execute_from_command_line
    except ImportError:
        sys.exit(
            "Django is not installed here. `make run` sets everything up; after that, .venv/bin/python manage.py works."
        )
    execute_from_command_line(sys.argv)


if __name__ == "__main__":
    main()
