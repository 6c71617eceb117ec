"""Every page that anybody can see: no complaint from the browser, none from axe-core, nothing wider than the screen."""

from collections.abc import Callable

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

from tests.pages.addresses import FORMS, LISTS, PAGES
from tests.running import RunningSite

WIDE = {"width": 1280, "height": 800}
MIDDLE = {"width": 768, "height": 1024}
NARROW = {"width": 390, "height": 844}
SMALLEST_TARGET = 44
OpenPage = Callable[..., Page]


def objections(page: Page) -> list[str]:
    return [
        f"{violation['id']}: {violation['help']} ({violation['nodes'][0]['html']})"
        for violation in Axe().run(page).response["violations"]
    ]


def objections_in_light_and_dark(page: Page) -> list[str]:
    found = []
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        found += [f"{scheme}: {objection}" for objection in objections(page)]
    return found


def too_small(page: Page) -> list[str]:
    """What fingers may miss. Cells of a board are as large as it can be, and some links stretch over a whole card."""
    return list(
        page.evaluate(
            """least => [...document.querySelectorAll('a[href], button, summary, select, input')]
                .filter(control => control.checkVisibility() && !control.closest('.skip-link, .game-card, #board'))
                .filter(control => !['hidden', 'radio', 'checkbox'].includes(control.type))
                .map(control => [control.textContent.trim() || control.id, control.getBoundingClientRect()])
                .filter(([, box]) => box.height < least || box.width < least)
                .map(([name, box]) => `${name} (${box.width} × ${box.height})`)""",
            SMALLEST_TARGET,
        )
    )


@pytest.mark.parametrize("screen", [WIDE, MIDDLE, NARROW], ids=["wide", "middle", "narrow"])
@pytest.mark.parametrize(
    ("address", "status"), [*((page, 200) for page in [*PAGES, *FORMS, *LISTS]), ("/no-such-page/", 404)]
)
def test_a_page_is_in_order(open_page: OpenPage, address: str, status: int, screen: dict[str, int]) -> None:
    page = open_page(address, expect=status, viewport=screen)
    assert page.locator("h1").count() == 1
    assert page.evaluate("document.documentElement.scrollWidth") <= screen["width"]
    assert objections_in_light_and_dark(page) == []


@pytest.mark.parametrize("language", ["en", "de", "nl"])
def test_a_page_speaks_the_browsers_language(open_page: OpenPage, language: str) -> None:
    page = open_page("/", locale=language)
    assert page.locator("html").get_attribute("lang") == language


def test_the_admin_works_under_our_content_security_policy(open_page: OpenPage, site: RunningSite) -> None:
    site.manage("operator", "--name", "ada", "--password", "correct horse battery")
    page = open_page("/admin/")
    page.fill("#id_username", "ada")
    page.fill("#id_password", "correct horse battery")
    page.click("input[type=submit]")
    page.wait_for_load_state("networkidle")  # leaving a page breaks off what it still loads
    page.goto("/admin/accounts/user/")
    page.wait_for_load_state("networkidle")
    page.click("text=ada >> nth=0")
    page.wait_for_load_state("networkidle")
    assert page.locator("h1").first.is_visible()


def test_the_checks_can_fail(open_page: OpenPage) -> None:
    page = open_page("/")
    page.evaluate("document.body.innerHTML = '<img src=\"/static/none.png\">'")
    assert [line for line in objections(page) if line.startswith("image-alt")]
