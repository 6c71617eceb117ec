"""Whole games of the card game in a browser: by mouse, by touch, by keyboard alone, and without JavaScript."""

import pytest
from playwright.sync_api import Page, expect

from .order import NARROW, WIDE, objections
from .playing import (
    PATIENCE,
    OpenPage,
    Stage,
    actions_drafted,
    drafted,
    is_over,
    lay_out,
    send,
    slow_down,
    wait_for_turn,
)
from .test_table_genial import play_to_the_end

LEAST_TURNS = 8
PLAYED_BEFORE, LEAST_TO_THE_END = 12, 1
"""Whole games by keyboard and without a script are those of Einfach Genial; here the rest of a game will do."""
RULES = "genial-cards"


def test_a_whole_game_by_mouse(open_page: OpenPage, site: Stage) -> None:
    sitting = lay_out(site, "ada", bots=("greedy",), rules=RULES)
    page = open_page(sitting.address, viewport=WIDE, **sitting.signed_in("ada"))

    def lay() -> None:
        page.locator(".hand-card:enabled").first.click()
        page.locator(".order").last.click()

    assert play_to_the_end(page, lay, lambda: page.click("#send")) >= LEAST_TURNS
    assert sitting.standing()["result"]["ended_by"] == "instant"
    assert objections(page) == []


def test_a_whole_game_by_touch(open_page: OpenPage, site: Stage) -> None:
    sitting = lay_out(site, "ada", bots=("greedy",), rules=RULES)
    page = open_page(sitting.address, viewport=NARROW, has_touch=True, is_mobile=True, **sitting.signed_in("ada"))

    def lay() -> None:
        page.locator(".hand-card:enabled").last.tap()
        page.locator(".order").first.tap()

    assert play_to_the_end(page, lay, lambda: page.tap("#send")) >= LEAST_TURNS
    assert page.evaluate("document.documentElement.scrollWidth") <= NARROW["width"]
    assert objections(page) == []


def test_a_game_to_its_end_by_keyboard_alone(open_page: OpenPage, site: Stage) -> None:
    sitting = lay_out(site, "ada", bots=("greedy",), turns=PLAYED_BEFORE, rules=RULES)
    page = open_page(sitting.address, viewport=WIDE, **sitting.signed_in("ada"))
    press = page.keyboard.press
    wait_for_turn(page)
    while not page.evaluate("Boolean(document.activeElement.closest('.hand'))"):
        press("Tab")

    def lay() -> None:
        press(str(page.locator(".hand-card:enabled").first.get_attribute("id"))[-1])
        expect(page.locator(".order[aria-current]")).to_be_focused()
        press("Enter")

    def press_send() -> None:
        expect(page.locator("#send")).to_be_focused()
        press("Enter")

    assert play_to_the_end(page, lay, press_send) >= LEAST_TO_THE_END


def test_a_game_to_its_end_without_javascript(open_page: OpenPage, site: Stage) -> None:
    sitting = lay_out(site, "ada", bots=("greedy",), turns=PLAYED_BEFORE, rules=RULES)
    page = open_page(sitting.address, viewport=NARROW, java_script_enabled=False, **sitting.signed_in("ada"))
    turns = 0
    while not is_over(page):
        if not page.locator("#table[data-acting]").count():
            page.wait_for_timeout(100)
            page.reload()
            continue
        while page.locator("#send:disabled").count():
            page.locator(".hand-card:enabled").first.click()
            page.locator(".order").first.click()
        page.click("#send")
        turns += 1
    assert turns >= LEAST_TO_THE_END


def test_two_browsers_see_each_others_cards(open_page: OpenPage, site: Stage) -> None:
    sitting = lay_out(site, "ada", "bob", rules=RULES)
    ada, bob = (open_page(sitting.address, **sitting.signed_in(name)) for name in ("ada", "bob"))
    expect(bob.locator("#status")).to_contain_text("ada is to move")
    ada.locator(".hand-card").first.click()
    ada.locator(".order").first.click()
    send(ada, lambda: ada.click("#send"))
    assert wait_for_turn(bob)
    expect(bob.locator(".open-seat").first).to_contain_text("just played")


