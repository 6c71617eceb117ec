"""What a strict content security policy asks of every template, and of the colours that readers see."""

import re
from pathlib import Path

import pytest

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


def violations(source: str) -> list[str]:
    return [what for what, pattern in FORBIDDEN.items() if re.search(pattern, source, re.IGNORECASE)]


@pytest.mark.parametrize("path", TEMPLATES, ids=lambda path: str(path.relative_to(ROOT)))
def test_a_template_keeps_to_the_policy(path: Path) -> None:
    assert violations(path.read_text()) == []


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


def tokens(theme: int) -> dict[str, str]:
    css = (ROOT / "static" / "css" / "tokens.css").read_text()
    both = dict(re.findall(r"--([\w-]+): light-dark\((#\w+), #\w+\)", css))
    dark = dict(re.findall(r"--([\w-]+): light-dark\(#\w+, (#\w+)\)", css))
    return {**dict(re.findall(r"--([\w-]+): (#\w+);", css)), **(dark if theme else both)}


def luminance(colour: str) -> float:
    def linear(part: str) -> float:
        value = int(part, 16) / 255
        return value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4

    red, green, blue = (linear(colour[i : i + 2]) for i in (1, 3, 5))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(a: str, b: str) -> float:
    low, high = sorted((luminance(a), luminance(b)))
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("theme", [0, 1], ids=["light", "dark"])
@pytest.mark.parametrize(
    ("front", "back", "least"),
    [
        *(
            (f"game-{colour}", "slate", 3.0)
            for colour in ["red", "green", "blue", "orange", "yellow", "violet", "turquoise"]
        ),
        ("slate-ink", "slate", 4.5),
        *((ink, back, 4.5) for ink in ("ink", "ink-soft", "accent") for back in ("ground", "surface")),
        ("ink", "accent-wash", 4.5),
        ("ink-soft", "surface-sunk", 4.5),
        ("accent-ink", "accent", 4.5),
        ("focus", "ground", 3.0),
        ("focus", "surface", 3.0),
    ],
)
def test_colours_can_be_told_apart(front: str, back: str, least: float, theme: int) -> None:
    named = tokens(theme)
    assert contrast(named[front], named[back]) >= least


def test_black_on_white_is_the_greatest_contrast() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
