"""The table of Kluges Köpfchen: the grid, the cells for the card that is picked, the hand, what others have shown."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.drawing.grid import RankCard, Slot, draw_grid, find_slots, layout, rank_card
from games.drawing.words import colour_name, listed
from games.engine.koepfchen.variants import COLOURS, RANKS, Cell
from games.engine.rules import Data
from games.pages.desk import Desk, Person

from .genial import Hint


@dataclass(frozen=True, slots=True, kw_only=True)
class Seat:
    person: Person
    to_move: bool
    score: int
    gain: int
    hand_size: int
    shown: Sequence[RankCard]
    """What everybody knows of the hand since its player had to pass."""


@dataclass(frozen=True, slots=True)
class HandCard:
    number: int
    card: RankCard
    picked: bool

    @property
    def value(self) -> str:
        """What a press picks; nothing where it puts the card back."""
        return "" if self.picked else self.card.card


def present(desk: Desk) -> dict[str, Any]:
    card, cell = thought_of(desk)
    slots = find_slots(layout(desk.before), card, cell) if card else ()
    picture = draw_grid(
        desk.before,
        last=just_laid(desk),
        lit=desk.lit,
        ghost=(card, cell) if cell else None,
        slots=slots,
    )
    return {
        "picture": picture,
        "links": [(slot, slot_address(desk, card, slot)) for slot in slots],
        "picked": rank_card(card) if card else None,
        "hand": [
            HandCard(number, rank_card(held), held == card) for number, held in enumerate(desk.before["hand"] or (), 1)
        ],
        "seats": seats_of(desk),
        "pile": desk.view["pile"],
        "unseen_ranks": unseen(desk.view),
        "unseen_count": len(desk.view["unseen"]),
        "words": brings(slots),
        "hints": [Hint("now", next_step(desk, slots), shown=True)],
        "example": "R7 2,0",
        "panel": "tables/panels/grid-scores.html",
        "help": "tables/panels/help-grid.html",
        "styles": ["css/boards-cards.css"],
        "scripts": ["js/table/cards.js"],
    }


def thought_of(desk: Desk) -> tuple[str, Cell | None]:
    """The card that the reader thinks of laying, and where."""
    if not desk.acting:
        return "", None
    if desk.steps:
        action = desk.steps[-1].action
        x, y = action["cell"]
        return action["card"], (x, y)
    return (desk.pick if desk.pick in desk.view["hand"] else ""), None


def slot_address(desk: Desk, card: str, slot: Slot) -> str:
    """The card laid there, in place of what was drafted before; a cell that is not allowed is answered with why."""
    return desk.address(draft=f"{card} {slot.where}", pick=card, cell="")


def seats_of(desk: Desk) -> list[Seat]:
    """The reader first, then those who play after them."""
    count, own = len(desk.names), desk.seat or 0
    return [seat_of(desk, (own + step) % count) for step in range(count)]


def seat_of(desk: Desk, seat: int) -> Seat:
    score = desk.view["scores"][seat]
    return Seat(
        person=desk.person(seat),
        to_move=seat == desk.before["to_move"],
        score=score,
        gain=score - desk.before["scores"][seat],
        hand_size=desk.before["hand_sizes"][seat],
        shown=[rank_card(card) for card in desk.before["shown"][seat]],
    )


def just_laid(desk: Desk) -> list[Cell]:
    """The cells that others covered since the reader's last turn."""
    actions = [action for move in desk.last for action in move["actions"] if action["type"] == "play"]
    return [(action["cell"][0], action["cell"][1]) for action in actions]


def unseen(view: Data) -> list[tuple[str, str, str]]:
    """The cards in the pile or in other hands: for each colour its letter, its name and its ranks."""
    left = set(view["unseen"])
    rows = [(colour, "".join(rank for rank in RANKS if colour + rank in left)) for colour in COLOURS]
    return [(colour, colour_name(colour), " ".join(ranks) or "–") for colour, ranks in rows]


# --- words -------------------------------------------------------------------------------------


def brings(slots: Sequence[Slot]) -> str:
    """`straight of 4 in the row: 1, 3 × red in the column: 1`, of the card that is laid in the draft."""
    chosen = next((slot for slot in slots if slot.is_chosen), None)
    if chosen is None:
        return ""
    if chosen.wins:
        return _("%(groups)s: this turn wins the game.") % {"groups": listed(chosen.groups)}
    points = ngettext("+%(count)d point", "+%(count)d points", chosen.points) % {"count": chosen.points}
    return f"{points}: {listed(chosen.groups)}" if chosen.groups else _("This brings no points.")


def next_step(desk: Desk, slots: Sequence[Slot]) -> str:
    if not desk.due:
        return _("That is the whole turn: send it, choose another cell, or undo.")
    if not slots:
        return _("Pick a card.")
    if any(slot.is_legal for slot in slots):
        return _("Choose a cell for it.")
    return _("This card fits nowhere: pick another one.")
