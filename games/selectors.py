"""Everything that reads a game, already projected for its reader."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any
from uuid import UUID

from django.db.models import Count, Exists, F, OuterRef, Prefetch, Q, QuerySet, Subquery, prefetch_related_objects
from django.db.models.functions import Coalesce
from django.utils import timezone

from accounts.models import User
from games.engine import record as records
from games.engine.registry import RULES
from games.engine.replay import Flaw, Replayed, replay
from games.engine.rules import Data, Gains, Malformed, Refusal, Rules, _
from games.engine.turns import draft
from games.engine.verify import verify
from games.models import Absence, ClockEntry, Game, Hint, Invitation, Move, Player, Review, Series
from games.models.game import Reader
from games.services import clocks
from games.services.refusals import NotAPlayer, Unknown
from games.services.table import Table, load_table

# --- finding games -----------------------------------------------------------------------------


def find_table(game_id: UUID, reader: Reader, link: str = "") -> Table:
    """A game with its players and its state, if the reader may know of it."""
    game = Game.objects.filter(pk=game_id).first()
    if game:
        if game.status == Game.Status.OPEN:  # only until all seats are taken is there anything to tell of them
            prefetch_related_objects([game], Prefetch("invitations", Invitation.objects.select_related("user")))
        table = load_table(game)
        host = next((player.user for player in table.players if player.user_id == game.host_id), None)
        if host:  # nearly always at their own table, which saves asking for them
            game.host = host
        if game.may_be_seen_by(reader, table.players, link):
            return table
    raise Unknown(_("There is no such game."))


def visible_games(reader: Reader) -> QuerySet[Game]:
    """The games that a reader may find in lists, newest first, without their secrets."""
    games = Game.objects.defer("state", "secret").order_by("-created_at", "pk")
    if not isinstance(reader, User):
        return games.filter(public=True)
    return games.filter(Q(public=True) | Q(sits(reader)) | Q(is_invited(reader)))


def sits(user: User) -> Exists:
    return Exists(Player.objects.filter(game=OuterRef("pk"), user=user))


def is_invited(user: User) -> Exists:
    return Exists(Invitation.objects.filter(game=OuterRef("pk"), user=user))


def open_for(games: QuerySet[Game], user: User) -> QuerySet[Game]:
    """Tables at which this user can take a seat now: one that is kept for them, or a free one."""
    taken = count_at_table(Player) + count_at_table(Invitation)
    waiting = games.filter(~sits(user), status=Game.Status.OPEN).alias(taken=taken)
    return waiting.filter(Q(is_invited(user)) | Q(taken__lt=F("seats")))


def count_at_table(model: type[Player] | type[Invitation]) -> Coalesce:
    rows = model._default_manager.filter(game=OuterRef("pk")).order_by().values("game")
    return Coalesce(Subquery(rows.annotate(count=Count("pk")).values("count")), 0)


def games_played(user: User) -> dict[str, int]:
    """Public games that have ended, by rules."""
    ended = Game.objects.filter(players__user=user, status=Game.Status.FINISHED, public=True)
    counts = dict(ended.order_by().values_list("rules_key").annotate(Count("pk")))
    return {key: counts.get(key, 0) for key in RULES}


def listed(games: QuerySet[Game]) -> QuerySet[Game]:
    """With all that `summary` needs."""
    ahead = Absence.objects.filter(ends_at__gt=timezone.now())
    return games.select_related("series", "host").prefetch_related(
        Prefetch("players", Player.objects.select_related("user")),
        Prefetch("players__user__absences", ahead, to_attr="days_off_ahead"),
        "invitations__user",
    )


MOST_URGENT = (F("deadline").asc(nulls_last=True), "turn_began_at", "pk")


def turns_of(user: User) -> QuerySet[Game]:
    return Game.objects.filter(status=Game.Status.ACTIVE, mover=user).order_by(*MOST_URGENT)


def games_waiting_for(user: User) -> list[UUID]:
    """The games in which it is this user's turn, most urgent first."""
    return list(turns_of(user).values_list("pk", flat=True))


def turn_count(user: User) -> int:
    return Game.objects.filter(status=Game.Status.ACTIVE, mover=user).count()  # on every page, so without an order


def next_turn(user: User, other_than: UUID | None = None) -> UUID | None:
    """The most urgent game in which it is this user's turn, beside the one that they are looking at."""
    waiting = turns_of(user).exclude(pk=other_than) if other_than else turns_of(user)
    return waiting.values_list("pk", flat=True).first()


def unfinished_games(user: User) -> QuerySet[Game]:
    """Where this user plays, waits for others or is invited; most urgent first."""
    mine = Game.objects.filter(Q(sits(user)) | Q(is_invited(user)), status__in=[Game.Status.OPEN, Game.Status.ACTIVE])
    return listed(mine.defer("state", "secret")).order_by(*MOST_URGENT)


