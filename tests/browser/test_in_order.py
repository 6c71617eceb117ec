"""Pages of games in every state: axe-core finds nothing, nothing is wider than the screen or too small for a finger."""

from collections.abc import Iterable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from games.engine.registry import RULES

from .order import NARROW, objections, too_small, too_wide
from .playing import OpenPage, Stage, lay_out, signed_in

OTHERS_TURN, OWN_TURN, ALL = 1, 2, 10_000
ON_A_PHONE = {"viewport": NARROW, "has_touch": True}


@pytest.fixture(scope="module")
def games(site: Stage) -> dict[str, Any]:
    return dict(site.behind("lay_out_all", names=["ada", "bob"], turns=[OTHERS_TURN, OWN_TURN, ALL]))


def wrong_on(page: Page, addresses: Iterable[str]) -> dict[str, list[str]]:
    found = {}
    for address in addresses:
        page.goto(address)
        found[address] = wrong_here(page)
    return {address: wrong for address, wrong in found.items() if wrong}


def wrong_here(page: Page) -> list[str]:
    return objections(page) + [f"small: {what}" for what in too_small(page)] + too_wide(page)


@pytest.mark.parametrize("rules", list(RULES))
def test_a_table_is_in_order_in_every_state(open_page: OpenPage, games: dict[str, Any], rules: str) -> None:
    others, own, over = (f"/table/{games['games'][f'{rules} {count}']}/" for count in (OTHERS_TURN, OWN_TURN, ALL))
    page = open_page("/my/", **ON_A_PHONE, **signed_in(games["sessions"]["ada"]))
    assert wrong_on(page, [others, own, f"{own}?at=1", over, f"{over}replay/?turn=4&seat=1"]) == {}


def test_the_pages_around_a_table_are_in_order(open_page: OpenPage, games: dict[str, Any]) -> None:
    table = f"/table/{games['games'][f'genial {ALL}']}/"
    page = open_page("/my/", **ON_A_PHONE, **signed_in(games["sessions"]["ada"]))
    around = [f"{table}{place}/" for place in ("share", "review", "verify", "talk", "notes", "clock")]
    assert wrong_on(page, [*around, "/my/", "/account/tokens/"]) == {}


def test_ratings_are_in_order(open_page: OpenPage, site: Stage) -> None:
    rated = site.behind("rate_games", names=["rita", "rob"])
    page = open_page("/my/", **ON_A_PHONE, **signed_in(rated["sessions"]["rita"]))
    lists = ["/ratings/", "/ratings/genial/", "/ratings/genial/?pool=bots", "/my/ratings/?rules=genial"]
    assert wrong_on(page, [*lists, f"/table/{rated['game']}/"]) == {}
    expect(page.locator(".ending .change").first).to_be_visible()
    page.goto("/ratings/genial/")
    expect(page.locator("tr.own")).to_have_count(1)


def test_a_series_is_in_order_under_way_and_at_its_end(open_page: OpenPage, site: Stage) -> None:
    game = lay_out(site, "ada", "bob", turns=ALL, rules="genial-cards", series=2)
    series = game.standing()["series"]
    page = open_page(f"/series/{series}/", **ON_A_PHONE, **game.signed_in("ada"))
    assert wrong_here(page) == []
    site.behind("play_series", series=series)
    page.reload()
    assert wrong_here(page) == []


def test_advice_is_in_order_while_a_bot_thinks_and_afterwards(open_page: OpenPage, site: Stage) -> None:
    """Ready advice lies on the tables above; here it is asked for, still thought of, and a review as well."""
    asking, hinted, over = (lay_out(site, "ada", "bob", turns=turns) for turns in (OWN_TURN, OWN_TURN, ALL))
    site.behind("advice_half_done", hinted=hinted.game, looked_through=over.game)
    page = open_page(f"{hinted.address}hint/", **ON_A_PHONE, **hinted.signed_in("ada"))
    for address, sign in (
        (f"{hinted.address}hint/", "#hint[hx-get]"),
        (hinted.address, "#hint[hx-get]"),
        (f"{asking.address}hint/", "#hint button"),
        (f"{over.address}review/", "#review[hx-get]"),
    ):
        page.goto(address)
        expect(page.locator(sign).first).to_be_attached()
        assert wrong_here(page) == []
