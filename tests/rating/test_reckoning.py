"""Rating arithmetic: openskill to the last digit, and the site's own rules on top of it."""

from datetime import UTC, datetime, timedelta
from itertools import chain

import pytest
from hypothesis import given
from hypothesis import strategies as st
from openskill.models import PlackettLuce

from games.rating import damping
from games.rating.luce import rate
from games.rating.reckoning import NOBODY, Book, Finished, Seat, Standing
from games.rating.scale import shown, spread
from games.rating.skill import UNKNOWN, Skill

NOW = datetime(2026, 11, 18, 8, 0, tzinfo=UTC)
VETERAN, ROOKIE = Skill(31.25, 2.5), Skill(22.0, 7.0)

TABLE = [
    ("two", [[UNKNOWN], [UNKNOWN]], [1, 2]),
    ("two, and the second wins", [[VETERAN], [ROOKIE]], [2, 1]),
    ("two who tie", [[VETERAN], [ROOKIE]], [1, 1]),
    ("three", [[UNKNOWN], [VETERAN], [ROOKIE]], [3, 1, 2]),
    ("three, two of them first", [[UNKNOWN], [VETERAN], [ROOKIE]], [1, 1, 3]),
    ("three, two of them last", [[VETERAN], [UNKNOWN], [ROOKIE]], [1, 2, 2]),
    ("four", [[VETERAN], [UNKNOWN], [ROOKIE], [UNKNOWN]], [2, 4, 1, 3]),
    ("four who all tie", [[VETERAN], [UNKNOWN], [ROOKIE], [UNKNOWN]], [1, 1, 1, 1]),
    ("two teams", [[VETERAN, ROOKIE], [UNKNOWN, UNKNOWN]], [2, 1]),
    ("two teams that tie", [[VETERAN, ROOKIE], [UNKNOWN, VETERAN]], [1, 1]),
]


GOLDEN_TWO = [(27.635389493140497, 8.06590141354368), (22.364610506859503, 8.06590141354368)]
GOLDEN_THREE = [
    (20.557876535047672, 7.853611484728133),
    (31.498990451838623, 2.49931301511738),
    (23.184298164675607, 6.779112133763058),
]
GOLDEN_TIE = [
    (26.074512204305233, 8.117890700995618),
    (31.26370618970855, 2.49931301511738),
    (21.134440082280022, 6.908096070286608),
]
GOLDEN_TEAMS = [
    (31.02108895021581, 2.4972332523204708),
    (20.20707516278908, 6.908888674729115),
    (27.540887246272693, 8.086671318708413),
    (27.540887246272693, 8.086671318708413),
]


def by_openskill(sides, places):
    model = PlackettLuce()
    teams = [[model.rating(*skill) for skill in side] for side in sides]
    return [[(player.mu, player.sigma) for player in team] for team in model.rate(teams, ranks=places)]


@pytest.mark.parametrize(("sides", "places"), [row[1:] for row in TABLE], ids=[row[0] for row in TABLE])
def test_skills_are_those_of_openskill_to_the_last_digit(sides, places):
    assert rate(sides, places) == by_openskill(sides, places)


# Written down once: a release of openskill that reckons otherwise would make every ledger differ from its games.
@pytest.mark.parametrize(
    ("sides", "places", "expected"),
    [
        (*TABLE[0][1:], GOLDEN_TWO),
        (*TABLE[3][1:], GOLDEN_THREE),
        (*TABLE[4][1:], GOLDEN_TIE),
        (*TABLE[8][1:], GOLDEN_TEAMS),
    ],
    ids=["two", "three", "shared place", "teams"],
)
def test_openskill_has_not_changed_its_mind(sides, places, expected):
    assert [*chain(*rate(sides, places))] == [pytest.approx(skill, rel=1e-13) for skill in expected]


def people(*ids):
    return [(number, "") for number in ids]