def finished_games(user: User) -> QuerySet[Game]:
    """What this user has played to the end, newest first."""
    ended = Game.objects.filter(sits(user), status=Game.Status.FINISHED).defer("state", "secret")
    return listed(ended).order_by("-ended_at", "pk")


def lobby_tables(reader: Reader, rules_key: str = "") -> QuerySet[Game]:
    """Public tables with a free seat, newest first; all of them, or of these rules."""
    taken = count_at_table(Player) + count_at_table(Invitation)
    tables = visible_games(reader).filter(public=True, status=Game.Status.OPEN).alias(taken=taken)
    if rules_key:
        tables = tables.filter(rules_key=rules_key)
    return listed(tables.filter(taken__lt=F("seats")))


def stream_version(game_id: UUID, reader: Reader, link: str) -> int | None:
    """The version that an event stream starts from, if the reader may see the game."""
    try:
        return find_table(game_id, reader, link).game.version
    except Unknown:
        return None


# --- a game as JSON ----------------------------------------------------------------------------


def summary(game: Game, players: Sequence[Player], reader: Reader) -> dict[str, Any]:
    """A game without its board, as lists show it."""
    return {
        "id": str(game.pk),
        "rules": game.rules_key,
        "mode": game.mode,
        "options": game.options,
        "status": game.status,
        "version": game.version,
        "to_move": game.to_move,
        "deadline": moment(game.deadline),
        "commitment": game.commitment,
        "host": game.host.username if game.host else None,
        "public": game.public,
        "rated": game.rated,
        "pace": game.pace or None,
        "stand_in": game.stand_in,
        "series": str(game.series_id) if game.series_id else None,
        "seats": [*map(seat_data, players), *empty_seats(game, players, reader)],
        "result": game.result,
        "created_at": moment(game.created_at),
        "started_at": moment(game.started_at),
        "ended_at": moment(game.ended_at),
    }


def game_data(table: Table, reader: Reader) -> dict[str, Any]:
    """A game as its reader may see it."""
    game, player = table.game, table.player_of(reader)
    seat = player.seat if player else None
    data = summary(game, table.players, reader)
    data["my_seat"] = seat
    data["view"] = None if table.state is None else game.rules.view(table.state, seat)
    if game.status == Game.Status.OPEN and player:
        data["link"] = game.link
    return data


def seat_data(player: Player) -> dict[str, Any]:
    data = {
        "seat": player.seat,
        "joined": player.joined,
        "name": player.name,
        "kind": player.kind,
        "bot": player.bot or None,
        "sitting_in": player.sitting_in or None,
        "left": player.left_by or None,
        "place": player.place,
        "bank": player.bank,
        "away": away_data(player),
    }
    if player.seat is not None:
        data["client_seed"] = player.client_seed
    return data


def away_data(player: Player) -> dict[str, Any] | None:
    absence = next_absence(player)
    return {"from": moment(absence.starts_at), "until": moment(absence.ends_at)} if absence else None


def next_absence(player: Player) -> Absence | None:
    """The days off that this player has now or next."""
    now = timezone.now()
    known = player.days_off or getattr(player.user, "days_off_ahead", ())
    return next((absence for absence in known if absence.ends_at > now), None)


def empty_seats(game: Game, players: Sequence[Player], reader: Reader) -> list[dict[str, Any]]:
    """What is still to be taken. Who is invited, only the host and they themselves learn."""
    if game.status != Game.Status.OPEN:
        return []
    kept = [
        {"kind": "invited", "name": invited_name(invitation, game, reader)} for invitation in game.invitations.all()
    ]
    return kept + [{"kind": "open"}] * (game.seats - len(players) - len(kept))


def invited_name(invitation: Invitation, game: Game, reader: Reader) -> str | None:
    if not reader.pk or reader.pk not in (game.host_id, invitation.user_id):
        return None
    return invitation.user.username if invitation.user else invitation.address


def moment(at: datetime | None) -> str | None:
    return at.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ") if at else None


# --- the log -----------------------------------------------------------------------------------


def moves_after(game: Game, after: int) -> list[dict[str, Any]]:
    return [record_move(move).data() for move in game.moves.filter(n__gt=after)]


def record_move(move: Move) -> records.Move:
    return records.Move(
        n=move.n, seat=move.seat, by=move.by, at=moment(move.at) or "", actions=move.actions, gains=move.gains
    )


