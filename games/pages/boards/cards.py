"""The table of the card game: open cards, tracks, the hand, and both orders of the card that is picked."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from games.drawing.cards import CardTrack, Order, PairCard, both_orders, differ, draw_cards, pair_card
from games.engine.cards.rules import kind
from games.engine.notation import write_turn
from games.engine.rules import Data, Refusal
from games.pages.desk import Desk


@dataclass(frozen=True, slots=True, kw_only=True)
class Seat:
    number: int
    name: str
    is_own: bool
    to_move: bool
    row: Sequence[PairCard]
    track: CardTrack
    hand_size: int


@dataclass(frozen=True, slots=True)
class HandCard:
    card: PairCard
    address: str
    """Where a tap leads; empty while there is nothing to pick."""
    picked: bool


@dataclass(frozen=True, slots=True)
class Choice:
    """One of the two orders in which a picked card can be scored."""

    order: Order
    card: PairCard
    address: str
    current: bool


def present(desk: Desk) -> dict[str, Any]:
    pick = picked(desk)
    choices = choices_of(desk, pick) if pick else []
    lit = next((choice.order.why for choice in choices if choice.current), desk.lit)
    table = draw_cards(desk.view, last=just_played(desk), lit=lit, ghost=pick)
    seats = [
        Seat(
            number=seat,
            name=name,
            is_own=seat == desk.seat,
            to_move=seat == desk.before["to_move"],
            row=table.rows[seat],
            track=table.tracks[seat],
            hand_size=desk.view["hand_sizes"][seat],
        )
        for seat, name in enumerate(desk.names)
    ]
    return {
        "picture": table,
        "seats": seats,
        "own": next((seat for seat in seats if seat.is_own), None),
        "others": [seat for seat in seats if not seat.is_own],
        "hand": hand_of(desk, pick),
        "choices": choices,
        "order_matters": bool(choices) and differ((choices[0].order, choices[1].order)),
        "flip": flip_address(desk, pick),
        "wins": bool(desk.steps) and desk.view["ended_by"] == "instant",
    }


def picked(desk: Desk) -> str:
    """The card that the reader picked, the symbol to score first in front; empty where they hold none such."""
    try:
        return desk.pick if desk.acting and desk.pick and kind(desk.pick) in desk.view["hand"] else ""
    except Refusal:
        return ""


def hand_of(desk: Desk, pick: str) -> list[HandCard]:
    """The cards in order of drawing; of equal ones the first is the one that is picked."""
    hand: list[str] = desk.view["hand"] or []
    chosen = hand.index(kind(pick)) if pick else None
    can_pick = desk.acting and desk.due > 0
    return [
        HandCard(
            card=pair_card(card),
            address=desk.address(pick="" if at == chosen else card) if can_pick else "",
            picked=at == chosen,
        )
        for at, card in enumerate(hand)
    ]


def choices_of(desk: Desk, pick: str) -> list[Choice]:
    """Both orders, always on the same sides; the current one is the one that the pick spells."""
    return [
        Choice(
            order=order,
            card=pair_card(order.card),
            address=desk.address(draft=desk.drafting(play(order.card)), pick=""),
            current=order.card == pick,
        )
        for order in both_orders(desk.view, kind(pick))
    ]


def play(card: str) -> Data:
    return {"type": "play", "card": card}


def flip_address(desk: Desk, pick: str) -> str:
    """The same with the symbols of the picked card, or of the one drafted last, in the other order."""
    if pick:
        return desk.address(pick=pick[::-1])
    actions = [step.action for step in desk.steps]
    if actions and actions[-1]["type"] == "play":
        flipped = play(actions[-1]["card"][::-1])
        return desk.address(draft=write_turn(desk.key, desk.view, [*actions[:-1], flipped]))
    return ""


def just_played(desk: Desk) -> list[tuple[int, str]]:
    """The cards that others played since the reader's last turn, and what the reader has drafted."""
    others = [(move["seat"], action) for move in desk.last for action in move["actions"]]
    drafted = [(desk.seat or 0, step.action) for step in desk.steps]
    return [(seat, kind(action["card"])) for seat, action in (*others, *drafted) if action["type"] == "play"]
