"""The first steps, up to a game against a bot: by mouse, by touch, by keyboard, and without a script."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from .order import NARROW, WIDE, objections, wrong_with

OpenPage = Callable[..., Page]
STEPS = ["place", "score", "lowest", "bonus", "swap"]


def go_on(page: Page, press: Callable[[str], None]) -> None:
    expect(page.locator("#verdict.good")).to_be_visible()
    press("#next")


def play_the_bot(page: Page, press: Callable[[str], None]) -> None:
    expect(page).to_have_url("/learn/done/")
    press("main form button")
    expect(page.locator("#board")).to_be_visible()
    assert "/table/" in page.url
    page.wait_for_load_state("load")


def lay(page: Page, press: Callable[[str], None], slot: int, first: str, second: str, *, sub: str = "") -> None:
    press(f"#slot-{slot}")
    press(f"#{first}{sub}")
    expect(page.locator(f"#{second}.second")).to_be_attached()
    press(f"#{second}{sub}")
    expect(page.locator("#verdict")).to_be_visible()


def learn(page: Page, press: Callable[[str], None], *, sub: str = "") -> None:
    """All steps with one mistake on the way."""
    lay(page, press, 1, "a2", "a3", sub=sub)
    go_on(page, press)
    lay(page, press, 1, "e4", "e5", sub=sub)
    expect(page.locator("#verdict")).to_contain_text("One half scores")
    expect(page.locator("#next")).to_have_count(0)
    press("#undo")
    expect(page.locator("#verdict")).to_have_count(0)
    lay(page, press, 1, "d4", "d5", sub=sub)
    go_on(page, press)
    lay(page, press, 2, "f1", "e2", sub=sub)
    go_on(page, press)
    lay(page, press, 1, "d4", "d5", sub=sub)
    expect(page.locator("#verdict")).to_contain_text("bonus move")
    lay(page, press, 2, "e2", "f1", sub=sub)
    go_on(page, press)
    lay(page, press, 1, "d4", "d5", sub=sub)
    press("#swap")
    go_on(page, press)
    play_the_bot(page, press)


def test_by_mouse(open_page: OpenPage) -> None:
    page = open_page("/learn/", viewport=WIDE)
    learn(page, page.click)


def test_by_touch(open_page: OpenPage) -> None:
    page = open_page("/learn/", viewport=NARROW, has_touch=True, is_mobile=True)
    learn(page, page.tap)


def test_without_a_script(open_page: OpenPage) -> None:
    page = open_page("/learn/", viewport=NARROW, java_script_enabled=False)
    learn(page, page.click, sub=" a")


def test_by_keyboard(open_page: OpenPage) -> None:
    page = open_page("/learn/", viewport=WIDE)

    def keys(*names: str) -> None:
        for name in names:
            page.keyboard.press(name)

    def tab_to(selector: str) -> None:
        for _press in range(60):
            if page.evaluate("selector => document.activeElement.matches(selector)", selector):
                return
            keys("Tab")
        pytest.fail(f"{selector} cannot be reached by Tab")

    def step(*names: str) -> None:
        tab_to("#table *")
        keys(*names)
        expect(page.locator("#verdict")).to_be_focused()

    def next_step(address: str) -> None:
        expect(page.locator("#verdict.good")).to_be_visible()
        tab_to("#next")
        keys("Enter")
        expect(page).to_have_url(address)

    step("1", "ArrowUp", "ArrowUp", "Enter")
    next_step("/learn/score/")
    step("1", "Enter")
    next_step("/learn/lowest/")
    step("2", "Shift+ArrowDown", "Enter")
    next_step("/learn/bonus/")
    step("1", "Enter")
    step("2", "ArrowDown", "Enter")
    next_step("/learn/swap/")
    step("1", "Enter")
    tab_to("#swap")
    keys("Enter")
    next_step("/learn/done/")


def test_a_typed_move(open_page: OpenPage) -> None:
    page = open_page("/learn/score/")
    page.fill("#move", "rb d4 d6")
    page.keyboard.press("Enter")
    expect(page.locator(".refusal")).to_contain_text("side by side")
    page.fill("#move", "rb d4 d5")
    page.keyboard.press("Enter")
    expect(page.locator("#verdict.good")).to_be_visible()


def test_the_back_button_takes_a_move_back(open_page: OpenPage) -> None:
    page = open_page("/learn/score/")
    lay(page, page.click, 1, "e4", "e5")
    page.go_back()
    expect(page.locator("#verdict")).to_have_count(0)
    page.go_forward()
    expect(page.locator("#verdict")).to_be_visible()


@pytest.mark.parametrize("step", STEPS)
def test_a_step_is_in_order(open_page: OpenPage, step: str) -> None:
    page = open_page(f"/learn/{step}/?pick=RB")
    assert wrong_with(page, [NARROW]) == []


# --- boards to try things out on ---------------------------------------------------------------

TRIES = [
    ("/games/genial/", "lines-a", "+3 red, +2 blue"),
    ("/games/genial/", "swapping-a", "You may swap"),
    ("/games/genial/", "ranking-ada", "Right."),
    ("/games/genial-3d/", "stacking-b", "may not lie exactly"),
    ("/games/genial-cards/", "orders-BY", "+3 blue"),
    ("/games/koepfchen/", "cells-2,0", "set of 3"),
]


@pytest.mark.parametrize("script", [True, False], ids=["script", "no script"])
@pytest.mark.parametrize(("address", "choice", "answer"), TRIES)
def test_a_choice_is_answered_beside_the_board(
    open_page: OpenPage, address: str, choice: str, answer: str, script: bool
) -> None:
    page = open_page(address, viewport=NARROW, java_script_enabled=script)
    name = choice.split("-")[0]
    page.click(f"[id='{choice}']")
    expect(page.locator(f"#{name} .try-answer")).to_contain_text(answer)
    if script:
        expect(page.locator(f"[id='{choice}']")).to_be_focused()
        assert objections(page) == []


def test_a_board_answers_to_the_keyboard(open_page: OpenPage) -> None:
    page = open_page("/games/koepfchen/", viewport=WIDE)
    page.focus("[id='cells-2,0']")
    page.keyboard.press("Enter")
    expect(page.locator("#cells .try-answer")).to_contain_text("set of 3")
