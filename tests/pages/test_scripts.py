"""What pages load: little of our own script, and nothing from another host."""

import re
from html import unescape
from pathlib import Path

import pytest
from django.test import Client
from django.urls import reverse

from games.engine.registry import RULES
from tests.tables import mover, people, play_on, running_game

from .addresses import FORMS, LISTS, PAGES

pytestmark = pytest.mark.django_db

STATIC = Path(__file__).resolve().parents[2] / "static"
MOST_BYTES = 30_000
LOADED = r"""<(?:script|link|img|iframe|source|form|use|image)\b[^>]*?\s(?:src|href|action|srcset)\s*=\s*["']([^"']*)"""


def weigh(page: str) -> int:
    """The bytes of our own scripts on a page, as they lie on the disk."""
    scripts = re.findall(r'<script\b[^>]*\ssrc="/static/(js/[^"]+)"', page)
    assert "js/site.js" in scripts
    sources = [(STATIC / script).read_bytes() for script in scripts]
    for source in sources:  # what a script loads itself would have to be counted, too
        assert not re.search(rb"^\s*import\b|\bimport\(", source, re.MULTILINE)
    return sum(map(len, sources))


def check(client: Client, address: str) -> None:
    answer = client.get(address)
    assert answer.status_code == 200
    page = answer.content.decode()
    assert weigh(page) < MOST_BYTES
    loaded = [unescape(found) for found in re.findall(LOADED, page)]
    assert [where for where in loaded if re.match(r"\w+:|//", where)] == []


@pytest.mark.parametrize("address", [*PAGES, *FORMS, *LISTS])
def test_a_page_for_anybody_loads_little(client: Client, address: str) -> None:
    check(client, address)


@pytest.mark.parametrize("rules", list(RULES))
def test_the_pages_of_a_game_load_little(client: Client, rules: str) -> None:
    game = running_game(*people("ada", "bob"), rules=rules)
    client.force_login(mover(game))
    table = reverse("pages:table", args=[game.pk])
    check(client, table)
    check(client, "/my/")
    play_on(game)
    for address in (table, f"{table}replay/", f"{table}review/", f"{table}verify/", f"{table}talk/", f"{table}notes/"):
        check(client, address)


def test_the_weight_can_be_too_much() -> None:
    tags = '<script src="/static/js/site.js" defer></script>' + 4 * '<script src="/static/js/table/hex.js"></script>'
    assert weigh(tags) > MOST_BYTES
