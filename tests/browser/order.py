"""Whether a page is in order: what axe-core says in light and dark, what is too wide, what fingers may miss."""

from collections.abc import Iterable

from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Page, ViewportSize

WIDE = ViewportSize(width=1280, height=800)
MIDDLE = ViewportSize(width=768, height=1024)
NARROW = ViewportSize(width=390, height=844)
SMALLEST_TARGET = 44

# All that axe-core knows, and what it leaves out unless asked: the targets of WCAG 2.2.
EVERYTHING = {"resultTypes": ["violations"], "rules": {"target-size": {"enabled": True}}}
# All that can differ between light and dark.
COLOURS = {
    "resultTypes": ["violations"],
    "runOnly": {"type": "rule", "values": ["color-contrast", "link-in-text-block"]},
}

LOOK = """async options => {
    // What is about to get another colour has none that counts.
    await Promise.allSettled(document.getAnimations().map(animation => animation.finished));
    const { violations } = await axe.run(document, options);
    return violations.map(({ id, help, nodes }) => `${id}: ${help} (${nodes.map(node => node.html).join(' ')})`);
}"""


def objections(page: Page) -> list[str]:
    """What axe-core finds on this page as it stands, in light and in dark."""
    page.wait_for_selector("[hx-trigger=load]", state="detached")  # parts that come after the rest
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE_SCRIPT)
    found = []
    for scheme, options in (("light", EVERYTHING), ("dark", COLOURS)):
        page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
        found += [f"{scheme}: {objection}" for objection in page.evaluate(LOOK, options)]
    page.emulate_media(color_scheme="light")
    return found


def too_wide(page: Page, screens: Iterable[ViewportSize] = (WIDE, MIDDLE, NARROW)) -> list[str]:
    """The screens on which the page has to be scrolled sideways; it is left on the last of them."""
    found = []
    for screen in screens:
        page.set_viewport_size(screen)
        if page.evaluate("document.documentElement.scrollWidth") > screen["width"]:
            found.append(f"wider than {screen['width']}")
    return found


def wrong_with(page: Page, screens: Iterable[ViewportSize] = (WIDE, NARROW)) -> list[str]:
    """Everything that is wrong with a page on any of these screens; it is left on the last of them."""
    found = too_wide(page)
    for screen in screens:
        page.set_viewport_size(screen)
        found += [f"{screen['width']} {objection}" for objection in objections(page)]
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
