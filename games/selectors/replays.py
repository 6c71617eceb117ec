"""Earlier positions of a game, from the seats whose hands a reader may see."""

from collections.abc import Sequence
from dataclasses import dataclass

from games.engine import record as records
from games.engine.replay import Flaw, Replayed, replay
from games.engine.rules import Data, Malformed, _
from games.engine.verify import verify
from games.models import Game
from games.models.game import Reader
from games.selectors.logs import record_for, record_of
from games.services.refusals import NotAPlayer, Unknown
from games.services.table import Table


@dataclass(frozen=True, slots=True, kw_only=True)
class Position:
    """A game as it stood after so many turns, seen from one seat; None is a spectator's."""

    turn: int
    seat: int | None
    view: Data
    before: Data | None
    """The same view one turn earlier; nothing comes before the deal."""
    move: records.Move | None
    why: tuple[tuple[Data, ...], ...]
    """For each action of the move where its points came from."""
    moves: Sequence[records.Move]
    """The whole public log."""

    @property
    def last(self) -> int:
        return len(self.moves)


def points_of_view(table: Table, reader: Reader) -> list[int | None]:
    """The seats whose past hands a reader may look into: all once the game is over, until then their own."""
    if table.game.status == Game.Status.FINISHED:
        return [None, *range(table.game.seats)]
    player = table.player_of(reader)
    return [None] if player is None else [None, player.seat]


def position(table: Table, reader: Reader, *, turn: int | None, seat: int | None) -> Position:
    """The game after this turn, or as it stands now, as one of the reader's points of view shows it."""
    if table.state is None:
        raise Unknown(_("There is nothing to replay before a game has started."))
    if seat not in points_of_view(table, reader):
        raise NotAPlayer(_("While a game runs, you see no hand but your own."))
    game = table.game
    record = record_of(game, table.players, with_secret=False)
    last = len(record.moves)
    turn = last if turn is None else turn
    if not 0 <= turn <= last:
        raise Malformed(_("This game has no turn {turn}: its last is {last}."), turn=turn, last=last)
    before: Replayed | None = None
    for number, step in enumerate(replay(record, bytes(game.secret))):
        if number == turn:
            break
        before = step
    return Position(
        turn=turn,
        seat=seat,
        view=game.rules.view(step.turn.state, seat),
        before=game.rules.view(before.turn.state, seat) if before else None,
        move=step.move,
        why=step.turn.why,
        moves=record.moves,
    )


def dealt(table: Table) -> Data:
    """What everybody got in a game that is over: at the deal, and turn by turn whatever its player then held."""
    if table.game.status != Game.Status.FINISHED:
        raise NotAPlayer(_("The deal is secret until the game has ended."))
    rules = table.game.rules
    record = record_of(table.game, table.players, with_secret=False)
    found: Data = {"hands": [], "after": []}
    try:
        for step in replay(record, bytes(table.game.secret)):
            if step.move:
                found["after"].append(held(rules.view(step.turn.state, step.move.seat)))
            else:
                first = rules.view(step.turn.state, None)
                found |= {key: first[key] for key in ("printed", "open", "grid") if key in first}
                found["hands"] = [held(rules.view(step.turn.state, seat)) for seat in range(table.game.seats)]
    except Flaw:
        pass  # as far as the log holds; the verifier says from where on it does not
    return found


def held(view: Data) -> list[str]:
    """The reader's own rack or hand."""
    found: list[str] = view["rack"] if "rack" in view else view["hand"]
    return found


def flaw_of(table: Table, reader: Reader) -> Flaw | None:
    """The first thing in a finished game's record that its secret and the rules do not bear out, if any."""
    try:
        verify(records.read_record(record_for(table, reader)))
    except Flaw as flaw:
        return flaw
    return None
