"""A real site and a real Chromium. Without one, these tests are skipped; REQUIRE_BROWSER=1 makes that a failure."""

import os
import shutil
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, Page, Request, sync_playwright

from .playing import Stage

# The first is the same engine without windows: opening a page takes half as much of a core.
PROGRAMS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
CHROMIUM = next(filter(None, map(shutil.which, PROGRAMS)), None)
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    # Every window would prepare a list of addresses that nobody types; the rest is what Playwright turns off itself.
    "--disable-features=WebUIOmniboxPopup,WebUIOmniboxAimPopup,HttpsUpgrades,PaintHolding",
]


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    if CHROMIUM is None:
        if os.environ.get("REQUIRE_BROWSER") == "1":
            pytest.fail("REQUIRE_BROWSER=1, but there is no Chromium on the PATH.")
        pytest.skip("there is no Chromium on the PATH (Debian: apt-get install chromium)")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, headless=True, args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stage]:
    env = {"GENIAL_NEWCOMERS": "100000", "GENIAL_BOT_DELAY": "0.2"}
    with Stage(tmp_path_factory.mktemp("browser") / "data", **env) as site:
        yield site


@pytest.fixture
def open_page(browser: Browser, site: Stage) -> Iterator[Callable[..., Page]]:
    """Opens an address of the site; the test fails if the browser complains of anything there."""
    complaints: list[str] = []
    contexts = []

    def open_page(address: str, *, expect: int = 200, **options: object) -> Page:
        context = browser.new_context(base_url=site.url, **options)  # type: ignore[arg-type]
        contexts.append(context)
        page = context.new_page()
        page.on("console", lambda message: complain(message.type, message.text))
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on("requestfailed", fail)
        page.on("request", stay_here)
        response = page.goto(address)
        assert response
        assert response.status == expect
        return page

    def fail(request: Request) -> None:
        # Whoever leaves a page breaks off what it still loads, and its streams, which have no end of their own.
        if request.failure != "net::ERR_ABORTED":
            complaints.append(f"{request.url} failed: {request.failure}")

    def stay_here(request: Request) -> None:
        if not request.url.startswith((f"{site.url}/", "data:", "blob:")):
            complaints.append(f"{request.url} is on another host")

    def complain(kind: str, text: str) -> None:
        # A page that is meant to be an error is no complaint.
        if kind in ("error", "warning") and "the server responded with a status of" not in text:
            complaints.append(f"{kind}: {text}")

    yield open_page
    heard = complaints.copy()  # closing a page breaks off what it still loads
    for context in contexts:
        context.close()
    assert heard == []
