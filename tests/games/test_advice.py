"""Hints and reviews: from a player's own view, worked out a little at a time, once."""

from collections import Counter
from collections.abc import Sequence
from datetime import timedelta
from random import Random
from typing import Any

import pytest

from accounts.models import User
from games import tasks
from games.bots import analysis
from games.bots.bot import Actions, Budget, Choice
from games.bots.registry import BOTS
from games.engine.registry import RULES
from games.engine.rules import Data, GameOver, NotYourTurn
from games.models import Game, Hint, Review
from games.selectors import find_table, hint_data, hint_for, hints_taken, review_data, review_of
from games.services import advice, departures
from games.services.refusals import NoHints, NotAPlayer, NotOver, TooMany, Unknown
from tests.tables import (
    NOW,
    bystander,
    mover,
    open_table,
    people,
    person,
    play_on,
    play_turn,
    running_game,
    somebody_at,
    table_of,
)

pytestmark = pytest.mark.django_db


class Search:
    """Thinks that the turn which a random bot would play is the best, and remembers what it was shown."""

    NODES = {"gentle": 1, "steady": 1, "sharp": 1, "strong": 2}

    def __init__(self) -> None:
        self.shown: list[Data] = []
        self.budgets: list[Budget] = []

    def rank(
        self, rules: Any, seen: Data, rng: Random, budget: Budget, skill: str, also: Sequence[Actions] = ()
    ) -> list[Choice]:
        self.shown.append(seen)
        self.budgets.append(budget)
        best = BOTS["random"].choose(rules, seen, rng)
        return [Choice(best, 0.75, 1), *(Choice(actions, 0.5, 1) for actions in also if actions != best)]

    def warm(self) -> None:
        pass


@pytest.fixture(autouse=True)
def search(monkeypatch: pytest.MonkeyPatch) -> Search:
    search = Search()
    monkeypatch.setattr(analysis, "search_for", lambda key: search)
    return search


@pytest.fixture
def sent(monkeypatch: pytest.MonkeyPatch) -> list[tuple[Any, ...]]:
    """The tasks that would have been queued."""
    tasks: list[tuple[Any, ...]] = []
    monkeypatch.setattr(advice, "send", lambda task, *arguments: tasks.append((task, *arguments)))
    return tasks


def work(tasks: list[tuple[Any, ...]]) -> None:
    while tasks:
        task, *arguments = tasks.pop(0)
        if task.endswith("think_of_hint"):
            advice.think_of_hint(hint_id=arguments[0])
        else:
            advice.go_on_with_review(review_id=arguments[0], done=arguments[1], now=NOW)


@pytest.fixture
def game() -> Game:
    return running_game(*people("ada", "bob"))


# --- hints ---------------------------------------------------------------------------------------


@pytest.mark.django_db(transaction=True)
def test_a_hint_is_thought_of_from_the_view_of_who_asked(game: Game, sent: list[Any], search: Search) -> None:
    user = mover(game)
    advice.ask_for_hint(game_id=game.pk, user=user, now=NOW)
    assert [task for task, *_ in sent] == ["games.tasks.think_of_hint"]
    assert hint_data(hint_for(find_table(game.pk, user), user))["status"] == "thinking"
    work(sent)
    given = hint_data(hint_for(find_table(game.pk, user), user))
    assert given["status"] == "ready"
    assert given["choices"][0]["worth"] == 0.75
    table = table_of(game)
    assert search.shown == [table.game.rules.view(table.state, table.game.to_move)]
    play_turn(game, actions=given["choices"][0]["actions"])


@pytest.mark.django_db(transaction=True)
def test_asking_twice_makes_one_hint(game: Game, sent: list[Any]) -> None:
    first = advice.ask_for_hint(game_id=game.pk, user=mover(game), now=NOW)
    second = advice.ask_for_hint(game_id=game.pk, user=mover(game), now=NOW)
    assert first.pk == second.pk
    assert len(sent) == 1
    assert hints_taken(game) == {table_of(game).game.to_move: 1}


def test_a_hint_is_for_its_player_alone(game: Game) -> None:
    advice.ask_for_hint(game_id=game.pk, user=mover(game), now=NOW)
    with pytest.raises(Unknown):
        hint_for(find_table(game.pk, bystander(game)), bystander(game))
    stranger = person("stranger")
    with pytest.raises(NotAPlayer):
        hint_for(find_table(game.pk, stranger), stranger)


def test_who_is_not_to_move_gets_no_hint(game: Game) -> None:
    with pytest.raises(NotYourTurn):
        advice.ask_for_hint(game_id=game.pk, user=bystander(game), now=NOW)


