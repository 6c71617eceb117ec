import subprocess
import sys
from pathlib import Path

import pytest

from tests.imports import imports, problems

ROOT = Path(__file__).resolve().parent.parent


def test_imports_run_one_way() -> None:
    assert problems(ROOT) == []


def test_the_engine_has_imports_to_look_at() -> None:
    assert [entry for entry in imports(ROOT) if entry.importer.startswith("games.engine")]


@pytest.mark.parametrize("package", ["games.engine", "games.bots", "games.rating"])
def test_the_engine_and_the_bots_load_without_django(package: str) -> None:
    program = f"""
import importlib, pkgutil, sys
package = importlib.import_module({package!r})
for module in pkgutil.walk_packages(package.__path__, package.__name__ + "."):
    if not module.name.endswith("__main__"):
        importlib.import_module(module.name)
print(sorted(name for name in sys.modules if name.split(".")[0] in ("django", "celery", "rest_framework", "accounts")))
"""
    done = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


# A small bad tree for every rule, so that the checker is known to see it.
@pytest.mark.parametrize(
    ("file", "source", "reason"),
    [
        ("games/engine/rules.py", "import django.db", "engine knows nothing of the site"),
        ("games/engine/rules.py", "import numpy", "standard library alone"),
        ("games/engine/genial/rules.py", "from ...services import play", "standard library alone"),
        ("games/engine/rules.py", "def late():\n    from games.models import Game", "standard library alone"),
        ("games/engine/rules.py", "import_module('games.bots')", "standard library alone"),
        ("games/bots/search.py", "from django.conf import settings", "bots knows nothing of the site"),
        ("games/bots/search.py", "from games.models import Game", "imports run from doors"),
        ("games/rating/elo.py", "from games.engine import rules", "rating stands alone"),
        ("games/rating/elo.py", "import numpy", "openskill alone"),
        ("games/models/game.py", "from games.services import play", "imports run from doors"),
        ("games/models/game.py", "from .. import selectors", "imports run from doors"),
        ("games/services/play.py", "from games.tasks import think", "nobody imports a door"),
        ("games/services/play.py", "from games import pages", "nobody imports a door"),
        ("games/api/moves.py", "from games.pages.home import home", "nobody imports a door"),
        ("accounts/models.py", "from games.services import play", "imports run from doors"),
        ("accounts/pages/me.py", "from games.tasks import think", "nobody imports a door"),
        ("games/services/play.py", "from genial_site import settings", "know nothing of the wiring"),
        ("games/services/play.py", "from games.apps import GamesConfig", "nobody imports an app's wiring"),
        ("games/__init__.py", "import django", "stays empty"),
        ("games/helpers.py", "", "no room"),
    ],
)
def test_the_checker_sees_a_wrong_import(tmp_path: Path, file: str, source: str, reason: str) -> None:
    path = tmp_path / file
    path.parent.mkdir(parents=True)
    path.write_text(source)
    (problem,) = problems(tmp_path)
    assert reason in problem


@pytest.mark.parametrize(
    ("file", "source"),
    [
        ("games/engine/genial/rules.py", "from ..rules import Rules\nimport hashlib"),
        ("games/bots/search.py", "import numpy\nfrom games.engine.registry import RULES"),
        ("games/rating/luce.py", "from openskill.models import PlackettLuce\nfrom games.rating.skill import Skill"),
        ("games/models/game.py", "from games.engine.registry import RULES\nfrom accounts.models import User"),
        ("games/services/play.py", "from games.models import Game\nfrom . import turns"),
        ("games/pages/home.py", "from games import selectors\nfrom .forms import JoinForm"),
        ("games/urls.py", "from games.pages import home\nfrom games.api import moves"),
    ],
)
def test_the_checker_lets_a_right_import_pass(tmp_path: Path, file: str, source: str) -> None:
    path = tmp_path / file
    path.parent.mkdir(parents=True)
    path.write_text(source)
    assert problems(tmp_path) == []