def record_of(game: Game, players: Sequence[Player], *, with_secret: bool) -> records.Record:
    return records.Record(
        id=str(game.pk),
        rules=game.rules_key,
        mode=game.mode,
        options=game.options,
        commitment=game.commitment,
        secret=bytes(game.secret).hex() if with_secret else None,
        seats=[
            records.Seat(
                seat=player.seat or 0,
                joined=player.joined,
                name=player.name,
                kind=player.kind,
                bot=player.bot or None,
                client_seed=player.client_seed,
            )
            for player in players
        ],
        moves=[record_move(move) for move in game.moves.all()],
        result=game.result,
    )


def record_for(table: Table, reader: Reader) -> dict[str, Any]:
    """The record: for players at any time, for everybody once a public game has ended."""
    game = table.game
    finished = game.status == Game.Status.FINISHED
    if table.state is None:
        raise Unknown(_("There is no record of a game that has not started."))
    if not finished and table.player_of(reader) is None:
        raise NotAPlayer(_("While a game runs, its record is for its players."))
    return record_of(game, table.players, with_secret=finished).data()


# --- replay ------------------------------------------------------------------------------------


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


# --- clocks ------------------------------------------------------------------------------------


def clock_entries(game: Game) -> list[ClockEntry]:
    """All that ever happened to the clocks of a game."""
    return list(game.clock_entries.select_related("by"))


def clock_data(table: Table) -> dict[str, Any]:
    """What is on the clocks, and how it came about. Whoever may see the game may see this."""
    game = table.game
    return {
        "pace": game.pace or None,
        "to_move": game.to_move,
        "turn_began_at": moment(game.turn_began_at),
        "turn_seconds": game.turn_seconds,
        "deadline": moment(game.deadline),
        "given": game.extensions,
        "seats": [
            {
                "seat": player.seat,
                "bank": player.bank,
                "days_off_left": clocks.days_off_left(game, player),
                "away": away_data(player),
            }
            for player in table.players
        ],
        "entries": [entry_data(entry) for entry in clock_entries(game)],
    }


def entry_data(entry: ClockEntry) -> dict[str, Any]:
    return {
        "kind": entry.kind,
        "seat": entry.seat,
        "at": moment(entry.at),
        "version": entry.version,
        "seconds": entry.seconds,
        "paused": entry.paused,
        "bank": entry.bank,
        "deadline": moment(entry.deadline),
        "by": entry.by.username if entry.by else None,
    }


def days_off_of(user: User) -> list[Absence]:
    """What somebody has taken, planned or is on, newest last."""
    return list(Absence.objects.filter(user=user).order_by("starts_at"))


# --- hints and reviews -------------------------------------------------------------------------

COSTLY = 0.05
"""The share of a win from which a turn can be a turning point."""
COSTLY_ALONE = 1.0
TURNING_POINTS = 5


def hint_for(table: Table, reader: Reader) -> Hint:
    """What the reader was told for this turn; hints are for their player's eyes alone."""
    player = table.seated(reader)
    hint = Hint.objects.filter(player=player, version=table.game.version).first()
    if hint is None:
        raise Unknown(_("You have not asked for a hint in this turn."))
    return hint


def hint_data(hint: Hint) -> dict[str, Any]:
    status = "failed" if hint.error else "thinking" if hint.choices is None else "ready"
    return {"version": hint.version, "status": status, "choices": hint.choices or []}


def hints_taken(game: Game) -> dict[int, int]:
    """How many hints each seat has asked for: everybody may know."""
    asked = Hint.objects.filter(player__game=game).values_list("player__seat").annotate(count=Count("pk"))
    return {seat: count for seat, count in asked if seat is not None}


def review_of(game: Game) -> Review:
    review = Review.objects.filter(game=game).first()
    if review is None:
        raise Unknown(_("Nobody has asked for a review of this game."))
    review.game = game
    return review


def review_data(review: Review) -> dict[str, Any]:
    status = "failed" if review.error else "ready" if review.is_done else "thinking"
    costly = COSTLY_ALONE if review.game.mode == "solo" else COSTLY
    worst = sorted((turn for turn in review.turns if turn["loss"] >= costly), key=lambda turn: -turn["loss"])
    return {
        "status": status,
        "done": review.done,
        "total": review.total,
        "turns": review.turns,
        "turning_points": sorted(turn["n"] for turn in worst[:TURNING_POINTS]),
        "seats": [seat_review(seat, review.turns) for seat in range(review.game.seats)],
    }


def seat_review(seat: int, judged: Sequence[Data]) -> dict[str, Any]:
    turns = [turn for turn in judged if turn["seat"] == seat]
    return {
        "seat": seat,
        "turns": len(turns),
        "loss": round(sum(turn["loss"] for turn in turns) / (len(turns) or 1), 4),
        "luck": round(sum(turn["luck"] or 0 for turn in turns), 4),
    }


# --- a draft -----------------------------------------------------------------------------------


