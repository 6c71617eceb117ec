"""The table of the card game: open cards, tracks, the hand, and both orders of the card that is picked."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.drawing.cards import CardTrack, Order, PairCard, both_orders, differ, draw_cards, pair_card
from games.engine.cards.rules import kind
from games.engine.notation import write_turn
from games.engine.rules import Data, Refusal
from games.pages.desk import Desk, Person

from .genial import Hint
from .tracks import change_of_lowest


@dataclass(frozen=True, slots=True, kw_only=True)
class Seat:
    person: Person
    own: bool
    """Whether it is the one whose hand is shown."""
    to_move: bool
    row: Sequence[PairCard]
    track: CardTrack
    hand_size: int


@dataclass(frozen=True, slots=True)
class HandCard:
    """A place in the hand; `card` is None where it has been played in the draft."""

    number: int
    card: PairCard | None = None
    picked: bool = False

    @property
    def value(self) -> str:
        """What a press picks; nothing where it puts the card back."""
        return "" if self.picked or not self.card else self.card.card


@dataclass(frozen=True, slots=True)
class Choice:
    """One of the two orders in which a picked card can be scored."""

    order: Order
    card: PairCard
    address: str
    current: bool


def present(desk: Desk) -> dict[str, Any]:
    pick = picked(desk)
    choices = choices_of(desk, pick)
    table = draw_cards(
        desk.view,
        before=desk.before,
        last=just_played(desk),
        lit=next((choice.order.why for choice in choices if pick and choice.current), desk.lit),
        lit_for=None if pick else desk.turn["seat"] if desk.turn else desk.seat,
        ghost=pick,
    )
    seats = [
        Seat(
            person=desk.person(seat),
            own=seat == desk.seat,
            to_move=seat == desk.before["to_move"],
            row=table.rows[seat],
            track=table.tracks[seat],
            hand_size=desk.view["hand_sizes"][seat],
        )
        for seat in range(len(desk.names))
    ]
    return {
        "picture": table,
        "own": next((seat for seat in seats if seat.own), None),
        "others": [seat for seat in seats if not seat.own],
        "hand": hand_of(desk, pick),
        "can_pick": desk.acting and desk.due > 0,
        "choices": choices,
        "order_matters": bool(choices) and differ((choices[0].order, choices[1].order)),
        "flip": flip_address(desk, pick),
        "unseen_pairs": [(pair_card(card), count) for card, count in sorted(desk.view["unseen"].items())],
        "words": brings(desk) if desk.steps else "",
        "hints": [Hint("now", next_step(desk, pick), shown=True)],
        "example": "YB",
        "panel": "tables/panels/card-tracks.html",
        "help": "tables/panels/help-cards.html",
        "styles": ["css/boards-cards.css"],
        "scripts": ["js/table/cards.js"],
    }


def picked(desk: Desk) -> str:
    """The card that the reader picked, the symbol to score first in front; empty where they hold none such."""
    try:
        return desk.pick if desk.acting and desk.pick and kind(desk.pick) in desk.view["hand"] else ""
    except Refusal:
        return ""


def hand_of(desk: Desk, pick: str) -> list[HandCard]:
    """The hand as it was before the draft, so that every card keeps its place and its number."""
    if desk.before["hand"] is None:
        return []
    played: Counter[str] = Counter(desk.before["hand"]) - Counter(desk.view["hand"])
    to_pick = kind(pick) if pick else ""
    places = []
    for number, card in enumerate(desk.before["hand"], 1):
        if played[card]:
            played[card] -= 1
            places.append(HandCard(number))
        else:
            places.append(HandCard(number, pair_card(card), picked=card == to_pick))
            to_pick = "" if card == to_pick else to_pick
    return places


def choices_of(desk: Desk, pick: str) -> list[Choice]:
    """Both orders of the card that is picked, or of the only one that is drafted; always on the same sides."""
    actions = [step.action for step in desk.steps]
    view, current = desk.view, pick
    if not pick and len(actions) == 1 and not desk.due:
        [action], actions = actions, []
        view, current = desk.before, action["card"]
    if not current:
        return []
    return [
        Choice(
            order=order,
            card=pair_card(order.card),
            address=desk.address(draft=write_turn(desk.key, view, [*actions, play(order.card)]), pick=""),
            current=order.card == current,
        )
        for order in both_orders(view, kind(current))
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


# --- words -------------------------------------------------------------------------------------


def brings(desk: Desk) -> str:
    """What the last step brought; then what the whole draft does to the lowest colour."""
    step = desk.steps[-1]
    if step.action["type"] == "swap":
        return _("You show your hand and draw six new cards.")
    if desk.view["ended_by"]:
        return _("%(gains)s; all six markers are in the last area: this turn wins the game.") % {"gains": step.words}
    return f"{step.words}; {change_of_lowest(desk.before, desk.view, desk.seat or 0)}"


def next_step(desk: Desk, pick: str) -> str:
    if not desk.due:
        return _("That is the whole turn: send it, or undo.")
    if pick:
        return _("Which symbol is scored first?")
    if desk.steps:
        bonus = ngettext("Bonus play! Play one more card.", "Bonus plays! Play %(count)d more cards.", desk.due)
        return bonus % {"count": desk.due}
    return _("Pick a card.")
