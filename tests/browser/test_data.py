"""Taking one's data along and leaving, in a browser: workers pack while the page watches."""

import zipfile

from playwright.sync_api import expect

from .order import NARROW, wrong_with
from .playing import OpenPage


def test_a_guest_takes_their_data_along_and_leaves(open_page: OpenPage) -> None:
    page = open_page("/account/sign-in/")
    page.get_by_role("button", name="Go on as a guest").click()
    page.wait_for_url("**/my/**")
    page.goto("/account/data/")
    assert wrong_with(page, [NARROW]) == []
    page.get_by_role("button", name="Pack my data").click()
    download = page.get_by_role("link", name="Download")
    expect(download).to_be_visible(timeout=60_000)  # by itself
    assert wrong_with(page, [NARROW]) == []
    with page.expect_download() as started:
        download.click()
    with zipfile.ZipFile(started.value.path()) as archive:
        assert {"README.txt", "account.json", "games.json"} <= set(archive.namelist())
    page.get_by_role("link", name="Delete my account").click()
    expect(page.locator("#id_name")).to_be_visible()
    assert wrong_with(page, [NARROW]) == []
    page.fill("#id_name", "somebody else")
    page.get_by_role("button", name="Delete my guest account").click()
    expect(page.locator(".field-error")).to_contain_text("This is not your name")
    assert wrong_with(page, [NARROW]) == []
    page.fill("#id_name", page.locator(".field-error").inner_text().removesuffix(".").split()[-1])
    page.get_by_role("button", name="Delete my guest account").click()
    expect(page.get_by_role("heading", name="Goodbye")).to_be_visible()
    page.goto("/account/data/")
    expect(page.get_by_role("heading", name="Sign in")).to_be_visible()