def test_nobody_waits_for_many_hints_at_once() -> None:
    ada = person("ada")
    games = [open_table(ada, mode="solo") for _number in range(advice.HINTS_AT_ONCE + 1)]
    *asked, refused = games
    hints = [advice.ask_for_hint(game_id=game.pk, user=ada, now=NOW) for game in asked]
    with pytest.raises(TooMany):
        advice.ask_for_hint(game_id=refused.pk, user=ada, now=NOW)
    assert advice.ask_for_hint(game_id=asked[0].pk, user=ada, now=NOW) == hints[0]
    advice.think_of_hint(hint_id=hints[0].pk)
    assert advice.ask_for_hint(game_id=refused.pk, user=ada, now=NOW)


def test_rated_games_have_no_hints() -> None:
    game = running_game(*people("ada", "bob"), rated=True)
    with pytest.raises(NoHints):
        advice.ask_for_hint(game_id=game.pk, user=mover(game), now=NOW)
    assert not Hint.objects.exists()


def test_a_game_that_is_over_has_no_hints(game: Game) -> None:
    over = play_on(game)
    with pytest.raises(GameOver):
        advice.ask_for_hint(game_id=over.pk, user=somebody_at(over), now=NOW)


def test_a_table_that_has_moved_on_needs_no_hint(game: Game, search: Search) -> None:
    hint = advice.ask_for_hint(game_id=game.pk, user=mover(game), now=NOW)
    play_turn(game)
    advice.think_of_hint(hint_id=hint.pk)
    assert not search.shown
    assert not Hint.objects.exists()


