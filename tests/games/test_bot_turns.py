"""Bots at the table: claims, tasks that come late, twice or never, and what happens to a bot that fails."""

import logging
from datetime import timedelta

import pytest
from django.urls import reverse

from accounts.models import User
from games import tasks
from games.bots.greedy import GREEDY
from games.engine.rules import Refusal
from games.models import BotTurn, Game, Move
from games.services import bot_turns, departures, thinking
from tests.tables import NOW, fresh, mover, open_table, people, person, play_turn, running_game, table_of

pytestmark = pytest.mark.django_db

SECOND = timedelta(seconds=1)


@pytest.fixture
def game():
    """Ada has moved, and the bot is to answer."""
    game = open_table(person("ada"), {"bot": "greedy"}, order="fixed")
    play_turn(game)
    return fresh(game)


@pytest.fixture
def woken(monkeypatch):
    calls: list[tuple[object, int]] = []
    monkeypatch.setattr(bot_turns, "wake_bot", lambda *call: calls.append(call))
    return calls


@pytest.fixture
def failing(monkeypatch):
    """Thinking goes wrong for everybody but the simplest bot; the list says who tried."""
    tried: list[str] = []

    def place(work, bot, *arguments):
        tried.append(bot)
        if bot != GREEDY.key:
            raise RuntimeError("a kernel is broken")
        return work(bot, *arguments)

    monkeypatch.setattr(thinking, "_place", place)
    return tried


def play(game: Game, version: int | None = None, now=NOW) -> bool:
    version = fresh(game).version if version is None else version
    return bot_turns.play_bot_turn(game_id=game.pk, version=version, now=now)


def test_a_bot_plays_its_turn_once_and_only_at_its_version(game):
    assert fresh(game).mover is None
    assert not play(game, version=0)
    assert play(game, version=1)
    assert not play(game, version=1)
    assert not play(game, version=2)  # a person is to move
    assert [move.by for move in Move.objects.filter(game=game)] == ["player", "player"]
    assert not BotTurn.objects.exists()


def test_a_turn_that_a_worker_thinks_about_is_not_thought_about_twice(game, monkeypatch):
    meanwhile: list[bool | None] = []

    def place(work, *arguments):
        if not meanwhile:
            meanwhile.append(None)
            meanwhile[0] = play(game, version=1, now=NOW + SECOND)
        return work(*arguments)

    monkeypatch.setattr(thinking, "_place", place)
    assert play(game, version=1)
    assert meanwhile == [False]
    assert fresh(game).version == 2


def test_the_claim_of_a_worker_that_died_expires(game):
    table = table_of(game)
    assert bot_turns.claim(table.game, "greedy", NOW)
    assert not play(game, now=NOW + bot_turns.CLAIM - SECOND)
    assert bot_turns.stalled(now=NOW + bot_turns.CLAIM - SECOND) == []
    later = NOW + bot_turns.PATIENCE
    assert bot_turns.stalled(now=later) == [(game.pk, 1)]
    assert play(game, now=later)
    assert BotTurn.objects.get().error == "Its worker was lost."


def test_a_worker_that_comes_too_late_leaves_the_table_alone(game, monkeypatch):
    """Its claim expires while it thinks; another one takes the turn over, and the table moves on."""
    turns: list[str] = []

    def place(work, *arguments):
        if not turns:
            turns.append("slow")
            assert play(game, version=1, now=NOW + bot_turns.CLAIM)
        return work(*arguments)

    monkeypatch.setattr(thinking, "_place", place)
    assert not play(game, version=1)
    assert fresh(game).version == 2


def test_a_claim_expires_no_sooner_than_a_worker_is_ended(game):
    assert timedelta(seconds=tasks.play_bot_turn.time_limit) < bot_turns.CLAIM
    assert tasks.play_bot_turn.soft_time_limit < tasks.play_bot_turn.time_limit
    assert bot_turns.PATIENCE > bot_turns.CLAIM


def test_a_game_that_ended_meanwhile_needs_no_turn(game, monkeypatch):
    def place(work, *arguments):
        departures.resign(game_id=game.pk, user=User.objects.get(), now=NOW)
        return work(*arguments)

    monkeypatch.setattr(thinking, "_place", place)
    assert not play(game, version=1)
    assert fresh(game).status == Game.Status.FINISHED
    assert not BotTurn.objects.exists()


def test_a_person_who_came_back_meanwhile_plays_for_themselves(monkeypatch):
    game = running_game(*people("ada", "bob", "cy"), stand_in="greedy")
    user = mover(game)
    departures.expire_turn(game_id=game.pk, now=NOW + timedelta(days=4))

    def place(work, *arguments):
        departures.take_back(game_id=game.pk, user=user, now=NOW + timedelta(days=4))
        return work(*arguments)

    monkeypatch.setattr(thinking, "_place", place)
    assert not play(game, now=NOW + timedelta(days=4))
    assert mover(game) == user