@pytest.fixture
def table(open_page: OpenPage, site: Stage) -> Page:
    sitting = lay_out(site, "ada", "bob", turns=6, rules=RULES)
    return open_page(sitting.address, viewport=WIDE, **sitting.signed_in("ada"))


def test_keys_pick_flip_play_and_undo(table: Page) -> None:
    press = table.keyboard.press
    table.focus("#slot-1")
    press("2")
    first, second = table.locator("#order-1"), table.locator("#order-2")
    expect(first).to_be_focused()
    expect(table.locator("#live")).to_contain_text("Which symbol is scored first?")
    press("f")
    expect(second).to_be_focused()
    press("ArrowLeft")
    expect(first).to_be_focused()
    press("Escape")
    expect(first).to_have_count(0)
    press("2")
    expect(first).to_be_focused()
    press("Enter")
    drafted(table, 1)
    expect(table.locator("#live")).to_contain_text("That is the whole turn")
    card = str(table.locator("#table").get_attribute("data-draft"))
    press("f")
    expect(table.locator("#table")).to_have_attribute("data-draft", card[::-1])
    press("u")
    drafted(table, 0)
    expect(table.locator("#slot-1")).to_be_focused()


def test_keys_are_meant_for_what_is_about_to_come(table: Page) -> None:
    """Whoever types faster than the site answers loses nothing."""
    cards = [str(table.locator(f"#slot-{number}").get_attribute("value")) for number in (2, 3)]
    table.focus("#slot-1")
    slow_down(table)
    for key in ("2", "Enter", "u", "3", "f", "Enter"):
        table.keyboard.press(key)
    expect(table.locator("#table")).to_have_attribute("data-draft", cards[1][::-1], timeout=PATIENCE)
    table.go_back()
    drafted(table, 0)
    table.go_back()
    expect(table.locator("#table")).to_have_attribute("data-draft", cards[0], timeout=PATIENCE)


def test_a_card_is_typed(table: Page) -> None:
    card = str(table.locator("#slot-3").get_attribute("value"))
    table.fill("#move", card[::-1].lower())
    table.press("#move", "Enter")
    drafted(table, 1)
    expect(table.locator("#table")).to_have_attribute("data-draft", card[::-1])
    table.click("#undo")
    drafted(table, 0)
    table.fill("#move", "hello")
    table.press("#move", "Enter")
    expect(table.get_by_role("alert")).to_contain_text("Write a card as its two colours")


def test_send_never_moves(table: Page) -> None:
    button = table.locator("#send")
    places = [button.bounding_box()]
    table.click("#slot-1")
    table.locator(".order").first.wait_for()
    places.append(button.bounding_box())
    table.locator(".order").first.click()
    drafted(table, 1)
    places.append(button.bounding_box())
    assert len({(place["x"], place["y"]) for place in places if place}) == 1
    assert actions_drafted(table) == 1


@pytest.mark.parametrize("screen", [WIDE, NARROW], ids=["wide", "narrow"])
def test_the_table_is_in_order(open_page: OpenPage, site: Stage, screen: dict[str, int]) -> None:
    sitting = lay_out(site, "ada", "bob", "cy", "dee", turns=8, rules=RULES, series=2)
    page = open_page(sitting.address, viewport=screen, **sitting.signed_in("ada"))
    page.click("#slot-1")
    page.locator(".order").first.wait_for()
    assert objections(page) == []
    page.locator(".order").first.click()
    drafted(page, 1)
    page.click("#unseen > summary")
    assert objections(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= screen["width"]
    assert page.evaluate(TOO_SMALL) == []


TOO_SMALL = """() => [...document.querySelectorAll('main :is(a[href], button, summary, input:not([type=hidden]))')]
    .filter(control => control.checkVisibility() && !control.matches('.unseen'))
    .map(control => [control.outerHTML.slice(0, 80), control.getBoundingClientRect()])
    .filter(([, box]) => box.height < 44 || box.width < 44)
    .map(([name]) => name)"""
