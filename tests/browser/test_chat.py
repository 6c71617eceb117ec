"""Talk, notes and spectators beside a table: two browsers, and one without a script."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from .order import WIDE, wrong_with
from .playing import OpenPage, Stage, lay_out

EVIL = "<img src=x onerror=\"document.title='caught'\"><script>document.title='caught'</script>"


def say(page: Page, text: str) -> None:
    page.fill("#talk-text", text)
    page.click("text=Say it")


def reload(page: Page) -> None:
    page.wait_for_load_state("networkidle")  # leaving a page breaks off what it still loads
    page.reload()


@pytest.fixture
def two(open_page: OpenPage, site: Stage) -> Callable[..., tuple[Page, Page]]:
    def two(**wishes: object) -> tuple[Page, Page]:
        game = lay_out(site, "ada", "bob", **wishes)  # type: ignore[arg-type]
        ada, bob = (open_page(game.address, viewport=WIDE, **game.signed_in(name)) for name in ("ada", "bob"))
        for page in (ada, bob):
            expect(page.locator("#talk-text")).to_be_visible()
        return ada, bob

    return two


def test_two_people_talk_without_reloading(two: Callable[..., tuple[Page, Page]]) -> None:
    ada, bob = two()
    bob.fill("#talk-text", "half a sentence")
    say(ada, "Good luck, @bob!")
    for page in (ada, bob):
        expect(page.locator(".message-text")).to_have_text(["Good luck, @bob!"])
    expect(ada.locator("#talk-text")).to_have_value("")
    expect(ada.locator("#talk-text")).to_be_focused()
    expect(bob.locator("#talk-text")).to_have_value("half a sentence")
    expect(bob.locator(".message.calls .mention")).to_have_text("@bob")
    say(bob, "You too")
    expect(ada.locator(".message-text")).to_have_text(["Good luck, @bob!", "You too"])


def test_text_is_never_run(two: Callable[..., tuple[Page, Page]]) -> None:
    ada, bob = two()
    say(ada, EVIL)
    expect(bob.locator(".message-text")).to_have_text([EVIL])
    assert bob.title() != "caught"
    reload(bob)
    expect(bob.locator(".message-text")).to_have_text([EVIL])
    assert bob.title() != "caught"


def test_who_is_muted_is_gone_and_can_come_back(two: Callable[..., tuple[Page, Page]]) -> None:
    ada, bob = two()
    say(bob, "noise")
    expect(ada.locator(".message-text")).to_have_text(["noise"])
    ada.click(".message-menu summary")
    ada.click("text='Mute bob'")
    expect(ada.locator(".message")).to_have_count(0)
    expect(ada.locator(".unmute")).to_contain_text("bob is muted.")
    say(bob, "more noise")
    expect(bob.locator(".message")).to_have_count(2)
    say(ada, "peace")
    expect(ada.locator(".message-text")).to_have_text(["peace"])
    ada.click("text='Unmute bob'")
    expect(ada.locator(".message-text")).to_have_text(["noise", "more noise", "peace"])


def test_a_report_is_thanked_for(two: Callable[..., tuple[Page, Page]]) -> None:
    ada, bob = two()
    say(bob, "rude")
    expect(ada.locator(".message")).to_have_count(1)
    ada.click(".message-menu summary")
    ada.fill("[name=reason]", "insults me")
    ada.click("text=Report to the operator")
    expect(ada.locator("#talk [role=status]")).to_contain_text("Thank you")


def test_notes_keep_themselves(two: Callable[..., tuple[Page, Page]]) -> None:
    ada, bob = two()
    ada.fill("#notes textarea", "bob hoards green")
    expect(ada.locator("#note-state")).to_have_text("Kept.")
    for page, text in ((ada, "bob hoards green"), (bob, "")):
        reload(page)
        expect(page.locator("#notes textarea")).to_have_value(text)


def test_spectators_talk_where_players_do_not_read(open_page: OpenPage, site: Stage) -> None:
    game, other = lay_out(site, "ada", "bob"), lay_out(site, "cy", "dot")
    ada = open_page(game.address, **game.signed_in("ada"))
    cy, dot = (open_page(game.address, **other.signed_in(name)) for name in ("cy", "dot"))
    expect(dot.locator("#watching")).to_contain_text("You are watching.")
    say(cy, "Look at the corner")
    expect(dot.locator(".message-text")).to_have_text(["Look at the corner"])
    say(ada, "Hello all")
    expect(dot.locator(".message-text")).to_have_text(["Look at the corner", "Hello all"])
    expect(ada.locator(".message-text")).to_have_text(["Hello all"])
    reload(ada)
    expect(ada.locator("#watching")).to_contain_text("2 people are watching.")
    expect(ada.locator(".message-text")).to_have_text(["Hello all"])


def test_talk_and_notes_without_a_script(open_page: OpenPage, site: Stage) -> None:
    game = lay_out(site, "ada", "bob")
    ada = open_page(game.address, java_script_enabled=False, **game.signed_in("ada"))
    ada.click("text=Talk at this table")
    say(ada, "Slow and steady")
    expect(ada.locator(".message-text")).to_have_text(["Slow and steady"])
    ada.click("text=Back to the table")
    ada.click("text=My notes")
    ada.fill("textarea", "a plan")
    ada.click("text=Keep")
    expect(ada.locator("textarea")).to_have_value("a plan")


def test_talk_and_notes_are_in_order(open_page: OpenPage, site: Stage) -> None:
    game = lay_out(site, "ada", "bob")
    bob = open_page(f"{game.address}talk/", **game.signed_in("bob"))
    say(bob, "A rather-long-word-" * 20)
    for place in ("", "talk/", "notes/"):
        page = open_page(f"{game.address}{place}", **game.signed_in("ada"))
        if place != "notes/":
            page.click(".message-menu summary")
        assert wrong_with(page) == []
