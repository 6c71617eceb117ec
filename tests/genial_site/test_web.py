import subprocess
import sys

from tests.running import HERE

PROGRAM = """
import resource
from genial_site.web import allow_many_connections
_, most = resource.getrlimit(resource.RLIMIT_NOFILE)
resource.setrlimit(resource.RLIMIT_NOFILE, (64, most))
allow_many_connections()
print(resource.getrlimit(resource.RLIMIT_NOFILE) == (most, most))
"""


def test_a_web_process_takes_as_many_connections_as_the_system_allows() -> None:
    done = subprocess.run([sys.executable, "-c", PROGRAM], cwd=HERE, capture_output=True, text=True, check=True)
    assert done.stdout == "True\n"
