"""Takes the pictures of docs/screenshots/ anew: `python -m tools.screenshots SITE` (needs Chromium)."""

import sys
from pathlib import Path

from playwright.sync_api import sync_playwright

FOLDER = Path(__file__).resolve().parent.parent / "docs" / "screenshots"
DESKTOP, PHONE = (1280, 900), (390, 844)
PICTURES = {
    "home-light": ("/", DESKTOP, "light", "en"),
    "home-dark": ("/", DESKTOP, "dark", "en"),
    "home-phone-light": ("/", PHONE, "light", "en"),
    "home-phone-dark-de": ("/", PHONE, "dark", "de"),
    "genial-light-de": ("/games/genial/", DESKTOP, "light", "de"),
    "genial-3d-dark": ("/games/genial-3d/", DESKTOP, "dark", "en"),
    "koepfchen-phone-dark-nl": ("/games/koepfchen/", PHONE, "dark", "nl"),
}


def main(site: str) -> None:
    FOLDER.mkdir(parents=True, exist_ok=True)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=["--no-sandbox"])
        for name, (address, (width, height), scheme, language) in PICTURES.items():
            page = browser.new_page(
                base_url=site,
                viewport={"width": width, "height": height},
                color_scheme="dark" if scheme == "dark" else "light",
                locale=language,
            )
            page.goto(address)
            page.screenshot(path=FOLDER / f"{name}.png")
            page.close()
        browser.close()


if __name__ == "__main__":
    main(sys.argv[1])
