"""Looking back in a browser: stepping, playing, points of view, and verifying the deal with one click."""

import json

import pytest
from playwright.sync_api import Page, Route, expect

from games.engine.registry import RULES

from .order import objections, too_small, wrong_with
from .playing import PATIENCE, OpenPage, Sitting, Stage, lay_out

TO_THE_END = 10_000


def over(site: Stage, rules: str = "koepfchen") -> Sitting:
    return lay_out(site, "ada", "bob", turns=TO_THE_END, rules=rules)


def turn_is(page: Page, turn: int) -> None:
    expect(page.locator("#why h2")).to_contain_text(f"Turn {turn} of", timeout=PATIENCE)


def test_stepping_by_button_and_by_key(open_page: OpenPage, site: Stage) -> None:
    sitting = over(site)
    page = open_page(f"{sitting.address}replay/?turn=3")
    page.click("#forward")
    turn_is(page, 4)
    page.click("#back")
    turn_is(page, 3)
    page.keyboard.press("ArrowRight")
    turn_is(page, 4)
    assert "turn=4" in page.url
    page.keyboard.press("Home")
    turn_is(page, 0)
    assert page.locator("#back").count() == 0
    page.keyboard.press("End")
    turn_is(page, sitting.standing()["version"])
    assert page.locator("#forward").count() == 0
    page.go_back()
    page.reload()
    turn_is(page, 0)


def test_playing_goes_on_until_it_is_stopped(open_page: OpenPage, site: Stage) -> None:
    page = open_page(f"{over(site).address}replay/?turn=1&play=1")
    expect(page.locator("#play")).to_have_text("Stop", timeout=PATIENCE)
    turn_is(page, 3)
    page.click("#play")
    expect(page.locator("#play")).to_have_text("Play", timeout=PATIENCE)


def test_nothing_plays_by_itself_for_those_who_want_less_motion(open_page: OpenPage, site: Stage) -> None:
    page = open_page(f"{over(site).address}replay/?turn=1&play=1", reduced_motion="reduce")
    expect(page.locator("#play")).to_have_text("Play", timeout=PATIENCE)
    page.click("#play")
    turn_is(page, 2)


def test_without_javascript_links_do(open_page: OpenPage, site: Stage) -> None:
    page = open_page(f"{over(site, 'genial-3d').address}replay/?turn=3", java_script_enabled=False)
    assert page.locator("#play").is_hidden()
    page.click("#forward")
    turn_is(page, 4)
    page.select_option("#seat", "1")
    page.click(".seen-by button")
    assert "seat=1" in page.url
    assert page.locator(".slot").count() > 0
    page.click(".log.whole li:nth-child(7) a")
    turn_is(page, 7)
    page.click("text=Verify the deal")
    page.click("#by-server a")
    expect(page.locator("#by-server .verdict.good")).to_contain_text("Everything holds", timeout=PATIENCE)


@pytest.mark.parametrize("rules", RULES)
def test_one_click_verifies_the_deal(open_page: OpenPage, site: Stage, rules: str) -> None:
    page = open_page(f"{over(site, rules).address}verify/")
    page.click("[data-verify]")
    expect(page.locator("#verify .verdict.good")).to_contain_text("Everything holds", timeout=PATIENCE)
    assert page.locator("#verify [data-step]:not(.good)").count() == 0
    assert objections(page) == []


def altered(route: Route, **changed: object) -> None:
    answer = route.fetch()
    route.fulfill(response=answer, body=json.dumps(answer.json() | changed))


def test_another_secret_does_not_hold(open_page: OpenPage, site: Stage) -> None:
    page = open_page(f"{over(site, 'genial-3d').address}verify/")

    def one_byte_changed(route: Route) -> None:
        secret = str(route.fetch().json()["secret"])
        altered(route, secret=("00" if secret[:2] != "00" else "01") + secret[2:])

    page.route("**/record/", one_byte_changed)
    page.click("[data-verify]")
    expect(page.locator("#verify .verdict.bad")).to_contain_text("Something does not hold", timeout=PATIENCE)
    for step in ("secret", "table", "hands", "draws"):
        expect(page.locator(f"[data-step={step}]")).to_have_class("bad", timeout=PATIENCE)


def test_a_tile_that_was_not_held_does_not_hold(open_page: OpenPage, site: Stage) -> None:
    page = open_page(f"{over(site, 'genial').address}verify/")

    def another_tile(route: Route) -> None:
        moves = route.fetch().json()["moves"]
        moves[4]["actions"][0]["tile"] = "RR" if moves[4]["actions"][0]["tile"] != "RR" else "VV"
        altered(route, moves=moves)

    page.route("**/record/", another_tile)
    page.click("[data-verify]")
    expect(page.locator("[data-step=draws]")).to_have_class("bad", timeout=PATIENCE)
    expect(page.locator("[data-step=hands]")).to_have_class("good", timeout=PATIENCE)


def test_since_i_was_here(open_page: OpenPage, site: Stage) -> None:
    sitting = lay_out(site, "ada", "bob", turns=4)
    page = open_page(sitting.address, **sitting.signed_in("ada"))
    expect(page.locator(".since-notice")).to_contain_text("4 turns since you were here", timeout=PATIENCE)
    page.click("#since")
    expect(page.locator("#since-title")).to_have_text("Turn 1 of 4", timeout=PATIENCE)
    page.click("#step-on")
    expect(page.locator("#since-title")).to_have_text("Turn 2 of 4", timeout=PATIENCE)
    assert objections(page) == []
    page.click("#step-leave")
    expect(page.locator("#table[data-acting]")).to_have_count(1, timeout=PATIENCE)
    page.click("#log li:first-child a")
    turn_is(page, 4)


def test_the_pages_are_in_order(open_page: OpenPage, site: Stage) -> None:
    sitting = over(site, "genial")
    page = open_page(f"{sitting.address}replay/?turn=9&seat=0")
    for address in ("", f"{sitting.address}verify/?by=server"):
        if address:
            page.goto(address)
        assert page.locator("h1").count() == 1
        assert wrong_with(page) == []
        assert too_small(page) == []
