"""From the front page to a game, and from a guest to an account, with and without JavaScript."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from .order import NARROW, WIDE, objections, wrong_with

OpenPage = Callable[..., Page]
PASSWORD = "correct horse battery"


def play_a_bot(page: Page, rules: str = "koepfchen", bot: str = "gentle") -> str:
    """Press the button of the front page; returns the address of the table."""
    page.goto("/")
    page.check(f"input[name=rules][value={rules}]")
    page.select_option("#quick-bot", bot)
    page.click(".quick button.button")
    page.wait_for_url(re.compile("/table/"))
    return page.url


@pytest.mark.parametrize("script", [True, False], ids=["with JavaScript", "without"])
@pytest.mark.parametrize("screen", [WIDE, NARROW], ids=["wide", "narrow"])
def test_a_guest_keeps_the_game(open_page: OpenPage, screen: dict[str, int], script: bool) -> None:
    page = open_page("/", viewport=screen, java_script_enabled=script)
    table = play_a_bot(page)
    page.click(".guest-bar a")
    name = f"Ada-{screen['width']}-{'yes' if script else 'no'}"
    page.fill("#id_username", name)
    page.fill("#id_password1", PASSWORD)
    page.click("text=Keep my games")
    page.wait_for_url("**/my/")
    expect(page.locator("#my-games")).to_contain_text("Kluges Köpfchen")
    expect(page.locator(".guest-bar")).to_have_count(0)
    # Another browser finds the same game.
    other = open_page("/account/sign-in/", viewport=screen, java_script_enabled=script)
    other.fill("#id_login", name.lower())
    other.fill("#id_password", PASSWORD)
    other.click("main button.button >> nth=0")
    other.wait_for_url("**/my/")
    assert other.locator(f"a[href='{table.removeprefix(other.url.removesuffix('/my/'))}']").count() == 1


def test_a_mistake_is_told_beside_the_field_and_the_rest_is_kept(open_page: OpenPage) -> None:
    page = open_page("/account/sign-up/")
    page.fill("#id_username", "Zoë")
    page.fill("#id_password1", "short")
    page.click("main form button.button")
    expect(page.locator("#id_password1_error")).to_contain_text("too short")
    assert page.input_value("#id_username") == "Zoë"
    assert page.input_value("#id_password1") == ""
    assert page.get_attribute("#id_password1", "aria-invalid") == "true"
    assert objections(page) == []


def test_the_game_is_chosen_by_keyboard(open_page: OpenPage) -> None:
    page = open_page("/")
    page.focus("input[name=rules]:checked")
    page.keyboard.press("ArrowRight")
    assert page.eval_on_selector("input[name=rules]:checked", "radio => radio.value") == "genial-3d"
    assert page.evaluate("getComputedStyle(document.activeElement.parentElement).outlineStyle") == "solid"


@pytest.mark.parametrize("screen", [WIDE, NARROW], ids=["wide", "narrow"])
def test_the_front_page_fits_one_screen(open_page: OpenPage, screen: dict[str, int]) -> None:
    """What this is, and the button that starts a game."""
    page = open_page("/", viewport=screen)
    box = page.locator(".quick button.button").bounding_box()
    assert box
    assert box["y"] + box["height"] <= screen["height"]


def test_pages_of_guests_are_in_order(open_page: OpenPage) -> None:
    page = open_page("/")
    play_a_bot(page)
    for address in ("/", "/account/keep/", "/account/sign-in/", "/my/"):
        page.goto(address)
        assert wrong_with(page) == []
    page.click(".account-button")
    expect(page.locator("#account-menu")).to_be_visible()
    assert objections(page) == []


def test_the_count_of_turns_comes_live(open_page: OpenPage) -> None:
    """The bot answers while the reader looks at another page: header, title and icon say so."""
    page = open_page("/")
    play_a_bot(page)
    page.goto("/my/")
    expect(page.locator(".turns-count")).to_have_text("1", timeout=15_000)
    expect(page).to_have_title(re.compile(r"^\(1\) "))
    assert page.locator("#icon").get_attribute("href") == "/icons/turns-1.svg"
    expect(page.locator("#my-games")).to_contain_text("Play")


def test_times_are_told_in_the_zone_of_the_browser(open_page: OpenPage) -> None:
    page = open_page("/", timezone_id="Asia/Tokyo")
    play_a_bot(page)
    assert [cookie for cookie in page.context.cookies() if cookie.get("value") == "Asia/Tokyo"]
