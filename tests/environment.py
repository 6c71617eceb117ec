"""A pytest plugin: tests see the site's defaults and a data folder of their own, whatever the shell has set."""

import atexit
import os
import shutil
import tempfile

from genial_site.environment import VARIABLES

for variable in VARIABLES:
    os.environ.pop(variable.name, None)

os.environ["GENIAL_DATA"] = tempfile.mkdtemp(prefix="genial-test-")
atexit.register(shutil.rmtree, os.environ["GENIAL_DATA"], ignore_errors=True)
