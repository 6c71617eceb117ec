"""Whole games of Kluges Köpfchen in a browser: by mouse, by touch, by keyboard alone, and without JavaScript."""

import pytest
from playwright.sync_api import Locator, Page, expect

from .order import NARROW, WIDE, objections
from .playing import OpenPage, Stage, drafted, is_over, lay_out, wait_for_turn
from .test_table_genial import play_to_the_end

LEAST_TURNS = 15
PLAYED_BEFORE, LEAST_TO_THE_END = 24, 4
"""Whole games by keyboard and without a script are those of Einfach Genial; here the rest of a game will do."""
RULES = "koepfchen"


def pick_what_fits(page: Page, press: str) -> None:
    """Try one card after another until one fits; the server passes for a hand in which none does."""
    for number in range(1, page.locator(".hand-card").count() + 1):
        slot = page.locator(f"#slot-{number}")
        getattr(slot, press)()
        expect(slot).to_have_attribute("aria-pressed", "true")
        if page.locator(".grid-slot.legal").count():
            return


def test_a_whole_game_by_mouse(open_page: OpenPage, site: Stage) -> None:
    sitting = lay_out(site, "ada", bots=("greedy",), rules=RULES)
    page = open_page(sitting.address, viewport=WIDE, **sitting.signed_in("ada"))

    def lay() -> None:
        pick_what_fits(page, "click")
        page.locator(".grid-slot.legal").last.click()

    assert play_to_the_end(page, lay, lambda: page.click("#send")) >= LEAST_TURNS
    assert sitting.standing()["result"]["ended_by"] in ("cards", "stuck", "instant")
    assert objections(page) == []


def test_a_whole_game_by_touch(open_page: OpenPage, site: Stage) -> None:
    sitting = lay_out(site, "ada", bots=("greedy",), rules=RULES)
    page = open_page(sitting.address, viewport=NARROW, has_touch=True, is_mobile=True, **sitting.signed_in("ada"))

    def lay() -> None:
        pick_what_fits(page, "tap")
        page.locator(".grid-slot.legal").first.tap()

    assert play_to_the_end(page, lay, lambda: page.tap("#send")) >= LEAST_TURNS
    assert page.evaluate("document.documentElement.scrollWidth") <= NARROW["width"]
    assert objections(page) == []


def test_a_game_to_its_end_by_keyboard_alone(open_page: OpenPage, site: Stage) -> None:
    sitting = lay_out(site, "ada", bots=("greedy",), turns=PLAYED_BEFORE, rules=RULES)
    page = open_page(sitting.address, viewport=WIDE, **sitting.signed_in("ada"))
    press = page.keyboard.press
    wait_for_turn(page)
    while not page.evaluate("Boolean(document.activeElement.closest('#board'))"):
        press("Tab")

    def lay() -> None:
        for number in range(1, page.locator(".hand-card").count() + 1):
            press(str(number))
            expect(page.locator(f"#slot-{number}")).to_have_attribute("aria-pressed", "true")
            if page.locator(".grid-slot.legal").count():
                break
        expect(page.locator(".grid-slot.legal:focus")).to_have_count(1)
        press("Enter")

    def press_send() -> None:
        press("s")
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
        pick_what_fits(page, "click")
        page.locator(".grid-slot.legal").first.click()
        page.click("#send")
        turns += 1
    assert turns >= LEAST_TO_THE_END


@pytest.fixture
def table(open_page: OpenPage, site: Stage) -> Page:
    sitting = lay_out(site, "ada", "bob", turns=10, rules=RULES)
    page = open_page(sitting.address, viewport=WIDE, **sitting.signed_in("ada"))
    pick_what_fits(page, "click")
    return page


def focused_cell(page: Page) -> tuple[int, int]:
    x, y = page.evaluate("document.activeElement.dataset.cell").split(",")
    return int(x), int(y)


def test_arrows_walk_over_cards_and_free_cells(table: Page) -> None:
    press = table.keyboard.press
    table.locator("[data-cell='0,0']").focus()
    press("ArrowRight")
    assert focused_cell(table) == (1, 0)
    press("ArrowDown")
    assert focused_cell(table) == (1, 1)
    press("ArrowLeft")
    press("ArrowUp")
    assert focused_cell(table) == (0, 0)
    for _step in range(12):
        press("ArrowLeft")
    assert focused_cell(table)[0] < -1