def game(places, holders=None, *, at=NOW, teams=False, **seats):
    """A game of people 1, 2, … or these holders; by seat number, what else is known of a seat."""
    holders = holders or people(*range(1, len(places) + 1))
    return Finished(
        key=None,
        at=at,
        seats=[
            Seat(holder=holder, side=seat % 2 if teams else seat, place=place, **seats.get(f"seat{seat}", {}))
            for seat, (holder, place) in enumerate(zip(holders, places, strict=True))
        ],
    )


def test_the_ledger_has_what_openskill_says_game_after_game():
    book = Book()
    known = dict.fromkeys(range(1, 5), (UNKNOWN.mu, UNKNOWN.sigma))
    games = [[1, 2], [2, 1, 2], [1, 1], [3, 4, 1, 2], [1, 2, 3]]
    for number, places in enumerate(games):
        changes = book.enter(game(places, at=NOW + timedelta(days=number)))
        after = by_openskill([[known[player]] for player in range(1, len(places) + 1)], places)
        assert [change.before for change in changes] == [known[player] for player in range(1, len(places) + 1)]
        known |= {player: after[player - 1][0] for player in range(1, len(places) + 1)}
        assert [change.after for change in changes] == [known[player] for player in range(1, len(places) + 1)]


def test_partners_are_rated_as_a_team():
    changes = Book().enter(game([1, 2, 1, 2], teams=True))
    assert [change.after for change in changes] == [
        after for pair in zip(*by_openskill([[UNKNOWN] * 2, [UNKNOWN] * 2], [1, 2]), strict=True) for after in pair
    ]
    assert [change.why["of"] for change in changes] == [2, 2, 2, 2]


def test_an_account_that_has_gone_counts_as_a_beginner_and_gets_no_row():
    [change] = Book().enter(game([2, 1], [(1, ""), NOBODY]))
    assert change.after == by_openskill([[UNKNOWN], [UNKNOWN]], [2, 1])[0][0]


def test_a_bot_on_several_seats_gets_the_mean_of_their_changes():
    bots = [(1, ""), (None, "steady"), (None, "steady")]
    _ada, second, third = Book().enter(game([1, 2, 3], bots))
    full = by_openskill([[UNKNOWN]] * 3, [1, 2, 3])
    assert second.after == third.after == ((full[1][0][0] + full[2][0][0]) / 2, (full[1][0][1] + full[2][0][1]) / 2)
    assert (second.why["seats"], second.games) == (2, 1)


# --- leaving -----------------------------------------------------------------------------------

PLAYED = {"turns": damping.REALLY_PLAYED}


def test_who_leaves_later_loses_in_full():
    _winner, leaver = Book().enter(game([1, 2], seat1={"left": "resign", **PLAYED}))
    assert leaver.after == by_openskill([[UNKNOWN], [UNKNOWN]], [1, 2])[1][0]
    assert leaver.why == {"place": 2, "of": 2, "left": "resign"}


def test_a_game_that_somebody_left_at_once_counts_a_quarter():
    winner, leaver = Book().enter(game([1, 2], seat1={"left": "resign", "turns": 1}))
    full = by_openskill([[UNKNOWN], [UNKNOWN]], [1, 2])
    assert (winner.weight, leaver.weight) == (0.25, 0.25)
    assert winner.after.mu - winner.before.mu == pytest.approx((full[0][0][0] - UNKNOWN.mu) / 4)
    assert winner.before.sigma - winner.after.sigma == pytest.approx((UNKNOWN.sigma - full[0][0][1]) / 4)
    assert winner.why["others_left"]
    assert winner.why["at_once"]


def test_with_three_the_game_goes_on_and_counts_in_full_until_only_one_side_has_really_played():
    at_once, later = {"left": "resign", "turns": 0}, {"left": "timeout", "turns": 9}
    assert {change.weight for change in Book().enter(game([1, 2, 3], seat2=at_once))} == {1}
    assert {change.weight for change in Book().enter(game([1, 2, 2], seat1=later, seat2=at_once))} == {1}
    assert {change.weight for change in Book().enter(game([1, 2, 2], seat1=at_once, seat2=at_once))} == {0.25}


