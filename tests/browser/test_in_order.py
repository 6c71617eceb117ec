"""Pages of games in every state: axe-core finds nothing, nothing is wider than the screen or too small for a finger."""

from typing import Any

import pytest

from games.engine.registry import RULES
from tests.running import RunningSite

from .playing import OpenPage, Sitting, inside
from .test_pages import NARROW, objections, too_small

OTHERS_TURN, OWN_TURN, ALL = 1, 2, 10_000


@pytest.fixture(scope="module")
def games(site: RunningSite) -> dict[str, Any]:
    return dict(inside(site, f"lay_out_all(['ada', 'bob'], [{OTHERS_TURN}, {OWN_TURN}, {ALL}])"))


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("rules", list(RULES))
def test_the_pages_of_a_game_are_in_order(
    open_page: OpenPage, site: RunningSite, games: dict[str, Any], rules: str, scheme: str
) -> None:
    waiting, acting, finished = (
        f"/table/{games['games'][f'{rules} {count}']}/" for count in (OTHERS_TURN, OWN_TURN, ALL)
    )
    ada = Sitting(site, "", games["sessions"]).signed_in("ada")
    page = open_page("/my/", viewport=NARROW, has_touch=True, color_scheme=scheme, **ada)
    found = {}
    for address in (
        "/my/",
        "/account/tokens/",
        waiting,
        acting,
        f"{acting}?at=1",
        f"{acting}share/",
        finished,
        f"{finished}replay/?turn=3",
        f"{finished}replay/?turn=4&seat=1",
        f"{finished}review/",
        f"{finished}verify/",
        f"{finished}talk/",
        f"{finished}notes/",
    ):
        page.goto(address)
        wide = page.evaluate("document.documentElement.scrollWidth") > NARROW["width"]
        found[address] = objections(page) + [f"small: {what}" for what in too_small(page)] + ["too wide"] * wide
    assert {address: wrong for address, wrong in found.items() if wrong} == {}
