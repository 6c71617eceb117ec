"""What a strict content security policy asks of every template, and of the colours that readers see."""

import re
from collections.abc import Sequence
from itertools import combinations
from math import dist
from pathlib import Path

import pytest

from games.pages import theme

ROOT = Path(__file__).resolve().parents[2]
TEMPLATES = sorted((ROOT / "templates").rglob("*.html"))
FORBIDDEN = {
    "an inline style": r"\sstyle\s*=",
    "a style element": r"<style\b",
    "an inline script": r"<script\b(?![^>]*\ssrc=)",
    "an event attribute": r"\son[a-z]+\s*=",
    "a javascript address": r"javascript:",
    "something from another host": r"""(?:src|href|action)\s*=\s*["'](?:https?:)?//""",
}


MAILS = ROOT / "templates" / "mails"
STYLES = {"an inline style", "a style element"}
"""Mail programs know no style sheets and no policy of ours: in mails, and there alone, styles stand in the page."""


def violations(source: str) -> set[str]:
    return {what for what, pattern in FORBIDDEN.items() if re.search(pattern, source, re.IGNORECASE)}


@pytest.mark.parametrize("path", TEMPLATES, ids=lambda path: str(path.relative_to(ROOT)))
def test_a_template_keeps_to_the_policy(path: Path) -> None:
    allowed = STYLES if MAILS in path.parents else set()
    assert violations(path.read_text()) <= allowed


def test_pages_do_not_borrow_from_mails() -> None:
    others = [path for path in TEMPLATES if MAILS not in path.parents]
    assert [path for path in others if "mails/" in path.read_text()] == []


@pytest.mark.parametrize(
    "source",
    [
        '<p style="color: red">',
        "<style>p {}</style>",
        "<script>alert(1)</script>",
        '<a onclick="go()">',
        '<a href="javascript:go()">',
        '<img src="//cdn.example/a.png">',
    ],
)
def test_the_policy_check_can_fail(source: str) -> None:
    assert violations(source)


PALETTES = list(theme.PALETTES)


def tokens(dark: int, palette: str = "classic") -> dict[str, str]:
    """The colours that hold for a theme and a palette: later blocks come over earlier ones."""
    css = (ROOT / "static" / "css" / "tokens.css").read_text()
    named: dict[str, str] = {}
    for selectors, block in re.findall(r"^([^{}/*@]+) \{([^{}]*)\}", css, re.MULTILINE):
        if {":root", f'[data-palette="{palette}"]'} & {selector.strip() for selector in selectors.split(",")}:
            for name, light_one, dark_one, only in re.findall(
                r"--([\w-]+): (?:light-dark\((#\w+), (#\w+)\)|(#\w+));", block
            ):
                named[name] = only or (dark_one if dark else light_one)
    return named


def linear(part: str) -> float:
    value = int(part, 16) / 255
    return value / 12.92 if value <= 0.04045 else float(((value + 0.055) / 1.055) ** 2.4)


def luminance(colour: str) -> float:
    red, green, blue = (linear(colour[i : i + 2]) for i in (1, 3, 5))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(a: str, b: str) -> float:
    low, high = sorted((luminance(a), luminance(b)))
    return (high + 0.05) / (low + 0.05)


COLOURS = ["red", "green", "blue", "orange", "yellow", "violet", "turquoise"]


@pytest.mark.parametrize("palette", PALETTES)
@pytest.mark.parametrize("dark", [0, 1], ids=["light", "dark"])
@pytest.mark.parametrize(
    ("front", "back", "least"),
    [
        *((f"game-{colour}", "slate", 3.0) for colour in COLOURS),
        ("slate-ink", "slate", 4.5),
        *((ink, back, 4.5) for ink in ("ink", "ink-soft", "accent") for back in ("ground", "surface")),
        ("ink", "accent-wash", 4.5),
        ("accent", "accent-wash", 4.5),
        ("ink-soft", "accent-wash", 4.5),
        ("ink-soft", "surface-sunk", 4.5),
        ("accent-ink", "accent", 4.5),
        ("focus", "ground", 3.0),
        ("focus", "surface", 3.0),
    ],
)
def test_colours_can_be_told_apart(front: str, back: str, least: float, dark: int, palette: str) -> None:
    named = tokens(dark, palette)
    assert contrast(named[front], named[back]) >= least


@pytest.mark.parametrize("dark", [0, 1], ids=["light", "dark"])
def test_high_contrast_is_high(dark: int) -> None:
    named = tokens(dark, "contrast")
    assert all(contrast(named[f"game-{colour}"], named["slate"]) >= 7 for colour in COLOURS)
    assert all(contrast(named[ink], named["ground"]) >= 7 for ink in ("ink", "ink-soft", "accent"))
    assert contrast(named["line"], named["ground"]) >= 3
    assert contrast(named["board-line"], named["board-cell"]) >= 3


# How eyes without one kind of cones see linear red, green and blue (Machado, Oliveira and Fernandes 2009).
SEEN_BY = {
    "everybody": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protan": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "deutan": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881)),
    "tritan": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.303900)),
}
FAR_ENOUGH = 20.0
"""In CIELAB, where 2.3 is the least difference that people notice side by side."""


@pytest.mark.parametrize(
    ("palette", "eyes"),
    [
        ("classic", "everybody"),
        ("red-green", "everybody"),
        ("red-green", "protan"),
        ("red-green", "deutan"),
        ("blue-yellow", "everybody"),
        ("blue-yellow", "tritan"),
        *(("contrast", eyes) for eyes in SEEN_BY),
    ],
)
def test_a_palette_keeps_its_colours_apart_for_the_eyes_it_is_for(palette: str, eyes: str) -> None:
    assert nearest(palette, eyes) >= FAR_ENOUGH


def test_the_measure_sees_what_the_classic_palette_lacks() -> None:
    assert all(nearest("classic", eyes) < FAR_ENOUGH for eyes in ("protan", "deutan", "tritan"))


def nearest(palette: str, eyes: str) -> float:
    """How far apart the two game colours are that come closest to each other."""
    named = tokens(0, palette)
    seen = [lab(as_seen(named[f"game-{colour}"], eyes)) for colour in COLOURS]
    return min(dist(one, other) for one, other in combinations(seen, 2))


def as_seen(colour: str, eyes: str) -> list[float]:
    parts = [linear(colour[i : i + 2]) for i in (1, 3, 5)]
    return [min(1.0, max(0.0, sumprod(row, parts))) for row in SEEN_BY[eyes]]


def lab(parts: list[float]) -> tuple[float, float, float]:
    to_xyz = ((0.4124564, 0.3575761, 0.1804375), (0.2126729, 0.7151522, 0.0721750), (0.0193339, 0.1191920, 0.9503041))
    white = (0.95047, 1.0, 1.08883)
    x, y, z = (bent(sumprod(row, parts) / most) for row, most in zip(to_xyz, white, strict=True))
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def bent(value: float) -> float:
    return float(value ** (1 / 3)) if value > 0.008856 else 7.787 * value + 16 / 116


def sumprod(one: Sequence[float], other: Sequence[float]) -> float:
    return sum(a * b for a, b in zip(one, other, strict=True))


def test_browsers_colour_their_frame_like_the_page() -> None:
    assert {"light": tokens(0)["ground"], "dark": tokens(1)["ground"]} == theme.GROUND


def test_black_on_white_is_the_greatest_contrast() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
