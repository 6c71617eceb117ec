"""A real site and a real Chromium. Without one, these tests are skipped; REQUIRE_BROWSER=1 makes that a failure."""

import os
import shutil
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, Page, Playwright, Request, sync_playwright

from tests.running import prepared

from .playing import Stage

WITH_WINDOWS = ("chromium", "chromium-browser", "google-chrome")
# The same engine without windows: opening a page takes half as much of a core.
WITHOUT = "chromium-headless-shell"
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


class Browsers:
    """Each is started when it is first asked for."""

    def __init__(self, playwright: Playwright) -> None:
        self.playwright = playwright
        self.started: dict[str, Browser] = {}

    def get(self, *, windows: bool) -> Browser:
        program = first_of(*([] if windows else [WITHOUT]), *WITH_WINDOWS)
        if program not in self.started:
            self.started[program] = self.playwright.chromium.launch(executable_path=program, headless=True, args=FLAGS)
        return self.started[program]


def first_of(*programs: str) -> str:
    found = next(filter(None, map(shutil.which, programs)), None)
    if found is None:
        if os.environ.get("REQUIRE_BROWSER") == "1":
            pytest.fail(f"REQUIRE_BROWSER=1, but there is no {programs[0]} on the PATH.")
        pytest.skip("there is no Chromium on the PATH (Debian: apt-get install chromium)")
    return found


@pytest.fixture(scope="session")
def browsers() -> Iterator[Browsers]:
    with sync_playwright() as playwright:
        browsers = Browsers(playwright)
        yield browsers
        for browser in browsers.started.values():
            browser.close()


@pytest.fixture
def browser(browsers: Browsers, request: pytest.FixtureRequest) -> Browser:
    return browsers.get(windows="windows" in request.keywords)


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stage]:
    env = {"GENIAL_NEWCOMERS": "100000", "GENIAL_BOT_DELAY": "0.2"}
    with Stage(prepared(tmp_path_factory.mktemp("browser") / "data"), **env) as site:
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