def test_a_cell_says_what_it_would_score_and_lights_it_up(table: Page) -> None:
    words = table.locator("#ghost-words")
    slot = table.locator(".grid-slot.legal").first
    slot.hover()
    expect(words).to_have_text(str(slot.get_attribute("aria-label")))
    lights = str(slot.get_attribute("data-lights")).split()
    expect(table.locator(".card.lights")).to_have_count(len([light for light in lights if light != slot_cell(slot)]))
    table.mouse.move(5, 5)
    expect(words).to_be_empty()


def slot_cell(slot: Locator) -> str:
    return str(slot.get_attribute("data-cell"))


def test_a_cell_that_is_not_allowed_is_answered_with_why(table: Page) -> None:
    table.locator(".grid-slot[aria-label$='does not fit']").first.click()
    expect(table.get_by_role("alert")).to_contain_text("fits only beside a card")
    expect(table.locator(".hand-card[aria-pressed=true]")).to_have_count(1)


def test_another_cell_can_be_chosen_until_the_turn_is_sent(table: Page) -> None:
    slots = table.locator(".grid-slot.legal")
    cells = [slot_cell(slots.nth(at)) for at in range(slots.count())]
    slots.first.click()
    drafted(table, 1)
    expect(table.locator("g.thought[data-cell]")).to_have_attribute("data-cell", cells[0])
    table.locator(f".grid-slot[data-cell='{cells[1]}']").click()
    expect(table.locator("g.thought[data-cell]")).to_have_attribute("data-cell", cells[1])
    table.keyboard.press("u")
    drafted(table, 0)


def width(page: Page) -> float:
    """Of a card."""
    box = page.locator("[data-cell='0,0']").bounding_box()
    assert box
    return box["width"]


def test_the_grid_zooms_pans_and_shows_all(table: Page) -> None:
    before = width(table)
    for _time in range(4):
        table.click("[data-zoom=in]")
    assert width(table) > before * 1.5
    stage = table.locator(".grid-stage")
    box = stage.bounding_box()
    assert box
    scrolled = stage.evaluate("stage => stage.scrollTop")
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    table.mouse.move(x, y)
    table.mouse.down()
    table.mouse.move(x, y - 60, steps=4)
    table.mouse.up()
    assert stage.evaluate("stage => stage.scrollTop") > scrolled + 40
    drafted(table, 0)  # a drag is no choice
    kept = width(table)
    table.locator(".grid-slot.legal").first.click()
    drafted(table, 1)
    assert width(table) == pytest.approx(kept)
    table.click("[data-zoom=fit]")
    assert width(table) < kept
    assert stage.evaluate(
        "stage => [stage.scrollWidth - stage.clientWidth, stage.scrollHeight - stage.clientHeight]"
    ) == [0, 0]


def test_a_move_is_typed(table: Page) -> None:
    table.wait_for_url("**/?pick=*")
    card = str(table.evaluate("new URLSearchParams(location.search).get('pick')"))
    cell = slot_cell(table.locator(".grid-slot.legal").first)
    table.fill("#move", f"{card.lower()} {cell}")
    table.press("#move", "Enter")
    drafted(table, 1)
    expect(table.locator("#table")).to_have_attribute("data-draft", f"{card} {cell}")


@pytest.mark.parametrize("screen", [WIDE, NARROW], ids=["wide", "narrow"])
def test_the_table_is_in_order(open_page: OpenPage, site: Stage, screen: dict[str, int]) -> None:
    sitting = lay_out(site, "ada", "bob", turns=12, rules=RULES)
    page = open_page(sitting.address, viewport=screen, **sitting.signed_in("ada"))
    pick_what_fits(page, "click")
    assert objections(page) == []
    cell = page.locator(".grid-slot").first.bounding_box()
    assert cell
    assert min(cell["width"], cell["height"]) >= 44
    page.locator(".grid-slot.legal").first.click()
    drafted(page, 1)
    assert objections(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= screen["width"]
