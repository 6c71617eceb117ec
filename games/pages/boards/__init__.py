"""How each game is shown at its table: a presenter makes out of a desk what `templates/tables/boards/<key>.html` draws.

What a presenter returns is the template's context. Some names in it are known to the whole page:
`sides` (lanes for the tracks panel), `unseen` (rows for the unseen panel), `panel` (a template in the place of both),
`help` (a template about its keys), `scripts` and `styles` (files of static/).
A game with a preview of its own, for ghosts that scripts move about, names it in `PREVIEWS`.
"""

from collections.abc import Callable
from typing import Any

from games.pages.desk import Desk

from . import cards, genial, genial3d, koepfchen

PRESENTERS: dict[str, Callable[[Desk], dict[str, Any]]] = {
    "genial": genial.present,
    "genial-3d": genial3d.present,
    "genial-cards": cards.present,
    "koepfchen": koepfchen.present,
}

PREVIEWS: dict[str, Callable[[Desk], dict[str, Any]]] = {
    "genial": genial.preview,
    "genial-3d": genial3d.preview,
}


def present(desk: Desk) -> dict[str, Any]:
    return PRESENTERS[desk.key](desk)
