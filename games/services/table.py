"""A game in hand: its row locked, its players and its state beside it, changes written in one go."""

from dataclasses import dataclass, field
from datetime import datetime
from time import monotonic
from typing import Any
from uuid import UUID

from django.db import transaction

from games import live
from games.engine import states
from games.engine.outcome import outcome
from games.engine.rules import GameOver, NotYourTurn, _
from games.engine.turns import Turn, server_turn
from games.models import ClockEntry, Game, Move, Player
from games.models.game import Reader
from games.services import clocks
from games.services.finishing import note_result
from games.services.notices.news import tell_of_moves
from games.services.refusals import NotAPlayer, NotOpen, Unknown
from games.services.waking import send, wake_bot
from games.signals import turn_played

CHANGING = [
    "status",
    "version",
    "revision",
    "state",
    "to_move",
    "mover",
    "turn_began_at",
    "deadline",
    "turn_seconds",
    "extensions",
    "remind_at",
    "result",
    "rating_due",
    "started_at",
    "ended_at",
]
"""What a turn changes of a game."""


@dataclass
class Table:
    game: Game
    players: list[Player]
    """In order of joining; by seat once the game has started."""
    state: Any = None
    new_moves: list[Move] = field(default_factory=list)
    new_entries: list[ClockEntry] = field(default_factory=list)
    loaded: float = field(default_factory=monotonic)
    same_turn: bool = False
    """Whether whoever was to move still is: somebody else left or came back meanwhile."""

    def player_of(self, reader: Reader) -> Player | None:
        return next((player for player in self.players if player.is_held_by(reader)), None)

    def seated(self, reader: Reader) -> Player:
        """The player that this reader is, if they may know of the game at all."""
        player = self.player_of(reader)
        if player:
            return player
        if not self.game.may_be_seen_by(reader, self.players):
            raise Unknown(_("There is no such game."))
        raise NotAPlayer(_("You are not a player in this game."))

    def check_running(self) -> None:
        if self.game.status == Game.Status.OPEN:
            raise NotOpen(_("The game has not started yet."))
        if self.game.status != Game.Status.ACTIVE:
            raise GameOver(_("This game is over."))

    def check_turn(self, player: Player) -> None:
        """Whether this player may act now."""
        self.check_running()
        if self.game.to_move != player.seat:
            raise NotYourTurn(_("It is not your turn."))
        if player.sitting_in:
            raise NotYourTurn(_("A bot is sitting in for you: take your seat back first."))

    def log(self, seat: int, by: str, turn: Turn[Any], now: datetime) -> None:
        """Add a turn to the log, and whatever turns the server must play after it."""
        self.add_move(seat, by, turn, now)
        while passed := server_turn(self.game.rules, self.state):
            self.add_move(self.state.seat, "server", passed, now)

    def add_move(self, seat: int, by: str, turn: Turn[Any], now: datetime) -> None:
        self.game.version += 1
        self.state = turn.state
        self.new_moves.append(
            Move(
                game=self.game,
                n=self.game.version,
                seat=seat,
                by=by,
                actions=list(turn.actions),
                gains=list(turn.gains),
                at=now,
            )
        )

    def save(self, now: datetime) -> None:
        """Write down what has changed, and see to it that everybody concerned hears of it."""
        game = self.game
        Move.objects.bulk_create(self.new_moves)
        others = all(move.seat != self.state.seat for move in self.new_moves)
        self.same_turn = bool(self.new_moves) and others and game.to_move == self.state.seat
        result = outcome(game.rules, self.state)
        if result or not self.same_turn:
            self.stop_clock(now)
        moves, self.new_moves = self.new_moves, []
        game.revision += 1
        game.state = states.dump(game.rules, self.state)
        if result:
            self.finish(result.data(), now)
        else:
            self.hand_on(now)
        game.save(update_fields=CHANGING)
        if self.new_entries:
            ClockEntry.objects.bulk_create(self.new_entries)
            self.new_entries = []
        tell_of_moves(self, moves, now)
        transaction.on_commit(self.announce)
        transaction.on_commit(lambda: self.count(moves))

    def hand_on(self, now: datetime) -> None:
        """Set the clock for whoever is to move. What others do meanwhile gives nobody more time."""
        game = self.game
        if self.same_turn:
            return
        player = self.players[self.state.seat]
        game.to_move = self.state.seat
        game.mover = None if player.acting_bot else player.user
        if begun := clocks.start(game, player, now):
            self.new_entries.append(begun)

    def stop_clock(self, now: datetime) -> None:
        """Read the clock of the person who was to move, if it was one."""
        game = self.game
        if game.mover_id is None or game.to_move is None:
            return
        player = self.players[game.to_move]
        before = player.bank, player.paused
        self.new_entries.append(clocks.stop(game, player, self.how_the_turn_ended(), now))
        if (player.bank, player.paused) != before:
            player.save(update_fields=["bank", "paused"])

    def how_the_turn_ended(self) -> ClockEntry.Kind:
        own = next((move for move in self.new_moves if move.seat == self.game.to_move), None)
        if own is None:
            return ClockEntry.Kind.STOPPED
        by_leaving = {"timeout": ClockEntry.Kind.EXPIRED, "resign": ClockEntry.Kind.STOPPED}
        return by_leaving.get(own.actions[0]["type"], ClockEntry.Kind.PLAYED)

    def finish(self, result: dict[str, Any], now: datetime) -> None:
        game = self.game
        game.status = Game.Status.FINISHED
        clocks.stopped(game)
        game.ended_at = now
        game.result = result
        game.rating_due = bool(game.rating_pool)
        note_result(game, self.players)

    def announce(self) -> None:
        """After the commit: readers look again, the person to move is told, a bot wakes up."""
        game = self.game
        live.game_moved(game.pk, game.version)
        if game.status == Game.Status.FINISHED:
            live.tell(self.people(), "game_finished", game.pk)
            if game.rating_due:
                send("games.tasks.rate_games", game.rules_key, game.rating_pool)
        elif game.mover_id and not self.same_turn:
            live.tell([game.mover_id], "your_turn", game.pk)
        elif not game.mover_id:
            wake_bot(game.pk, game.version)

    def count(self, moves: list[Move]) -> None:
        for move in moves:
            kind = "server" if move.by == "server" else "bot" if self.players[move.seat].acting_bot else "person"
            seconds = monotonic() - self.loaded
            turn_played.send_robust(Table, rules=self.game.rules_key, kind=kind, seconds=seconds)

    def people(self) -> list[int]:
        return [player.user_id for player in self.players if player.user_id]


def lock_table(game_id: UUID) -> Table:
    """The game with this id, locked until the transaction ends."""
    locked = Game.objects.select_for_update(of=("self",)).select_related("series", "host")
    game = locked.filter(pk=game_id).first()
    if game is None:
        raise Unknown(_("There is no such game."))
    return load_table(game)


def load_table(game: Game) -> Table:
    return Table(game, clocks.players_of(game), states.load(game.state) if game.state else None)
