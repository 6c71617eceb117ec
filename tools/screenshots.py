"""Takes the pictures of docs/screenshots/ anew: `python -m tools.screenshots` (needs Chromium).

It starts a site of its own, lays out games on it, and looks at them as one of their players.
"""

import shutil
import tempfile
from pathlib import Path
from typing import Any, NamedTuple

from playwright.sync_api import Browser, Page, sync_playwright

from tests.browser.playing import Stage, lay_out, pairs

FOLDER = Path(__file__).resolve().parent.parent / "docs" / "screenshots"
SCREENS = {"": (1280, 900), "-phone": (390, 844)}
PLAYERS = ("Ada", "Bruno", "Cleo", "Dries")
TURNS = {"genial": 24, "genial-3d": 16, "genial-cards": 16, "koepfchen": 16}
"""Played before the picture is taken; then it is the first player's turn again."""
A_WHOLE_GAME = 10_000
SKILLED = "greedy"
SETTLED = 400
"""Milliseconds until nothing moves any more."""


class Picture(NamedTuple):
    page: str
    """A game or an address; also the beginning of the file's name."""
    screen: str
    scheme: str
    language: str = "en"

    @property
    def file(self) -> str:
        language = "" if self.language == "en" else f"-{self.language}"
        return f"{self.page}{self.screen}-{self.scheme}{language}.png"


PICTURES = [
    *(
        Picture(page, screen, scheme)
        for page in ("home", "genial")
        for screen in SCREENS
        for scheme in ("light", "dark")
    ),
    Picture("home", "-phone", "dark", "de"),
    Picture("my-games", "", "light"),
    Picture("my-games", "-phone", "dark"),
    Picture("genial-3d", "", "dark"),
    Picture("genial-3d", "-phone", "light", "nl"),
    Picture("genial-cards", "", "light", "de"),
    Picture("genial-cards", "-phone", "dark"),
    Picture("koepfchen", "", "light"),
    Picture("koepfchen", "-phone", "dark", "nl"),
    Picture("replay", "", "light"),
    Picture("replay", "-phone", "dark"),
    Picture("learn", "", "light"),
    Picture("learn", "-phone", "dark", "de"),
    Picture("rules", "", "dark"),
    Picture("rules", "-phone", "light", "nl"),
    Picture("clock", "", "light"),
    Picture("notices", "-phone", "dark"),
]


def main() -> None:
    chromium = shutil.which("chromium")
    with (
        tempfile.TemporaryDirectory(prefix="genial-pictures-") as data,
        Stage(Path(data) / "data") as site,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        games = {
            rules: lay_out(site, *PLAYERS, turns=turns, rules=rules, like=SKILLED) for rules, turns in TURNS.items()
        }
        over = lay_out(site, *PLAYERS[:2], turns=A_WHOLE_GAME, like=SKILLED)
        addresses = {
            "home": "/",
            "my-games": "/my/",
            "replay": f"{over.address}replay/?turn=20",
            "learn": "/learn/lowest/",
            "clock": f"{games['genial'].address}clock/",
            "notices": "/my/notices/settings/",
            "rules": "/games/genial/",
            **{rules: game.address for rules, game in games.items()},
        }
        for old in FOLDER.glob("*.png"):
            old.unlink()
        FOLDER.mkdir(parents=True, exist_ok=True)
        for picture in PICTURES:
            signed_in = {} if picture.page in ("home", "rules", "learn") else over.signed_in(PLAYERS[0])
            page = open_page(browser, site, picture, signed_in)
            page.goto(addresses[picture.page])
            if picture.page in games:
                think(page)
            page.wait_for_timeout(SETTLED)
            page.screenshot(path=FOLDER / picture.file)
            page.context.close()
        browser.close()


def open_page(browser: Browser, site: Stage, picture: Picture, signed_in: dict[str, Any]) -> Page:
    width, height = SCREENS[picture.screen]
    context = browser.new_context(
        base_url=site.url,
        viewport={"width": width, "height": height},
        color_scheme="dark" if picture.scheme == "dark" else "light",
        locale=picture.language,
        reduced_motion="reduce",
        has_touch=bool(picture.screen),
        **signed_in,
    )
    return context.new_page()


def think(page: Page) -> None:
    """Pick a tile or a card, and on a hex board the first of its cells, so that it can be seen how a turn is laid."""
    page.click(".slot:enabled, .hand-card:enabled")
    page.wait_for_selector("[aria-pressed=true]")
    if page.locator("#board[data-pairs]").count():
        first, second = pairs(page)[len(pairs(page)) // 2]
        page.click(f"#{first}")
        page.wait_for_selector(f"#{second}.second")


if __name__ == "__main__":
    main()
