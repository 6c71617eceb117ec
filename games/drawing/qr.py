"""Codes for cameras."""

import segno

QUIET_ZONE = 4
"""Modules of empty space that scanners expect around a code."""


def qr_path(text: str) -> dict[str, str]:
    """One path, a module a unit, and the box that it lies in."""
    matrix = segno.make(text, error="m").matrix
    runs = [f"M{x} {y}h1v1h-1z" for y, line in enumerate(matrix) for x, dark in enumerate(line) if dark]
    edge = -QUIET_ZONE
    size = len(matrix) + 2 * QUIET_ZONE
    return {"path": "".join(runs), "box": f"{edge} {edge} {size} {size}"}
