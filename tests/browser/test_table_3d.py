"""Whole games of Einfach Genial 3D in a browser: by mouse, by touch, by keyboard alone, and without JavaScript."""

import pytest
from playwright.sync_api import Page, expect

from .order import NARROW, WIDE, objections
from .playing import PATIENCE, OpenPage, Stage, actions_drafted, drafted, is_over, lay_out, pairs, way_to
from .test_table_genial import play_to_the_end

RULES = "genial-3d"
LEAST_TURNS = 15
PLAYED_BEFORE, LEAST_TO_THE_END = 30, 4
"""Whole games by keyboard and without a script are those of Einfach Genial; here the rest of a game will do."""


def test_a_whole_game_by_mouse(open_page: OpenPage, site: Stage) -> None:
    sitting = lay_out(site, "ada", bots=("random",), rules=RULES)
    page = open_page(sitting.address, viewport=WIDE, **sitting.signed_in("ada"))
    expect(page.locator(".notice")).to_contain_text("Opening: your tile must touch a start stone", timeout=PATIENCE)
    notices = set()

    def lay() -> None:
        notices.update(page.locator(".notice").all_inner_texts())
        page.locator(".slot[value]:enabled").first.click()
        first, second = pairs(page)[-1]
        page.click(f"#{first}")
        page.click(f"#{second}.second")

    assert play_to_the_end(page, lay, lambda: page.click("#send")) >= LEAST_TURNS
    assert any(notice.startswith("Final round: ") for notice in notices)
    assert sitting.standing()["status"] == "finished"
    assert objections(page) == []


def test_a_whole_game_by_touch(open_page: OpenPage, site: Stage) -> None:
    sitting = lay_out(site, "ada", bots=("random",), rules=RULES)
    page = open_page(sitting.address, viewport=NARROW, has_touch=True, is_mobile=True, **sitting.signed_in("ada"))

    def lay() -> None:
        page.locator(".slot[value]:enabled").first.tap()
        first, second = pairs(page)[0]
        page.tap(f"#{first}")
        page.tap(f"#{second}.second")

    assert play_to_the_end(page, lay, lambda: page.tap("#send")) >= LEAST_TURNS
    assert page.evaluate("document.documentElement.scrollWidth") <= NARROW["width"]
    assert objections(page) == []


def test_a_game_to_its_end_by_keyboard_alone(open_page: OpenPage, site: Stage) -> None:
    """At a slant, where stacks hide what is behind them from a pointer."""
    sitting = lay_out(site, "ada", bots=("random",), turns=PLAYED_BEFORE, rules=RULES)
    page = open_page(f"{sitting.address}?look=slanted", viewport=WIDE, **sitting.signed_in("ada"))
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
        press("Enter")

    assert play_to_the_end(page, lay, press_send) >= LEAST_TO_THE_END
    assert page.locator("#board .wall-left").count() > 0
    assert objections(page) == []


def test_a_game_to_its_end_without_javascript(open_page: OpenPage, site: Stage) -> None:
    sitting = lay_out(site, "ada", bots=("random",), turns=PLAYED_BEFORE, rules=RULES)
    page = open_page(sitting.address, viewport=WIDE, java_script_enabled=False, **sitting.signed_in("ada"))
    turns = 0
    while not is_over(page):
        if not page.locator("#table[data-acting]").count():
            page.wait_for_timeout(100)
            page.reload()
            continue
        while page.locator("#send:disabled").count():
            page.locator(".slot[value]:enabled").first.click()
            first, second = pairs(page)[-1]
            page.click(f"#{first} a")
            page.click(f"#{second}.second a")
        page.click("#send")
        turns += 1
    assert turns >= LEAST_TO_THE_END


def test_alone_one_tile_at_a_time(open_page: OpenPage, site: Stage) -> None:
    sitting = lay_out(site, "ada", turns=50, rules=RULES, mode="solo")
    page = open_page(sitting.address, **sitting.signed_in("ada"))

    def lay() -> None:
        page.click("#slot-1")
        first, second = pairs(page)[0]
        page.click(f"#{first}")
        page.click(f"#{second}.second")

    assert page.locator("#swap").count() == 0
    assert play_to_the_end(page, lay, lambda: page.click("#send")) > 1


