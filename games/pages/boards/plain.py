"""A table in plain words: what a game shows while it has no picture of its own."""

from typing import Any

from games.pages.desk import Desk


def present(desk: Desk) -> dict[str, Any]:
    return {"facts": list(desk.view.items())}
