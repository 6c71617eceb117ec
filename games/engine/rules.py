"""What the site asks of a game's rules, and the words in which rules refuse."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, ClassVar, Generic, NamedTuple, TypeVar

from games.engine.dealing import Chance

Data = dict[str, Any]
"""A JSON object."""

Gains = dict[str, int]
"""What an action brought, by colour (or `points`)."""


def _(sentence: str) -> str:
    """Mark a sentence for the site's translators."""
    return sentence


class Refusal(Exception):
    """An action that the rules do not allow, with a sentence for the player.

    `template` and `values` are kept apart so that the site can say it in the player's language.
    """

    code: ClassVar[str] = "illegal"

    def __init__(self, template: str, **values: str | int) -> None:
        super().__init__(template.format(**values))
        self.template = template
        self.values = values


class Illegal(Refusal):
    """Understood, but against the rules."""


class Malformed(Refusal):
    """Not an action of this game at all."""

    code = "malformed"


class TurnIncomplete(Refusal):
    """The list of actions stops short of the turn's end."""

    code = "turn_incomplete"


class TurnOver(Refusal):
    """The list of actions goes on past the turn's end."""

    code = "turn_over"


class NotYourTurn(Refusal):
    code = "not_your_turn"


class GameOver(Refusal):
    code = "game_over"


@dataclass(frozen=True, slots=True, kw_only=True)
class Variant:
    """A way to play the rules. Rules ask for its properties, never for its key."""

    key: str
    seats: range
    sides: tuple[int, ...] | None = None
    """The side of each seat, where seats play together; else each seat is a side."""

    def side_of(self, seats: int) -> tuple[int, ...]:
        return self.sides or tuple(range(seats))


@dataclass(frozen=True, slots=True, kw_only=True)
class State:
    """What the state of every game has. A value: an action makes the next one."""

    variant: Variant
    seats: int
    chance: Chance
    n: int = 1
    """The number of the turn being played, as the log counts."""
    seat: int = 0
    """Whose turn it is."""
    due: int = 1
    """How many tiles or cards this turn still asks for; at 0 it may be closed."""
    swapping: bool = False
    """Whether the turn closes with a swap instead of a refill."""
    ended_by: str | None = None
    winner: int | None = None
    """The side that won at once, whatever the standings say."""
    left: tuple[int, ...] = ()
    """Seats whose player has left and is ranked last, whatever the bot sitting in reaches."""
    resigned: tuple[int, ...] = ()
    """Those of them who may not come back."""

    @property
    def sides(self) -> tuple[int, ...]:
        return self.variant.side_of(self.seats)

    @property
    def side(self) -> int:
        return self.sides[self.seat]

    @property
    def to_act(self) -> int | None:
        return None if self.ended_by else self.seat

    @property
    def next_seat(self) -> int:
        return (self.seat + 1) % self.seats


V = TypeVar("V", bound=Variant)
S = TypeVar("S", bound=State)
A = TypeVar("A")


@dataclass(frozen=True, slots=True)
class Step(Generic[S]):
    """What an action leads to: the next state, what it gained, and where each point came from."""

    state: S
    gains: Gains
    why: tuple[Data, ...] = ()


class Prospect(NamedTuple):
    """An action and what it promises at once, without the trouble of a whole next state."""

    action: Any
    value: tuple[int, ...]
    """1 if it wins at once, else 0; then the standing of the side to move after it."""
    due: int
    """How many tiles or cards the turn asks for after it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Rules(Generic[V, S, A]):
    """All that the site asks of a game's rules; each package fills in one.

    Nothing hidden is drawn before a turn is closed: `apply` only lays and scores, `close` draws
    and hands on. So every state within a turn may be shown to the player who drafts it.
    """

    key: str
    title: str
    bonus_left: tuple[str, str]
    """What to say when one more tile or card is due, and when `{count}` more are."""
    has_series: bool = False
    """Whether several games may be counted together."""
    variants: Mapping[str, V]
    setup: Callable[[V, int, Chance], S]
    legal: Callable[[S], Sequence[A]]
    """The actions that may come next in this turn, each distinct one once."""
    apply: Callable[[S, A], Step[S]]
    prospects: Callable[[S], Iterable[Prospect]]
    """What each legal action promises; the quick way to compare many."""
    close: Callable[[S], S]
    """End a turn in which nothing is due any more: draw, and hand on to the next player."""
    forced: Callable[[S], A | None]
    """What the server must do in place of the player to act, if anything."""
    standings: Callable[[S], list[tuple[int, ...]]]
    """Per side: what ranking compares, higher is better."""
    score_data: Callable[[S], Data]
    """What a result says beside `ended_by` and `places`, by seat."""
    view: Callable[[S, int | None], Data]
    """All that one reader may see; None is a spectator. The one door for hidden information."""
    imagine: Callable[[Data, Random], S]
    """A full state that a view allows: `view(imagine(seen, rng), seat) == seen`."""
    read: Callable[[object], A]
    """An action from the outside world, or `Malformed`."""
    write: Callable[[S, A], Data]
    """An action as the log shows it, with what it shows to all."""
    pack: Callable[[S], Data]
    """The fields of its own that a stored state needs, as JSON."""
    unpack: Callable[[Data, Data], S]
    """A state from the fields that all states have and from what `pack` made."""


def check_turn_goes_on(state: State, turn_over: str) -> None:
    """Whether a tile or card may still be played: the game runs, and the turn asks for one."""
    if state.ended_by:
        raise GameOver(_("This game is over."))
    if not state.due:
        raise TurnOver(turn_over)


def nothing_forced(state: State) -> None:
    """For games in which a player can always act, or the game is over."""


def prospects_of(
    state: S, actions: Iterable[A], apply: Callable[[S, A], Step[S]], standings: Callable[[S], list[tuple[int, ...]]]
) -> Iterator[Prospect]:
    """What these actions promise, found by trying each."""
    for action in actions:
        after = apply(state, action).state
        yield Prospect(action, (after.winner == state.side, *standings(after)[state.side]), after.due)