# --- stacks --------------------------------------------------------------------------------------


@pytest.fixture
def table(open_page: OpenPage, site: Stage) -> Page:
    sitting = lay_out(site, "ada", "bob", turns=30, rules=RULES)
    return open_page(sitting.address, viewport=WIDE, **sitting.signed_in("ada"))


def high_cell(page: Page) -> str:
    """A cell with more than one storey."""
    cell = page.locator("#board [role=gridcell][aria-label*='beneath']").first.get_attribute("id")
    assert cell
    return cell


def test_a_tap_shows_what_lies_beneath(table: Page) -> None:
    cell = high_cell(table)
    send_place = table.locator("#send").bounding_box()
    table.click(f"#{cell}")
    expect(table.locator("#stack h2")).to_have_text(f"The stack on {cell}", timeout=PATIENCE)
    assert table.locator("#stack li").count() > 1
    assert table.locator("#send").bounding_box() == send_place
    table.click("#stack >> text=Close")
    expect(table.locator("#stack")).to_have_count(0, timeout=PATIENCE)


def test_walking_over_the_board_tells_what_lies_beneath(table: Page) -> None:
    cell = high_cell(table)
    table.focus("#e5")
    keys = way_to(table, "e5", cell) or ["ArrowRight", "ArrowLeft"]
    for key in keys:
        table.keyboard.press(key)
    expect(table.locator("#ghost-words")).to_contain_text("beneath: ", timeout=PATIENCE)
    table.keyboard.press("Enter")
    expect(table.locator("#stack h2")).to_have_text(f"The stack on {cell}", timeout=PATIENCE)
    assert objections(table) == []


@pytest.mark.parametrize("script", [True, False], ids=["with JavaScript", "without"])
def test_the_look_is_switched_and_remembered(open_page: OpenPage, site: Stage, script: bool) -> None:
    sitting = lay_out(site, "ada", "bob", turns=12, rules=RULES)
    page = open_page(sitting.address, java_script_enabled=script, **sitting.signed_in("ada"))
    assert page.locator("#board .wall-left").count() == 0
    page.click("#look")
    page.wait_for_selector("#board .wall-left", state="attached")
    page.goto(sitting.address)
    assert page.locator("#board .wall-left").count() > 0
    page.click("#look")
    page.wait_for_selector("#board .shadow", state="attached")


def test_a_tile_is_dragged_onto_a_stack(table: Page) -> None:
    first, second = next(pair for pair in pairs(table) if "beneath" in str(label(table, pair[0])))
    slot, cell = table.locator("#slot-1").bounding_box(), table.locator(f"#{first}").bounding_box()
    assert slot
    assert cell
    table.mouse.move(slot["x"] + 20, slot["y"] + 20)
    table.mouse.down()
    table.mouse.move(cell["x"] + cell["width"] / 2, cell["y"] + cell["height"] / 2, steps=6)
    expect(table.locator("#ghost-words")).to_contain_text("lowest", timeout=PATIENCE)
    table.mouse.up()
    drafted(table, 1)
    assert "your draft, 3 high" in str(label(table, first)) or "your draft" in str(label(table, second))
    table.keyboard.press("u")
    drafted(table, 0)
    assert actions_drafted(table) == 0


def label(page: Page, cell: str) -> str | None:
    return page.locator(f"#{cell}").get_attribute("aria-label")


@pytest.mark.parametrize("screen", [WIDE, NARROW], ids=["wide", "narrow"])
@pytest.mark.parametrize("look", ["above", "slanted"])
def test_the_table_is_in_order(open_page: OpenPage, site: Stage, screen: dict[str, int], look: str) -> None:
    sitting = lay_out(site, "ada", "bob", "cy", turns=30, rules=RULES)
    address = f"{sitting.address}?look={look}&cell=e5"
    page = open_page(address, viewport=screen, **sitting.signed_in("ada"))
    assert page.evaluate("document.documentElement.scrollWidth") <= screen["width"]
    assert objections(page) == []
    page.click("#slot-1")
    assert objections(page) == []