def legal_actions(table: Table, reader: Reader, actions: object) -> dict[str, Any]:
    """What may come next in the reader's turn, after the actions drafted so far; nothing if it is not their turn."""
    player = table.seated(reader)
    if table.game.to_move is None or table.game.to_move != player.seat:
        return {"actions": [], "complete": False}
    rules = table.game.rules
    turn = draft(rules, table.state, actions)
    return {
        "actions": [rules.write(turn.state, action) for action in rules.legal(turn.state)],
        "complete": bool(turn.actions) and not turn.state.due,
    }


def preview(table: Table, reader: Reader, actions: object) -> dict[str, Any]:
    """What the reader's draft would bring. Nothing is drawn and nothing is stored."""
    player = table.seated(reader)
    table.check_turn(player)
    rules = table.game.rules
    turn = draft(rules, table.state, actions)
    seen = rules.view(turn.state, player.seat)
    return {
        "gains": list(turn.gains),
        "why": [list(reasons) for reasons in turn.why],
        **{key: seen[key] for key in ("tracks", "scores") if key in seen},
        "due": turn.state.due,
        "complete": bool(turn.actions) and not turn.state.due,
        "ended_by": turn.state.ended_by,
        "view": seen,
    }


@dataclass(frozen=True, slots=True, kw_only=True)
class Drafted:
    """A turn as far as its player has thought it out. Nothing is drawn, so all of it may be shown to them."""

    view: Data
    actions: Sequence[Data]
    """As the log would show them, each with its gains and where they came from."""
    gains: Sequence[Gains]
    why: Sequence[Sequence[Data]]
    legal: Sequence[Any]
    """The actions of the engine that may come next."""
    due: int
    complete: bool
    swap_refusal: Refusal | None
    """Why there can be no swap now; None where there can."""


def drafted(table: Table, reader: Reader, actions: list[Data]) -> Drafted:
    """The reader's own turn after these actions, or a refusal."""
    player = table.seated(reader)
    table.check_turn(player)
    rules = table.game.rules
    turn = draft(rules, table.state, actions)
    return Drafted(
        view=rules.view(turn.state, player.seat),
        actions=turn.actions,
        gains=turn.gains,
        why=turn.why,
        legal=rules.legal(turn.state),
        due=turn.state.due,
        complete=bool(turn.actions) and not turn.state.due,
        swap_refusal=swap_refusal(rules, turn.state),
    )


def swap_refusal(rules: Rules[Any, Any, Any], state: Any) -> Refusal | None:
    try:
        rules.apply(state, rules.read({"type": "swap"}))
    except Refusal as refusal:
        return refusal
    return None


def latest_moves(game: Game, count: int) -> list[dict[str, Any]]:
    """The end of the public log, oldest first."""
    moves = [record_move(move).data() for move in game.moves.order_by("-n")[:count]]
    return moves[::-1]


# --- series ------------------------------------------------------------------------------------


def find_series(series_id: UUID, reader: Reader) -> tuple[Series, list[Game]]:
    """A series and its games in order, if the reader may see them."""
    series = Series.objects.defer("secrets").filter(pk=series_id).first()
    if series:
        games = list(listed(series.games.defer("state", "secret").order_by("series_number")))
        if games and games[0].may_be_seen_by(reader, games[0].players.all()):
            return series, games
    raise Unknown(_("There is no such series."))


def series_data(series: Series, games: Sequence[Game], reader: Reader) -> dict[str, Any]:
    return {
        "id": str(series.pk),
        "length": series.length,
        "commitments": series.commitments,
        "totals": series.totals,
        "places": series.places,
        "created_at": moment(series.created_at),
        "ended_at": moment(series.ended_at),
        "games": [summary(game, sorted(game.players.all(), key=by_seat), reader) for game in games],
    }


def series_standings(series: Series, games: Sequence[Game]) -> list[dict[str, Any]]:
    """Who has how many points, game by game, on the seats that all games share; the best first."""
    players = sorted(games[0].players.all(), key=by_seat)
    columns = [game_points(game) if game.result else None for game in games]
    rows = [
        {
            "name": player.name,
            "points": [column[seat] if column else None for column in columns],
            "total": series.totals[seat] if series.totals else 0,
            "place": series.places[seat] if series.places else None,
        }
        for seat, player in enumerate(players)
    ]
    return sorted(rows, key=lambda row: -row["total"])


def game_points(game: Game) -> list[int]:
    """The points of a game of a series by seat. Who left it gets none, whatever their lowest marker."""
    result: dict[str, Any] = game.result or {}
    left = {player.seat for player in game.players.all() if player.left_by}
    return [0 if seat in left else points for seat, points in enumerate(result["points"])]


def by_seat(player: Player) -> tuple[int, int]:
    return (player.seat if player.seat is not None else player.joined, player.joined)
