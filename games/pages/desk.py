"""The reader's desk at a table: the game as they may see it, with the turn that they are thinking out.

A draft is text in the address, and nothing is stored: undo is the address with one action less.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, NoReturn
from urllib.parse import urlencode

from games import selectors
from games.engine.notation import read_turn, write_action, write_turn
from games.engine.rules import Data, Gains, Malformed, NotYourTurn, Refusal, _
from games.models import Game, Player
from games.models.game import Reader
from games.selectors import Drafted
from games.services.refusals import spoken
from games.services.table import Table

from .log import gain_words

LONGEST_DRAFT = 400
"""Characters; no turn is longer, and no address should be."""
ROUNDS_REMEMBERED = 2


def nothing_ahead(_action: Data) -> NoReturn:
    raise NotYourTurn(_("It is not your turn."))


@dataclass(frozen=True, slots=True)
class Step:
    """A drafted action: as its player writes it, what it brings and why, and the address without it."""

    text: str
    action: Data
    gains: Gains
    why: Sequence[Data]
    undo: str

    @property
    def words(self) -> str:
        return ", ".join(gain_words(self.gains)) if self.gains else ""


@dataclass(frozen=True, slots=True)
class Swap:
    """Whether all tiles or cards may be swapped now; if not, why."""

    address: str = ""
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody at the table, as its panels name them."""

    name: str
    own: bool = False
    has_face: bool = False
    """Not where the name stands for nobody, as in lessons."""
    has_profile: bool = False
    """Whether they are a person, with a page of their own."""
    sitting_in: bool = False
    """Whether a bot plays on for them."""
    away: Data | None = None
    """Their days off, now or next."""
    rating: Data | None = None
    """In a rated game, as it is now; where the game is over, as it was before."""
    change: Data | None = None
    """What the game did to it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Desk:
    game: Game
    data: Data
    """The game as `selectors.game_data` has it."""
    player: Player | None
    """The reader's own, None for spectators."""
    seat: int | None
    """Whose hand is shown."""
    before: Data
    """The view of the game as it stands."""
    view: Data
    """The same after the drafted actions."""
    acting: bool
    """Whether the reader may draft and send a turn now."""
    steps: Sequence[Step] = ()
    legal: Sequence[Any] = ()
    """Actions of the engine that may come next."""
    complete: bool = False
    swap: Swap | None = None
    """None where there is no such thing."""
    pick: str = ""
    """The tile or card in the reader's hand, its letters in the order that they chose."""
    cell: str = ""
    """The cell that they chose for it, or look at, by name."""
    typed: str = ""
    """What they typed and could not be played."""
    refusal: str = ""
    latest: Sequence[Data] = ()
    """The end of the log, oldest first."""
    names: Sequence[str] = ()
    """Of all seats."""
    turn: Data | None = None
    """The logged turn that the reader looks back at; None at the table as it stands."""
    reasons: Sequence[Data] = ()
    """Where the points of that turn came from."""
    look: str = ""
    """How the reader wants to see the board, where there are several ways."""
    kept: Mapping[str, str] = field(default_factory=dict)
    """What every address of this desk repeats."""
    ahead: Callable[[Data], Drafted] = nothing_ahead
    """What one more action would lead to, or the rules' refusal."""

    @property
    def key(self) -> str:
        return self.game.rules_key

    @property
    def own_seat(self) -> int | None:
        """Where the reader sits themselves, whoever's eyes they look through."""
        return self.player.seat if self.player else None

    def person(self, seat: int) -> Person:
        if "seats" not in self.data:
            return Person(self.names[seat])
        seen = self.data["seats"][seat]
        sitting_in = seen["sitting_in"] and not self.turn and not self.finished
        change = seen.get("rating_change")
        return Person(
            self.names[seat],
            seat == self.own_seat,
            has_face=True,
            has_profile=seen["kind"] == "human",
            sitting_in=bool(sitting_in),
            away=None if self.turn or self.finished else seen.get("away"),
            rating={"rating": change["before"]} if change else seen.get("rating"),
            change=change,
        )

    @property
    def due(self) -> int:
        return int(self.view["due"])

    @property
    def draft(self) -> str:
        return write_turn(self.key, self.view, [step.action for step in self.steps])

    @property
    def finished(self) -> bool:
        return self.game.status == Game.Status.FINISHED

    @property
    def deadline(self) -> datetime | None:
        return self.game.deadline

    @property
    def lit(self) -> Sequence[Data]:
        """Reasons of the engine to light up: those of the turn looked at, or of what was drafted last."""
        return self.reasons or (self.steps[-1].why if self.steps else ())

    @property
    def last(self) -> list[Data]:
        """What the others did since the reader's own last turn; for spectators the last round."""
        if self.turn:
            return [self.turn]
        moves = list(self.latest[-self.game.seats :])
        own = [at for at, move in enumerate(moves) if move["seat"] == self.seat]
        return moves[own[-1] + 1 :] if own else moves

    @property
    def own_last(self) -> Data | None:
        """The reader's own last turn."""
        return next((move for move in reversed(self.latest) if move["seat"] == self.seat), None)

    def drafting(self, *more: Data) -> str:
        """The draft with these actions added, as text."""
        return write_turn(self.key, self.view, [*(step.action for step in self.steps), *more])

    def address(self, **changed: str) -> str:
        """This page with another draft, pick or cell; what is not named stays."""
        return address({**self.kept, "draft": self.draft, "pick": self.pick, "cell": self.cell} | changed)