def test_a_hint_that_fails_says_so(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    hint = advice.ask_for_hint(game_id=game.pk, user=mover(game), now=NOW)
    monkeypatch.setattr(analysis, "search_for", lambda key: 1 / 0)
    advice.think_of_hint(hint_id=hint.pk)
    hint.refresh_from_db()
    assert hint_data(hint)["status"] == "failed"
    assert "ZeroDivisionError" in hint.error


def test_a_sweep_finds_hints_that_the_queue_lost(game: Game) -> None:
    hint = advice.ask_for_hint(game_id=game.pk, user=mover(game), now=NOW)
    assert advice.hints_not_given(now=NOW) == []
    assert advice.hints_not_given(now=NOW + timedelta(minutes=2)) == [hint.pk]
    advice.think_of_hint(hint_id=hint.pk)
    assert advice.hints_not_given(now=NOW + timedelta(minutes=2)) == []


# --- reviews -------------------------------------------------------------------------------------


@pytest.mark.parametrize("rules", RULES)
@pytest.mark.django_db(transaction=True)
def test_every_turn_of_a_game_is_judged(rules: str, sent: list[Any]) -> None:
    game = play_on(running_game(*people("ada", "bob"), rules=rules))
    advice.ask_for_review(game_id=game.pk, user=somebody_at(game), now=NOW)
    work(sent)
    review = review_data(review_of(game))
    assert review["status"] == "ready"
    chosen = [move.n for move in game.moves.filter(by="player")]
    assert [turn["n"] for turn in review["turns"]] == chosen
    assert all(
        turn["loss"] == pytest.approx(turn["best"]["worth"] - turn["played"]["worth"]) for turn in review["turns"]
    )
    assert set(review["turning_points"]) <= set(chosen)


def test_a_game_that_runs_is_not_reviewed(game: Game) -> None:
    with pytest.raises(NotOver):
        advice.ask_for_review(game_id=game.pk, user=mover(game), now=NOW)


@pytest.mark.parametrize(("is_guest", "most"), [(False, 2), (True, 1)])
def test_nobody_begins_reviews_without_end(is_guest: bool, most: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(advice, "REVIEWS_AN_HOUR", 2)
    monkeypatch.setattr(advice, "REVIEWS_OF_A_GUEST", 1)
    ada, bob, eve = people("ada", "bob", "eve")
    User.objects.filter(pk=eve.pk).update(is_guest=is_guest)
    eve.refresh_from_db()
    games = [running_game(ada, bob, rules="koepfchen") for _number in range(most + 1)]
    for game in games:
        departures.resign(game_id=game.pk, user=ada, now=NOW)
    *begun, refused = games
    for game in [*begun, *begun]:
        advice.ask_for_review(game_id=game.pk, user=eve, now=NOW)
    with pytest.raises(TooMany):
        advice.ask_for_review(game_id=refused.pk, user=eve, now=NOW)
    assert advice.ask_for_review(game_id=refused.pk, user=ada, now=NOW)
    assert advice.ask_for_review(game_id=refused.pk, user=eve, now=NOW)


@pytest.mark.django_db(transaction=True)
def test_a_review_goes_on_slice_by_slice(game: Game, sent: list[Any], monkeypatch: pytest.MonkeyPatch) -> None:
    over = play_on(game)
    monkeypatch.setattr(advice, "SLICE", 0.0)
    review = advice.ask_for_review(game_id=over.pk, user=somebody_at(over), now=NOW)
    task = sent.pop()
    advice.go_on_with_review(review_id=task[1], done=task[2], now=NOW)
    review.refresh_from_db()
    assert review.done == 1
    assert sent == [("games.tasks.go_on_with_review", review.pk, 1)]
    advice.go_on_with_review(review_id=task[1], done=task[2], now=NOW)  # the same task, come twice
    review.refresh_from_db()
    assert review.done == 1
    assert len(sent) == 1


@pytest.mark.django_db(transaction=True)
def test_a_review_that_failed_can_be_asked_for_again(
    game: Game, sent: list[Any], search: Search, monkeypatch: pytest.MonkeyPatch
) -> None:
    over = play_on(game)
    reader = somebody_at(over)
    review = advice.ask_for_review(game_id=over.pk, user=reader, now=NOW)
    monkeypatch.setattr(analysis, "search_for", lambda key: 1 / 0)
    work(sent)
    review.refresh_from_db()
    assert review_data(review)["status"] == "failed"
    monkeypatch.setattr(analysis, "search_for", lambda key: search)
    advice.ask_for_review(game_id=over.pk, user=reader, now=NOW)
    work(sent)
    assert review_data(Review.objects.get())["status"] == "ready"


@pytest.mark.django_db(transaction=True)
def test_a_busy_machine_ends_no_review_by_its_time_limit(game: Game, sent: list[Any], search: Search) -> None:
    over = play_on(game)
    advice.ask_for_review(game_id=over.pk, user=somebody_at(over), now=NOW)
    work(sent)
    judged = len(Review.objects.get().turns)
    seconds = sum(budget.seconds or 60.0 for budget in search.budgets)
    assert advice.SLICE + seconds / judged < tasks.go_on_with_review.soft_time_limit


def test_a_sweep_finds_reviews_left_lying(game: Game) -> None:
    over = play_on(game)
    review = advice.ask_for_review(game_id=over.pk, user=somebody_at(over), now=NOW)
    assert advice.reviews_left_lying(now=NOW) == []
    assert advice.reviews_left_lying(now=NOW + timedelta(minutes=2)) == [(review.pk, 0)]
    Review.objects.update(done=review.total)
    assert advice.reviews_left_lying(now=NOW + timedelta(minutes=2)) == []


# --- the luck of the draw ------------------------------------------------------------------------


def test_what_was_drawn_is_what_came_to_what_was_kept() -> None:
    before = {"rack": ["RR", "RB", "GG"]}
    seen = {"rack": ["RR", "GG", "OY"]}
    assert analysis.drawn_since(before, ["RB"], swapped=False, seen=seen) == ["OY"]
    assert analysis.drawn_since(before, ["RB"], swapped=True, seen=seen) == ["RR", "GG", "OY"]
    assert analysis.drawn_since(None, [], swapped=False, seen=seen) == ["RR", "GG", "OY"]


@pytest.mark.parametrize("rules", RULES)
def test_another_draw_is_a_view_that_the_rules_allow(rules: str) -> None:
    game = play_on(running_game(*people("ada", "bob"), rules=rules), turns=6)
    table = table_of(game)
    seat = table.game.to_move
    seen = table.game.rules.view(table.state, seat)
    drawn = analysis.held(seen)[-1:]
    other = analysis.with_other_draw(seen, drawn, Random(1))
    assert len(analysis.held(other)) == len(analysis.held(seen))
    assert sorted([*analysis.held(other), *analysis.unseen_pieces(other)]) == sorted(
        [*analysis.held(seen), *analysis.unseen_pieces(seen)]
    )
    shown = table.game.rules.view(table.game.rules.imagine(other, Random(2)), seat)
    assert {**shown, "unseen": Counter(shown["unseen"])} == {**other, "unseen": Counter(other["unseen"])}


def test_solo_games_have_hints(search: Search) -> None:
    game = open_table(person("ada"), mode="solo")
    hint = advice.ask_for_hint(game_id=game.pk, user=mover(game), now=NOW)
    advice.think_of_hint(hint_id=hint.pk)
    hint.refresh_from_db()
    assert hint.choices