def test_a_bot_that_fails_tries_again_and_after_three_times_the_simplest_plays(game, woken, failing, caplog):
    game.players.filter(bot="greedy").update(bot="random")
    for attempt in range(1, 4):
        with pytest.raises(RuntimeError, match="a kernel is broken"):
            play(game)
        assert woken == [(game.pk, 1)] * attempt
        assert (BotTurn.objects.get().attempts, BotTurn.objects.get().replaced) == (attempt, False)
    with caplog.at_level(logging.ERROR):
        assert play(game)
    assert failing == ["random", "random", "random", "greedy"]
    assert "The random bot failed 3 times" in caplog.text
    assert "a kernel is broken" in caplog.text
    kept = BotTurn.objects.get()
    assert (kept.bot, kept.replaced, kept.error) == ("random", True, "RuntimeError: a kernel is broken")
    assert fresh(game).version == 2
    assert table_of(game).players[1].bot == "random"  # its next turn is its own again


def test_an_illegal_turn_is_a_failure(game, woken, monkeypatch):
    monkeypatch.setattr(thinking, "_place", lambda *_work: [{"type": "swap"}])
    with pytest.raises(Refusal):
        play(game)
    assert woken
    assert BotTurn.objects.get().error.startswith("Illegal: ")
    assert fresh(game).version == 1


def test_another_attempt_thinks_with_other_luck(game, woken, monkeypatch):
    seeds = []

    def place(work, bot, rules, seen, seed):
        seeds.append(seed)
        raise RuntimeError

    monkeypatch.setattr(thinking, "_place", place)
    for _attempt in range(2):
        with pytest.raises(RuntimeError):
            play(game)
    assert len(set(seeds)) == 2


def test_a_bot_gets_the_view_of_its_seat_and_no_more(game, monkeypatch):
    given = []

    def place(work, *arguments):
        given.append(arguments)
        return work(*arguments)

    monkeypatch.setattr(thinking, "_place", place)
    table = table_of(game)
    play(game)
    ((bot, rules, seen, _seed),) = given
    assert (bot, rules) == ("greedy", "genial")
    assert seen == table.game.rules.view(table.state, 1)


# --- the pause -------------------------------------------------------------------------------------


@pytest.fixture
def slept(monkeypatch, settings):
    settings.BOT_DELAY = 1.5
    pauses: list[float] = []
    monkeypatch.setattr("games.services.bot_turns.time.sleep", pauses.append)
    return pauses


def test_a_person_gets_a_moment_to_follow(game, slept):
    play(game, now=NOW + SECOND / 2)
    assert slept == [pytest.approx(1.0, abs=0.5)]


def test_nobody_waits_longer_because_the_queue_was_long(game, slept):
    play(game, now=NOW + 2 * SECOND)
    assert slept == []


def test_bots_answer_each_other_at_once(slept):
    game = open_table(person("ada"), {"bot": "greedy"}, {"bot": "greedy"}, order="fixed")
    play_turn(game)
    play(game)
    assert len(slept) == 1
    play(game)
    assert len(slept) == 1
    assert mover(game).username == "ada"


# --- sweeps and the operator -----------------------------------------------------------------------


def test_a_bot_whose_task_was_lost_is_found(game):
    assert bot_turns.stalled(now=NOW + bot_turns.PATIENCE - SECOND) == []
    assert bot_turns.stalled(now=NOW + bot_turns.PATIENCE) == [(game.pk, 1)]


def test_people_are_never_stalled_bots():
    running_game(*people("ada", "bob"))
    assert bot_turns.stalled(now=NOW + timedelta(days=1)) == []


# --- seats that nobody holds any more -----------------------------------------------------------


def leave_without_a_word(game: Game, seat: int) -> None:
    """As if the row of the account had gone from the database without the site."""
    game.players.filter(seat=seat).update(user=None)
    Game.objects.filter(pk=game.pk, to_move=seat).update(mover=None)


@pytest.mark.parametrize("names", [("ada", "bob"), ("ada", "bob", "cy")])
def test_a_bot_sits_in_when_the_turn_comes_to_a_seat_that_nobody_holds(names):
    game = running_game(*people(*names), order="fixed")
    leave_without_a_word(game, 1)
    play_turn(game)
    bob = table_of(game).players[1]
    assert (bob.sitting_in, fresh(game).mover, fresh(game).deadline) == (game.stand_in, None, None)
    assert play(game)
    assert Move.objects.get(game=game, n=2).by == "bot"
    assert fresh(game).to_move == 2 % len(names)


def test_a_game_that_waits_for_nobody_goes_on():
    game = running_game(*people("ada", "bob"), order="fixed")
    leave_without_a_word(game, 0)
    assert bot_turns.stalled(now=NOW + bot_turns.PATIENCE) == [(game.pk, 0)]
    assert play(game, now=NOW + bot_turns.PATIENCE)
    assert (table_of(game).players[0].sitting_in, mover(game).username) == (game.stand_in, "bob")


def test_the_operator_sees_the_bots_in_trouble(client, game, woken, failing):
    game.players.filter(bot="greedy").update(bot="random")
    with pytest.raises(RuntimeError):
        play(game)
    client.force_login(User.objects.create_superuser("operator"))
    page = client.get(reverse("admin:games_botturn_changelist")).content.decode()
    assert "a kernel is broken" in page
    assert str(game.pk) in page


def test_old_troubles_are_forgotten(game, woken, failing):
    game.players.filter(bot="greedy").update(bot="random")
    with pytest.raises(RuntimeError):
        play(game)
    assert bot_turns.forget_old_turns(now=NOW + timedelta(days=89)) == 0
    assert bot_turns.forget_old_turns(now=NOW + timedelta(days=90)) == 1
