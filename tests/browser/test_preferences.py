"""Language and look: chosen by hand, by keyboard alone, and with JavaScript switched off."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page

from tests.pages.addresses import PAGES

from .order import NARROW, WIDE, objections, too_small

OpenPage = Callable[..., Page]
GROUND = {"light": "rgb(246, 244, 239)", "dark": "rgb(20, 22, 27)"}


def background(page: Page) -> str:
    return str(page.evaluate("getComputedStyle(document.body).backgroundColor"))


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_device_decides_until_the_reader_does(open_page: OpenPage, scheme: str) -> None:
    page = open_page("/games/", color_scheme=scheme)
    assert background(page) == GROUND[scheme]
    other = {"light": "dark", "dark": "light"}[scheme]
    page.click(".preferences-button")
    page.click(f"[name=theme][value={other}]")
    page.wait_for_selector(f"html[data-theme={other}]")
    assert page.url.endswith("/games/")
    assert background(page) == GROUND[other]
    page.goto("/")
    assert background(page) == GROUND[other]


@pytest.mark.parametrize("screen", [WIDE, NARROW], ids=["wide", "narrow"])
def test_the_open_menu_is_in_order(open_page: OpenPage, screen: dict[str, int]) -> None:
    page = open_page("/", viewport=screen)
    page.click(".preferences-button")
    assert page.locator(".preferences").is_visible()
    box = page.locator(".preferences").bounding_box()
    assert box
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= screen["width"]
    assert objections(page) == []


@pytest.mark.parametrize("script", [True, False], ids=["with JavaScript", "without"])
def test_the_language_switch_keeps_the_page(open_page: OpenPage, script: bool) -> None:
    page = open_page("/games/genial/", java_script_enabled=script)
    page.click(".preferences-button")
    page.click("text=Deutsch")
    page.wait_for_selector("html[lang=de]")
    assert page.url.endswith("/games/genial/")


@pytest.mark.parametrize("address", PAGES)
def test_a_page_needs_no_javascript(open_page: OpenPage, address: str) -> None:
    page = open_page(address, java_script_enabled=False)
    assert page.locator("h1").is_visible()
    assert page.locator(".picture").first.is_visible()


@pytest.mark.parametrize("address", PAGES)
def test_every_control_can_be_reached_by_keyboard(open_page: OpenPage, address: str) -> None:
    page = open_page(address)
    wanted = page.evaluate("document.querySelectorAll('a[href], body > header > div > button').length")
    page.focus(".skip-link")  # the first of them, whatever has the focus when the page opens
    reached = set()
    for _ in range(wanted):
        reached.add(page.evaluate("[...document.querySelectorAll('*')].indexOf(document.activeElement)"))
        assert page.evaluate("document.activeElement.matches(':focus-visible')")
        page.keyboard.press("Tab")
    assert len(reached) == wanted


def test_the_menu_works_by_keyboard(open_page: OpenPage) -> None:
    page = open_page("/")
    page.focus(".preferences-button")
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.value") == "en"
    page.keyboard.press("Escape")
    assert page.locator(".preferences").is_hidden()
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    page.wait_for_selector("html[lang=nl]")


def test_the_skip_link_leads_to_the_content(open_page: OpenPage) -> None:
    page = open_page("/")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.id") == "content"


@pytest.mark.parametrize("address", PAGES)
def test_nothing_to_tap_is_too_small(open_page: OpenPage, address: str) -> None:
    page = open_page(address, viewport=NARROW, has_touch=True)
    page.click(".preferences-button")
    assert too_small(page) == []
