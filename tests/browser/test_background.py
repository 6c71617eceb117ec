"""A page that nobody looks at has shown nobody anything."""

import re
import sqlite3
from contextlib import closing

from playwright.sync_api import Page, expect

from tests.running import eventually

from .playing import PATIENCE, OpenPage, Sitting, Stage, lay_out, pairs

HIDE = """hidden => {
    Object.defineProperty(document, "hidden", { value: hidden, configurable: true });
    document.dispatchEvent(new Event("visibilitychange"));
}"""


def play(page: Page) -> None:
    tile = page.locator(".slot[value]").first.get_attribute("value")
    first, second = pairs(page)[0]
    page.fill("#move", f"{tile} {first} {second}")
    page.press("#move", "Enter")
    page.click("#send:enabled")


def unseen(sitting: Sitting, kind: str) -> int:
    """How many notices of this kind wait to be seen at this table."""
    wanted = "select count(*) from games_notice where kind = ? and channel = 'site' and seen_at is null and game_id = ?"
    with closing(sqlite3.connect(sitting.site.data / "genial.sqlite3")) as database:
        count: int = database.execute(wanted, (kind, sitting.game.replace("-", ""))).fetchone()[0]
        return count


def test_a_page_in_the_background_waits_to_be_seen(open_page: OpenPage, site: Stage) -> None:
    sitting = lay_out(site, "ada", "bob")
    ada = open_page(sitting.address, **sitting.signed_in("ada"))
    bob = open_page(sitting.address, **sitting.signed_in("bob"))
    expect(bob.locator("#talk-text")).to_be_visible()
    bob.evaluate(HIDE, True)
    play(ada)
    ada.fill("#talk-text", "@bob, it is your turn")
    ada.click("text=Say it")
    expect(bob).to_have_title(re.compile(r"^\(\d+\) "), timeout=PATIENCE)  # the count goes on
    assert bob.locator("#table[data-version='0']").count() == 1
    assert bob.locator(".message-text").count() == 0
    assert eventually(lambda: (unseen(sitting, "your_turn"), unseen(sitting, "mention")) == (1, 1))
    bob.evaluate(HIDE, False)
    expect(bob.locator("#table[data-version='1']")).to_have_count(1, timeout=PATIENCE)
    expect(bob.locator(".message-text")).to_have_text(["@bob, it is your turn"])
    assert (unseen(sitting, "your_turn"), unseen(sitting, "mention")) == (0, 0)
