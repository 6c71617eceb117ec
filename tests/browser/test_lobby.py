"""Laying out a table and sitting down at it, in two browsers."""

import re
from collections.abc import Callable
from urllib.parse import quote

import pytest
from playwright.sync_api import Page, expect

from games.pages.theme import PALETTES

from .order import objections, wrong_with

OpenPage = Callable[..., Page]


def come_in(page: Page, address: str) -> None:
    """As a guest, to an address that asks for a name."""
    page.goto(f"/account/sign-in/?next={quote(address)}")
    page.click("text=Go on as a guest")
    page.wait_for_url(lambda url: url.endswith(address))


@pytest.mark.parametrize("script", [True, False], ids=["with JavaScript", "without"])
def test_two_people_meet_at_a_table(open_page: OpenPage, script: bool) -> None:
    host = open_page("/", java_script_enabled=script)
    come_in(host, "/lobby/new/")
    host.click("text=Kluges Köpfchen")
    host.click("text=Open the table")
    host.wait_for_url(re.compile("/table/"))
    link = host.input_value("#share-address")
    friend = open_page("/", java_script_enabled=script)
    come_in(friend, link.removeprefix(friend.url.rstrip("/")))
    friend.click("text=Take a seat")
    expect(friend.locator("#table")).to_be_visible()
    if not script:
        host.reload()
    # With a script the board comes by itself.
    expect(host.locator("#table")).to_be_visible()


def test_the_seats_fill_while_the_host_looks(open_page: OpenPage) -> None:
    host = open_page("/")
    come_in(host, "/lobby/new/?rules=koepfchen&way=free-3")
    host.click("text=Open the table")
    host.wait_for_url(re.compile("/table/"))
    friend = open_page("/")
    come_in(friend, host.url.removeprefix(friend.url.rstrip("/")))
    friend.click("text=Take a seat")
    friend.wait_for_selector("text=Leave the table")
    expect(host.locator("#seats .free")).to_have_count(1)
    assert objections(host) == []


def test_the_form_follows_the_choice(open_page: OpenPage) -> None:
    page = open_page("/")
    come_in(page, "/lobby/new/?rules=genial")
    page.click("#way-free-3")
    expect(page.locator("#id_seat_3")).to_be_visible()
    assert "way=free-3" in page.url
    assert page.evaluate("document.activeElement.id") == "way-free-3"
    expect(page.locator("#id_invite_2")).to_be_hidden()
    page.select_option("#id_seat_2", "invite")
    expect(page.locator("#id_invite_2")).to_be_visible()
    page.fill("#id_invite_2", "nobody-of-that-name")
    page.click("text=Open the table")
    expect(page.locator("#id_invite_2_error")).to_contain_text("There is no player called nobody-of-that-name.")


def test_the_way_to_a_table_is_in_order(open_page: OpenPage) -> None:
    page = open_page("/")
    come_in(page, "/lobby/new/")
    for address in ("/lobby/new/", "/lobby/new/?rules=genial&way=team-4", "/lobby/new/?rules=genial-cards"):
        page.goto(address)
        for details in page.locator("main details").all():
            details.locator("summary").click()
        assert wrong_with(page) == []
    page.click("text=Open the table")
    page.wait_for_url(re.compile("/table/"))
    for address in (page.url, "/lobby/", "/my/"):
        page.goto(address)
        assert wrong_with(page) == []


@pytest.mark.parametrize("palette", PALETTES)
def test_every_palette_is_in_order(open_page: OpenPage, palette: str) -> None:
    page = open_page("/lobby/")
    page.click(".preferences-button")
    page.click(f"[name=palette][value={palette}]")
    page.wait_for_selector(f"html[data-palette={palette}]")
    assert page.url.endswith("/lobby/")
    for address in ("/lobby/", "/", "/games/genial/", "/account/sign-up/", "/no-such-page/"):
        page.goto(address)
        assert objections(page) == []