def test_a_time_out_that_does_not_count_leaves_the_leaver_alone_and_the_others_not():
    book = Book()
    winner, second, leaver = book.enter(game([1, 2, 3], seat2={"left": "timeout", "counts": False, **PLAYED}))
    full = by_openskill([[UNKNOWN]] * 3, [1, 2, 3])
    assert (winner.after, second.after) == (full[0][0], full[1][0])
    assert (leaver.after, leaver.weight, leaver.games) == (UNKNOWN, 0, 0)
    assert leaver.why["uncounted"]
    assert book.standings[3, ""] == Standing(UNKNOWN, 0, NOW)


def test_the_partner_of_a_leaver_loses_too():
    changes = Book().enter(game([2, 1, 2, 1], teams=True, seat0={"left": "resign", **PLAYED}))
    assert [change.after.mu < UNKNOWN.mu for change in changes] == [True, False, True, False]
    assert changes[2].why["partner_left"]


# --- the same people again and again -----------------------------------------------------------


def weights(book, count, *, every=timedelta(hours=1), holders=None):
    holders = holders or people(1, 2)
    entered = [book.enter(game([1, 2], holders, at=NOW + number * every)) for number in range(count)]
    return [changes[0].weight for changes in entered]


def test_after_each_dozen_games_of_the_same_people_the_weight_is_halved_down_to_a_sixteenth():
    assert weights(Book(), 72) == [1] * 12 + [1 / 2] * 12 + [1 / 4] * 12 + [1 / 8] * 12 + [1 / 16] * 24


def test_games_of_more_than_thirty_days_ago_are_forgotten():
    assert set(weights(Book(), 40, every=timedelta(days=2, hours=12))) == {1}
    assert weights(Book(), 14, every=timedelta(days=2))[-1] == 1 / 2


def test_who_sits_where_does_not_matter_and_others_are_others():
    book = Book()
    weights(book, 12)
    assert weights(book, 1, holders=people(2, 1)) == [1 / 2]
    assert weights(book, 1, holders=people(1, 3)) == [1]


def test_alone_against_a_bot_one_may_play_as_often_as_one_likes():
    assert set(weights(Book(), 30, holders=[(1, ""), (None, "steady")])) == {1}


def test_a_hundred_arranged_wins_bring_less_than_twice_what_a_dozen_bring():
    few, many = Book(), Book()
    weights(few, 12)
    weights(many, 100)
    gained = [shown(book.standings[1, ""].skill.mu) - shown(UNKNOWN.mu) for book in (few, many)]
    assert gained[1] < 2 * gained[0]


# --- laws --------------------------------------------------------------------------------------

SKILLS = st.builds(Skill, st.floats(-50, 100), st.floats(0.5, 10))


@given(st.lists(SKILLS, min_size=2, max_size=4), st.data())
def test_the_winner_never_falls_and_the_last_never_rises(skills, data):
    order = data.draw(st.permutations(range(1, len(skills) + 1)))
    after = [side[0] for side in rate([[skill] for skill in skills], order)]
    first, last = order.index(1), order.index(len(skills))
    assert after[first].mu >= skills[first].mu
    assert after[last].mu <= skills[last].mu


@given(SKILLS, SKILLS, st.sampled_from([1 / 16, 1 / 8, 1 / 4, 1 / 2]))
def test_a_damped_change_lies_between_none_and_the_whole(before, after, weight):
    part = before.towards(after, weight)
    assert min(before.mu, after.mu) <= part.mu <= max(before.mu, after.mu)
    assert part.sigma > 0
    assert before.towards(after, 1) == after


def test_a_beginner_is_shown_as_1500_with_a_wide_margin():
    assert (shown(UNKNOWN.mu), spread(UNKNOWN.sigma)) == (1500, 490)
