"""Pages of games in every state: axe-core finds nothing, nothing is wider than the screen or too small for a finger."""

from collections.abc import Iterable
from typing import Any

import pytest
from playwright.sync_api import Page

from games.engine.registry import RULES
from tests.running import RunningSite

from .playing import OpenPage, Sitting, inside
from .test_pages import NARROW, objections, too_small

OTHERS_TURN, OWN_TURN, ALL = 1, 2, 10_000


@pytest.fixture(scope="module")
def games(site: RunningSite) -> dict[str, Any]:
    return dict(inside(site, f"lay_out_all(['ada', 'bob'], [{OTHERS_TURN}, {OWN_TURN}, {ALL}])"))


def wrong_on(page: Page, addresses: Iterable[str]) -> dict[str, list[str]]:
    found = {}
    for address in addresses:
        page.goto(address)
        wide = page.evaluate("document.documentElement.scrollWidth") > NARROW["width"]
        found[address] = objections(page) + [f"small: {what}" for what in too_small(page)] + ["too wide"] * wide
    return {address: wrong for address, wrong in found.items() if wrong}


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("rules", list(RULES))
def test_a_table_is_in_order_in_every_state(
    open_page: OpenPage, site: RunningSite, games: dict[str, Any], rules: str, scheme: str
) -> None:
    others, own, over = (f"/table/{games['games'][f'{rules} {count}']}/" for count in (OTHERS_TURN, OWN_TURN, ALL))
    ada = Sitting(site, "", games["sessions"]).signed_in("ada")
    page = open_page("/my/", viewport=NARROW, has_touch=True, color_scheme=scheme, **ada)
    assert wrong_on(page, [others, own, f"{own}?at=1", over, f"{over}replay/?turn=4&seat=1"]) == {}


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_pages_around_a_table_are_in_order(
    open_page: OpenPage, site: RunningSite, games: dict[str, Any], scheme: str
) -> None:
    table = f"/table/{games['games'][f'genial {ALL}']}/"
    ada = Sitting(site, "", games["sessions"]).signed_in("ada")
    page = open_page("/my/", viewport=NARROW, has_touch=True, color_scheme=scheme, **ada)
    around = [f"{table}{place}/" for place in ("share", "review", "verify", "talk", "notes")]
    assert wrong_on(page, [*around, "/my/", "/account/tokens/"]) == {}
