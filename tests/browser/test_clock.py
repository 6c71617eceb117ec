"""Clocks in a browser: days off and given time arrive at the other side by themselves, and the pages are in order."""

from playwright.sync_api import expect

from .order import NARROW, wrong_with
from .playing import OpenPage, Stage, lay_out


def test_days_off_and_given_time_are_seen_by_the_other_side_at_once(open_page: OpenPage, site: Stage) -> None:
    game = lay_out(site, "ada", "bob", turns=0, pace={"days": 3})
    ada = open_page(game.address, **game.signed_in("ada"))
    bob = open_page(game.address, **game.signed_in("bob"))
    expect(ada.locator("#status .due")).to_contain_text("in 2 days")
    expect(ada.get_by_role("button", name="Give bob another day")).to_have_count(0)
    bob.get_by_role("button", name="Give ada another day").click()
    expect(ada.locator("#status .due")).to_contain_text("in 3 days")
    days_off = open_page("/my/days-off/", **game.signed_in("ada"))
    assert wrong_with(days_off, [NARROW]) == []
    days_off.get_by_role("button", name="Take days off").click()
    expect(days_off.get_by_role("heading", name="You are away")).to_be_visible()
    assert wrong_with(days_off, [NARROW]) == []
    expect(bob.locator(".table-side")).to_contain_text("away until")
    ada.get_by_role("link", name="Why then?").click()
    expect(ada.locator(".story").first).to_contain_text("bob gave ada 1 day more")
    expect(ada.locator(".story").first).to_contain_text("Days off stop the clock of ada")
    assert wrong_with(ada, [NARROW]) == []
    days_off.get_by_role("button", name="Come back now").click()
    expect(days_off.get_by_role("heading", name="You are away")).to_have_count(0)
    expect(bob.locator(".table-side")).not_to_contain_text("away until")


def test_a_time_bank_is_chosen_without_a_script(open_page: OpenPage, site: Stage) -> None:
    game = lay_out(site, "ada", "bob", turns=0)
    page = open_page("/lobby/new/?rules=koepfchen", java_script_enabled=False, **game.signed_in("ada"))
    page.select_option("#id_pace", label="5 days + 12 hours a turn, at most 7 days")
    page.check("#id_weekends_off")
    page.get_by_role("button", name="Open the table").click()
    page.wait_for_url("**/table/**")
    expect(page.locator("main")).to_contain_text("Everybody has a time bank of 5 days.")
    expect(page.locator("main")).to_contain_text("If it were your turn now, it would be due")