def address(query: Mapping[str, str]) -> str:
    return "?" + urlencode({key: value for key, value in query.items() if value})


def lay_out(table: Table, reader: Reader, query: Mapping[str, str], refused: Refusal | None = None) -> Desk:
    """The desk that an address asks for. What cannot be played is left out, and the desk says why."""
    game, player = table.game, table.player_of(reader)
    data = selectors.game_data(table, reader)
    seen = data["view"]
    acting = is_acting(table, player)
    desk = {
        "game": game,
        "data": data,
        "player": player,
        "seat": data["my_seat"],
        "before": seen,
        "view": seen,
        "acting": acting,
        "refusal": spoken(refused) if refused else "",
        "latest": selectors.latest_moves(game, ROUNDS_REMEMBERED * game.seats),
        "names": [player.name for player in table.players],
        "cell": query.get("cell", "")[:7].lower(),
        "look": query.get("look", ""),
        "kept": {"link": query.get("link", "")},
    }
    if not acting:
        return Desk(**desk)
    typed = query.get("move", "").strip()[:LONGEST_DRAFT]
    drafted, refusal = as_far_as_legal(table, reader, seen, query.get("draft", ""), typed)
    return Desk(
        **desk
        | {"refusal": desk["refusal"] or (spoken(refusal) if refusal else "")}
        | {"view": drafted.view, "legal": drafted.legal, "complete": drafted.complete},
        steps=steps_of(game.rules_key, drafted),
        swap=swap_of(game, drafted),
        pick=query.get("pick", "")[:2].upper() if drafted.due else "",
        typed=typed if refusal else "",
        ahead=lambda action: selectors.drafted(table, reader, [*drafted.actions, action]),
    )


def is_acting(table: Table, player: Player | None) -> bool:
    return player is not None and table.game.to_move == player.seat is not None and not player.sitting_in


def as_far_as_legal(table: Table, reader: Reader, seen: Data, draft: str, typed: str) -> tuple[Drafted, Refusal | None]:
    """The longest beginning of the draft that the rules allow, and what they say to the rest."""
    key = table.game.rules_key
    actions: list[Data] = []
    try:
        if len(draft) > LONGEST_DRAFT:
            raise Malformed(_("No turn is as long as this one."))
        actions = read_turn(key, seen, draft)
        return selectors.drafted(table, reader, [*actions, *read_turn(key, seen, typed)]), None
    except Refusal as refusal:
        return longest_legal(table, reader, actions), refusal


def longest_legal(table: Table, reader: Reader, actions: list[Data]) -> Drafted:
    try:
        return selectors.drafted(table, reader, actions)
    except Refusal:
        if not actions:
            raise
        return longest_legal(table, reader, actions[:-1])


def steps_of(key: str, drafted: Drafted) -> list[Step]:
    texts = [write_action(key, drafted.view, action) for action in drafted.actions]
    return [
        Step(
            text=texts[at],
            action=action,
            gains=drafted.gains[at],
            why=drafted.why[at],
            undo=address({"draft": "; ".join(texts[:at])}),
        )
        for at, action in enumerate(drafted.actions)
    ]


def swap_of(game: Game, drafted: Drafted) -> Swap | None:
    refusal = drafted.swap_refusal
    variant = game.rules.variants[game.mode]
    if isinstance(refusal, Malformed) or not getattr(variant, "swaps", True):
        return None  # there is no such thing in this game
    if drafted.view["swapping"]:
        return Swap()
    if refusal:
        return Swap(reason=spoken(refusal))
    return Swap(
        address=address({"draft": write_turn(game.rules_key, drafted.view, [*drafted.actions, {"type": "swap"}])})
    )
