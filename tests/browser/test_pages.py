"""Every page that anybody can see: no complaint from the browser, none from axe-core, nothing wider than the screen."""

from functools import partial

import pytest
from playwright.sync_api import Route

from tests.pages.addresses import FORMS, LISTS, PAGES

from .order import NARROW, WIDE, objections, too_small, wrong_with
from .playing import OpenPage, Stage

HEAVY = "/api/docs/"
"""It takes axe-core as long as ten others, and looks the same on every screen."""


@pytest.mark.parametrize(
    ("address", "status"), [*((page, 200) for page in [*PAGES, *FORMS, *LISTS]), ("/no-such-page/", 404)]
)
def test_a_page_is_in_order(open_page: OpenPage, address: str, status: int) -> None:
    page = open_page(address, expect=status)
    assert page.locator("h1").count() == 1
    assert wrong_with(page, [NARROW] if address == HEAVY else [WIDE, NARROW]) == []


def instead(body: str, route: Route) -> None:
    """Another page under the headers of the one that was asked for."""
    route.fulfill(response=route.fetch(), body=body)


def test_the_pages_for_mistakes_are_in_order(open_page: OpenPage, site: Stage) -> None:
    """Those that a site in order does not show: they are laid where another page would be."""
    pages = site.behind("error_pages")
    assert len(pages) == 4
    for body in pages.values():
        page = open_page("/no-such-page/", expect=404)
        page.route("**/no-such-page/", partial(instead, body))
        page.reload()
        assert page.locator("h1").count() == 1
        assert page.locator("h1").inner_text() in body
        assert wrong_with(page) == []
        page.set_viewport_size(NARROW)
        assert too_small(page) == []


@pytest.mark.parametrize("language", ["en", "de", "nl"])
def test_a_page_speaks_the_browsers_language(open_page: OpenPage, language: str) -> None:
    page = open_page("/", locale=language)
    assert page.locator("html").get_attribute("lang") == language


def test_the_admin_works_under_our_content_security_policy(open_page: OpenPage, site: Stage) -> None:
    site.manage("operator", "--name", "ada", "--password", "correct horse battery")
    page = open_page("/admin/")
    page.fill("#id_login", "ada")
    page.fill("#id_password", "correct horse battery")
    page.click("main form button.button >> nth=0")
    page.wait_for_load_state("networkidle")  # leaving a page breaks off what it still loads
    page.goto("/admin/accounts/user/")
    page.wait_for_load_state("networkidle")
    page.click("text=ada >> nth=0")
    page.wait_for_load_state("networkidle")
    assert page.locator("h1").first.is_visible()
    page.goto("/operator/")
    assert page.locator(".part").count() == 6
    assert wrong_with(page) == []


def test_the_checks_can_fail(open_page: OpenPage) -> None:
    page = open_page("/")
    page.evaluate("document.querySelector('main').insertAdjacentHTML('beforeend', '<img src=\"/static/none.png\">')")
    assert [line.split(" (")[0] for line in objections(page)] == ["light: image-alt: Images must have alternative text"]
    page.evaluate("document.querySelector('main').lastElementChild.remove()")
    page.evaluate("document.querySelector('h1').style.color = 'light-dark(black, #333)'")
    assert [line.split(":")[:2] for line in objections(page)] == [["dark", " color-contrast"]]
    page.evaluate("document.querySelector('h1').style.width = '1000px'")
    assert "wider than 390" in wrong_with(page, [])


def test_what_is_changing_colour_is_looked_at_when_it_has_changed(open_page: OpenPage) -> None:
    page = open_page("/")
    page.evaluate("document.querySelector('.quick .button').style.transition = 'background-color 2s step-end'")
    assert objections(page) == []
