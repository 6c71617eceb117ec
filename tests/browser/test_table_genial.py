"""Whole games of Einfach Genial in a browser: by mouse, by touch, by keyboard alone, and without JavaScript."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, Route, expect

from .order import NARROW, WIDE, objections, too_small
from .playing import (
    PATIENCE,
    OpenPage,
    Stage,
    actions_drafted,
    drafted,
    is_over,
    lay_out,
    pairs,
    send,
    slow_down,
    version,
    wait_for_turn,
    way_to,
)

MORE_THAN_A_GAME = 60
LEAST_TURNS = 15
FINGER = 44
"""Pixels that a finger hides."""


def play_to_the_end(page: Page, lay: Callable[[], object], press_send: Callable[[], object]) -> int:
    """Turn after turn until the game is over; how many they were."""
    for turn in range(MORE_THAN_A_GAME):
        if not wait_for_turn(page):
            return turn
        while page.locator("#send:disabled").count():
            before = actions_drafted(page)
            lay()
            drafted(page, before + 1)
        send(page, press_send)
    raise AssertionError("this game does not end")


def test_a_whole_game_by_mouse(open_page: OpenPage, site: Stage) -> None:
    sitting = lay_out(site, "ada", bots=("random",))
    page = open_page(sitting.address, viewport=WIDE, **sitting.signed_in("ada"))

    def lay() -> None:
        page.locator(".slot[value]:enabled").first.click()
        first, second = pairs(page)[0]
        page.click(f"#{first}")
        page.click(f"#{second}.second")

    assert play_to_the_end(page, lay, lambda: page.click("#send")) >= LEAST_TURNS
    assert sitting.standing()["status"] == "finished"
    assert objections(page) == []


def test_a_whole_game_by_touch(open_page: OpenPage, site: Stage) -> None:
    sitting = lay_out(site, "ada", bots=("random",))
    page = open_page(sitting.address, viewport=NARROW, has_touch=True, is_mobile=True, **sitting.signed_in("ada"))

    def lay() -> None:
        page.locator(".slot[value]:enabled").first.tap()
        first, second = pairs(page)[-1]
        page.tap(f"#{first}")
        page.tap(f"#{second}.second")

    assert play_to_the_end(page, lay, lambda: page.tap("#send")) >= LEAST_TURNS
    assert page.evaluate("document.documentElement.scrollWidth") <= NARROW["width"]
    assert objections(page) == []


def test_a_whole_game_by_keyboard_alone(open_page: OpenPage, site: Stage) -> None:
    sitting = lay_out(site, "ada", bots=("random",))
    page = open_page(sitting.address, viewport=WIDE, **sitting.signed_in("ada"))
    press = page.keyboard.press

    def focused() -> str:
        return str(page.evaluate("document.activeElement.id"))

    while not page.evaluate("Boolean(document.activeElement.closest('#board'))"):
        press("Tab")

    def lay() -> None:
        press(str(page.locator(".slot[value]:enabled").first.get_attribute("id"))[-1])
        ends = pairs(page)
        for key in way_to(page, focused(), ends[len(ends) // 2][0]):
            press(key)
        press("Enter")

    def press_send() -> None:
        press("s")
        assert focused() == "send"
        press("Enter")

    assert play_to_the_end(page, lay, press_send) >= LEAST_TURNS


def test_a_whole_game_without_javascript(open_page: OpenPage, site: Stage) -> None:
    sitting = lay_out(site, "ada", bots=("random",))
    page = open_page(sitting.address, viewport=WIDE, java_script_enabled=False, **sitting.signed_in("ada"))
    turns = 0
    while not is_over(page):
        if not page.locator("#table[data-acting]").count():
            page.wait_for_timeout(100)
            page.reload()
            continue
        while page.locator("#send:disabled").count():
            page.locator(".slot[value]:enabled").first.click()
            first, second = pairs(page)[0]
            page.click(f"#{first} a")
            page.click(f"#{second}.second a")
        page.click("#send")
        turns += 1
    assert turns >= LEAST_TURNS


def test_two_browsers_see_each_others_turns(open_page: OpenPage, site: Stage) -> None:
    sitting = lay_out(site, "ada", "bob")
    ada = open_page(sitting.address, **sitting.signed_in("ada"))
    bob = open_page(sitting.address, **sitting.signed_in("bob"))
    watching = open_page(sitting.address)
    expect(bob.locator("#status")).to_contain_text("ada is to move")
    for number, (player, other) in enumerate([(ada, bob), (bob, ada), (ada, bob)], 1):
        wait_for_turn(player)
        tile = player.locator(".slot[value]").first.get_attribute("value")
        first, second = pairs(player)[0]
        player.fill("#move", f"{tile} {first} {second}")
        player.press("#move", "Enter")
        drafted(player, 1)
        send(player, lambda player=player: player.click("#send"))  # type: ignore[misc]
        expect(other.locator("#table[data-acting]")).to_have_count(1, timeout=PATIENCE)
        expect(other).to_have_title(re.compile("Your turn"))
        expect(player).not_to_have_title(re.compile("Your turn"))
        for page in (other, watching):
            expect(page.locator(f"#table[data-version='{number}']")).to_have_count(1, timeout=PATIENCE)
            assert "last tile" in str(page.locator(f"#{first}").get_attribute("aria-label"))


def test_who_has_the_link_of_a_private_table_watches_live(open_page: OpenPage, site: Stage) -> None:
    sitting = lay_out(site, "ada", "bob", public=False)
    open_page(sitting.address, expect=404)
    watching = open_page(f"{sitting.address}?link={sitting.link}")
    for number in (1, 2):
        site.behind("play_turn", game_id=sitting.game, like="random")
        expect(watching.locator(f"#table[data-version='{number}']")).to_have_count(1, timeout=PATIENCE)
    assert watching.locator(".slot").count() == 0


@pytest.fixture
def table(open_page: OpenPage, site: Stage) -> Page:
    sitting = lay_out(site, "ada", "bob", turns=12)
    return open_page(sitting.address, viewport=WIDE, **sitting.signed_in("ada"))


def test_a_tile_is_dragged_onto_the_board(table: Page) -> None:
    first, _second = pairs(table)[0]
    slot, cell = table.locator("#slot-2").bounding_box(), table.locator(f"#{first}").bounding_box()
    assert slot
    assert cell
    table.mouse.move(slot["x"] + 20, slot["y"] + 20)
    table.mouse.down()
    table.mouse.move(slot["x"] - 60, slot["y"] + 60, steps=3)
    assert table.locator(".dragged").count() == 1
    table.mouse.move(cell["x"] + cell["width"] / 2, cell["y"] + cell["height"] / 2, steps=5)
    assert table.locator("#ghost use").count() == 3
    expect(table.locator("#ghost-words")).to_contain_text("lowest")
    table.mouse.up()
    drafted(table, 1)
    assert table.locator(".dragged").count() == 0


def test_a_tile_is_dragged_with_a_finger(open_page: OpenPage, site: Stage) -> None:
    """The tile floats above the finger, where it can be seen."""
    sitting = lay_out(site, "ada", "bob", turns=12)
    page = open_page(sitting.address, viewport=NARROW, has_touch=True, is_mobile=True, **sitting.signed_in("ada"))
    first, _second = pairs(page)[0]
    slot, cell = page.locator("#slot-1").bounding_box(), page.locator(f"#{first}").bounding_box()
    assert slot
    assert cell
    start = (slot["x"] + 20, slot["y"] + 20)
    end = (cell["x"] + cell["width"] / 2, cell["y"] + cell["height"] / 2 + FINGER)
    touch = page.context.new_cdp_session(page)

    def finger(kind: str, *at: float) -> None:
        points = [{"x": at[0], "y": at[1]}] if at else []
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    finger("touchStart", *start)
    for step in range(1, 9):
        finger("touchMove", *(a + (b - a) * step / 8 for a, b in zip(start, end, strict=True)))
    expect(page.locator("#ghost use")).to_have_count(3)
    finger("touchEnd")
    drafted(page, 1)
    assert f" {first} " in f"{page.locator('#table').get_attribute('data-draft')} "


def test_a_tile_dropped_beside_the_board_is_not_laid(table: Page) -> None:
    slot = table.locator("#slot-2").bounding_box()
    assert slot
    table.mouse.move(slot["x"] + 20, slot["y"] + 20)
    table.mouse.down()
    table.mouse.move(slot["x"] + 60, slot["y"] + 300, steps=5)
    table.mouse.up()
    assert actions_drafted(table) == 0
    assert table.locator(".dragged").count() == 0


def test_keys_pick_turn_flip_drop_and_undo(table: Page) -> None:
    press = table.keyboard.press
    middle = pairs(table)[len(pairs(table)) // 2][0]
    table.focus(f"#{middle}")
    press("2")
    tile = str(table.locator("#slot-2").get_attribute("value"))
    board, ghost = table.locator("#board"), table.locator("#ghost")
    assert board.get_attribute("data-pick") == tile
    assert table.evaluate("document.activeElement.id") == middle
    before = ghost.inner_html()
    press("r")
    assert ghost.inner_html() != before
    press("f")
    assert board.get_attribute("data-pick") == tile[::-1]
    expect(table.locator("#live")).to_contain_text("lowest")
    press("Escape")
    assert board.get_attribute("data-pick") == ""
    assert ghost.inner_html() == ""
    press("2")
    press("Enter")
    drafted(table, 1)
    expect(table.locator("#live")).to_contain_text("That is the whole turn")
    press("u")
    drafted(table, 0)
    press("?")
    assert table.locator("#help").get_attribute("open") is not None


def test_a_turn_is_typed_faster_than_the_site_answers(table: Page) -> None:
    before = version(table)
    table.focus(f"#{pairs(table)[0][0]}")
    slow_down(table)
    for key in ("1", "Enter", "s", "Enter"):
        table.keyboard.press(key)
    table.wait_for_selector("#table:not([data-acting])", timeout=PATIENCE)
    assert version(table) == before + 1


def test_an_answer_that_comes_late_does_not_hide_what_came_after_it(table: Page, site: Stage) -> None:
    game = table.url.split("/")[4]

    def late(route: Route) -> None:
        answer = route.fetch()
        site.behind("play_turn", game_id=game, like="random")
        table.wait_for_selector("#table[data-version='14']")
        route.fulfill(response=answer)

    table.route("**/send/", late)
    table.focus(f"#{pairs(table)[0][0]}")
    table.keyboard.press("1")
    table.keyboard.press("Enter")
    drafted(table, 1)
    with table.expect_response("**/send/"):
        table.click("#send")
    expect(table.locator("#table[data-acting][data-version='14']")).to_have_count(1, timeout=PATIENCE)
    table.wait_for_load_state("networkidle")
    expect(table.locator("#table[data-acting][data-version='14']")).to_have_count(1, timeout=PATIENCE)


def test_bars_grow_from_where_they_were(open_page: OpenPage, site: Stage) -> None:
    sitting = lay_out(site, "ada", "bob", turns=8, like="greedy")
    page = open_page(sitting.address, **sitting.signed_in("bob"))
    page.evaluate("addEventListener('transitionrun', event => (window.grown ??= []).push(event.propertyName))")
    for number in (9, 10, 11):  # what the latest turn brought is marked; the bars are what was there before
        site.behind("play_turn", game_id=sitting.game, like="greedy")
        expect(page.locator(f"#table[data-version='{number}']")).to_have_count(1, timeout=PATIENCE)
    page.wait_for_function("() => window.grown?.includes('width')", timeout=PATIENCE)


def test_a_hint_is_laid_out_with_one_click(open_page: OpenPage, site: Stage) -> None:
    sitting = lay_out(site, "ada", "bob", turns=12)
    site.behind("give_hint", game_id=sitting.game)
    page = open_page(sitting.address, **sitting.signed_in("ada"))
    page.click("text=Lay it out")
    drafted(page, 1)
    assert "draft=" in page.url


def test_what_is_typed_wrongly_is_answered_beside_the_board(table: Page) -> None:
    table.fill("#move", "RB f6")
    table.press("#move", "Enter")
    expect(table.get_by_role("alert")).to_contain_text("Write a tile and its two cells")
    assert table.input_value("#move") == "RB f6"


def test_send_never_moves(table: Page) -> None:
    """From the first look until the turn is sent the button stays where it is."""
    send_button = table.locator("#send")
    places = [send_button.bounding_box()]
    table.click("#slot-1")
    first, second = pairs(table)[0]
    places.append(send_button.bounding_box())
    table.click(f"#{first}")
    table.wait_for_selector(f"#{second}.second")
    places.append(send_button.bounding_box())
    table.click(f"#{second}")
    drafted(table, 1)
    places.append(send_button.bounding_box())
    table.click("#send")
    table.wait_for_selector("#table:not([data-acting])")
    places.append(send_button.bounding_box())
    assert len({(place["x"], place["y"]) for place in places if place}) == 1


def test_the_back_button_takes_a_step_back(table: Page) -> None:
    table.focus(f"#{pairs(table)[0][0]}")
    table.keyboard.press("1")
    table.keyboard.press("Enter")
    drafted(table, 1)
    table.wait_for_url("**/?draft=*")
    table.reload()
    drafted(table, 1)
    table.go_back()
    drafted(table, 0)


@pytest.mark.parametrize("screen", [WIDE, NARROW], ids=["wide", "narrow"])
def test_the_table_is_in_order(open_page: OpenPage, site: Stage, screen: dict[str, int]) -> None:
    sitting = lay_out(site, "ada", "bob", "cy", "dee", turns=20)
    page = open_page(sitting.address, viewport=screen, **sitting.signed_in("ada"))
    assert page.locator("h1").count() == 1
    assert page.evaluate("document.documentElement.scrollWidth") <= screen["width"]
    assert objections(page) == []
    page.click("#slot-1")
    first, second = pairs(page)[0]
    page.click(f"#{first}")
    page.wait_for_selector(f"#{second}.second")
    assert objections(page) == []
    page.click(f"#{second}")
    drafted(page, 1)
    assert objections(page) == []
    assert too_small(page) == []
    assert version(page) == 20
