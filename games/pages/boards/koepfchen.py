"""The table of Kluges Köpfchen: the grid, the cells for the card that is picked, the hand, what others have shown."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from games.drawing.grid import RankCard, Slot, draw_grid, find_slots, layout, rank_card
from games.engine.koepfchen.variants import Cell
from games.pages.desk import Desk


@dataclass(frozen=True, slots=True, kw_only=True)
class Seat:
    name: str
    is_own: bool
    to_move: bool
    score: int
    gain: int
    hand_size: int
    shown: Sequence[RankCard]
    """What everybody knows of the hand since its player had to pass."""


@dataclass(frozen=True, slots=True)
class HandCard:
    card: RankCard
    address: str
    picked: bool


def present(desk: Desk) -> dict[str, Any]:
    card, cell = thought_of(desk)
    slots = find_slots(layout(desk.before), card, cell) if card else ()
    chosen = next((slot for slot in slots if slot.is_chosen), None)
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
        "chosen": chosen,
        "nothing_fits": bool(card) and not any(slot.is_legal for slot in slots),
        "hand": hand_of(desk, card),
        "seats": seats_of(desk),
        "pile": desk.view["pile"],
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


def hand_of(desk: Desk, picked: str) -> list[HandCard]:
    return [
        HandCard(
            card=rank_card(card),
            address=desk.address(draft="", pick="" if card == picked else card) if desk.acting else "",
            picked=card == picked,
        )
        for card in desk.before["hand"] or ()
    ]


def seats_of(desk: Desk) -> list[Seat]:
    return [
        Seat(
            name=name,
            is_own=seat == desk.seat,
            to_move=seat == desk.before["to_move"],
            score=desk.before["scores"][seat],
            gain=desk.view["scores"][seat] - desk.before["scores"][seat],
            hand_size=desk.before["hand_sizes"][seat],
            shown=[rank_card(card) for card in desk.before["shown"][seat]],
        )
        for seat, name in enumerate(desk.names)
    ]


def just_laid(desk: Desk) -> list[Cell]:
    actions = [action for move in desk.last for action in move["actions"] if action["type"] == "play"]
    return [(action["cell"][0], action["cell"][1]) for action in actions]
