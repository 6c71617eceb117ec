"""An account from its first day on: the address confirmed, a second step, recovery codes, passkeys."""

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.accounts.codes import code_of_app
from tests.running import eventually

from .order import wrong_with
from .playing import Stage

OpenPage = Callable[..., Page]
PASSWORD = "correct horse battery"
PAGES = ("", "name/", "email/", "password/", "two-factor/", "passkeys/", "sessions/", "tokens/")


def sign_up(page: Page, name: str, address: str = "") -> None:
    page.goto("/account/sign-up/")
    page.fill("#id_username", name)
    page.fill("#id_email", address)
    page.fill("#id_password1", PASSWORD)
    page.click("main form button.button")
    page.wait_for_url("**/my/")


def sign_in(page: Page, login: str) -> None:
    page.goto("/account/sign-in/")
    page.fill("#id_login", login)
    page.fill("#id_password", PASSWORD)
    page.click("main form button.button >> nth=0")


def sign_out(page: Page) -> None:
    page.goto("/account/")
    page.click("main form button")
    page.wait_for_url("**/")


def mailed_link(site: Stage, to: str) -> str:
    """The path in the mail to this address, as it lies in the operator's folder."""
    folder = Path(site.data) / "mail"

    def link() -> str:
        for path in sorted(folder.glob("*.log"), reverse=True):
            text = path.read_text()
            if f"To: {to}" in text and (found := re.search(r"http://[^/\s]+(/account/\S+)", text)):
                return found[1]
        return ""

    assert eventually(lambda: bool(link()))
    return link()


@pytest.mark.parametrize("script", [True, False], ids=["with JavaScript", "without"])
def test_from_signing_up_to_a_recovery_code(open_page: OpenPage, site: Stage, script: bool) -> None:
    name = f"Cara-{'yes' if script else 'no'}"
    address = f"{name.lower()}@example.org"
    page = open_page("/account/sign-up/", java_script_enabled=script)
    sign_up(page, name, address)
    page.goto(mailed_link(site, address))
    page.click("text=Yes, confirm it")
    page.wait_for_url("**/account/")
    expect(page.locator("main")).to_contain_text(f"{address} is confirmed.")
    # A second step, with the key that the page shows.
    page.goto("/account/two-factor/on/")
    key = page.inner_text("code.secret")
    page.fill("#id_code", code_of_app(key))
    page.click("main form button.button")
    page.wait_for_url("**/codes/")
    recovery = page.inner_text(".codes li >> nth=0")
    sign_out(page)
    # By the address, and a code of the app: the next one, for each works once.
    sign_in(page, address.upper())
    page.wait_for_url("**/second-step/")
    page.fill("#id_code", "000000")
    page.click("main form button.button >> nth=0")
    expect(page.locator(".field-error")).to_contain_text("not right")
    page.fill("#id_code", code_of_app(key))
    page.click("main form button.button >> nth=0")
    page.wait_for_url("**/my/")
    sign_out(page)
    sign_in(page, name)
    page.fill("#id_code", recovery)
    page.click("main form button.button >> nth=0")
    page.wait_for_url("**/my/")


@pytest.fixture
def device(browser: Browser, site: Stage) -> Iterator[Page]:
    """A browser on a device that knows its owner; passkeys want a name, which 127.0.0.1 is not."""
    context = browser.new_context(base_url=f"http://localhost:{site.port}")
    page = context.new_page()
    keys = context.new_cdp_session(page)
    keys.send("WebAuthn.enable")
    options = {
        "protocol": "ctap2",
        "transport": "internal",
        "hasResidentKey": True,
        "hasUserVerification": True,
        "isUserVerified": True,
        "automaticPresenceSimulation": True,
    }
    keys.send("WebAuthn.addVirtualAuthenticator", {"options": options})
    yield page
    context.close()


def test_a_passkey_signs_in_alone(device: Page) -> None:
    page = device
    sign_up(page, "Dora")
    page.goto("/account/passkeys/add/")
    page.fill("#id_name", "my phone")
    page.click("main form button.button")
    page.wait_for_url("**/codes/")
    page.goto("/account/passkeys/")
    expect(page.locator(".row-card")).to_contain_text("my phone")
    sign_out(page)
    page.goto("/account/sign-in/?next=/lobby/")
    page.click("form.passkey button")
    page.wait_for_url(re.compile(r"^[^?]+/lobby/$"))
    sign_out(page)
    # The password alone is not enough any more.
    sign_in(page, "dora")
    page.wait_for_url("**/second-step/")
    page.click("form.passkey button")
    page.wait_for_url("**/my/")
    page.goto("/account/passkeys/")
    page.click("text=Remove")
    page.click("main form button.button")
    page.wait_for_url("**/passkeys/")
    expect(page.locator("main")).to_contain_text("You have none yet.")


def test_the_accounts_pages_are_in_order(open_page: OpenPage) -> None:
    """At both widths, in light and in dark."""
    page = open_page("/account/forgotten/")
    assert wrong_with(page) == []
    sign_up(page, "Eli", "eli@example.org")
    for address in (*PAGES, "two-factor/on/", "passkeys/add/"):
        page.goto(f"/account/{address}")
        assert wrong_with(page) == []
