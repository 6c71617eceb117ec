"""Draws the site's icons anew: `python -m tools.icons` (needs Chromium)."""

import struct
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

from games.drawing.geometry import hexagon, star

FOLDER = Path(__file__).resolve().parent.parent / "static" / "icons"
SLATE, SUN = "#272b35", "#ffd84a"
MARK = f'<polygon points="{hexagon((0, 0), 32)}" fill="{SLATE}"/><polygon points="{star(24, 19, 12.2)}" fill="{SUN}"/>'
SVG = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="-32 -32 64 64">{MARK}</svg>\n'
# Home screens cut their own shape, so their icon fills the square.
SQUARE = SVG.replace(MARK, f'<rect x="-32" y="-32" width="64" height="64" fill="{SLATE}"/>{MARK}')
# Some cut a circle out of the middle four fifths.
MASKABLE = SQUARE.replace("-32 -32 64 64", "-38 -38 76 76").replace(
    'x="-32" y="-32" width="64" height="64"', 'x="-38" y="-38" width="76" height="76"'
)


def png(browser: Browser, svg: str, size: int) -> bytes:
    page = browser.new_page(viewport={"width": size, "height": size})
    page.set_content(f"<style>body{{margin:0}}svg{{display:block;width:{size}px}}</style>{svg}")
    picture = page.screenshot(omit_background=True)
    page.close()
    return picture


def ico(picture: bytes, size: int) -> bytes:
    header = struct.pack("<HHH", 0, 1, 1)
    return header + struct.pack("<BBBBHHII", size, size, 0, 0, 1, 32, len(picture), 22) + picture


def main() -> None:
    FOLDER.mkdir(parents=True, exist_ok=True)
    (FOLDER / "favicon.svg").write_text(SVG)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=["--no-sandbox"])
        (FOLDER / "favicon.ico").write_bytes(ico(png(browser, SVG, 32), 32))
        (FOLDER / "icon-180.png").write_bytes(png(browser, SQUARE, 180))
        for size in (192, 512):
            (FOLDER / f"icon-{size}.png").write_bytes(png(browser, SVG, size))
        (FOLDER / "maskable-512.png").write_bytes(png(browser, MASKABLE, 512))
        browser.close()


if __name__ == "__main__":
    main()
