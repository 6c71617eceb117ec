from datetime import timedelta

import pytest

from games import tasks
from games.engine.dealing import commitment
from games.engine.rules import Malformed, Refusal
from games.models import Game, Player
from games.services import lobby
from games.services.refusals import Full, NotAPlayer, NotOpen, NotTheHost, TooMany, Unknown
from games.services.wishes import read_wish
from tests.tables import NOW, fresh, open_table, people, person, play_on, running_game, table_of

pytestmark = pytest.mark.django_db

OPEN, GREEDY = {"open": True}, {"bot": "greedy"}


def test_a_table_waits_until_its_last_seat_is_taken():
    ada, bob, cy = people("ada", "bob", "cy")
    game = open_table(ada, OPEN, OPEN)
    assert game.status == Game.Status.OPEN
    lobby.join(game_id=game.pk, user=bob, now=NOW)
    assert fresh(game).status == Game.Status.OPEN
    lobby.join(game_id=game.pk, user=cy, now=NOW)
    game = fresh(game)
    assert game.status == Game.Status.ACTIVE
    assert game.started_at == NOW
    assert [player.seat for player in table_of(game).players] == [0, 1, 2]


def test_a_table_of_bots_starts_at_once():
    game = open_table(person("ada"), GREEDY)
    assert game.status == Game.Status.ACTIVE
    assert [player.kind for player in Player.objects.filter(game=game).order_by("joined")] == ["human", "bot"]


def test_seats_fill_in_order_of_joining_and_bots_join_where_they_are_named():
    ada, bob = people("ada", "bob")
    wish = read_wish({"rules": "koepfchen", "seats": [GREEDY, OPEN, {"me": True}], "client_seed": "mine"})
    game = lobby.create_table(host=ada, wish=wish, now=NOW)
    lobby.join(game_id=game.pk, user=bob, client_seed="his", now=NOW)
    players = sorted(table_of(game).players, key=lambda player: player.joined)
    assert [(player.name, player.client_seed) for player in players] == [
        ("Greedy bot", "greedy"),
        ("ada", "mine"),
        ("bob", "his"),
    ]


def test_with_a_fixed_order_whoever_joins_first_starts():
    ada, bob = people("ada", "bob")
    game = running_game(ada, bob, order="fixed")
    assert [player.user for player in table_of(game).players] == [ada, bob]
    assert game.mover == ada


def test_the_commitment_is_published_before_anybody_joins():
    game = open_table(person("ada"), OPEN)
    assert game.commitment == commitment(bytes(game.secret))
    before = game.commitment
    lobby.join(game_id=game.pk, user=person("bob"), now=NOW)
    assert fresh(game).commitment == before


# --- joining -----------------------------------------------------------------------------------


def test_nobody_sits_down_twice_or_at_a_full_table():
    ada, bob, cy = people("ada", "bob", "cy")
    game = open_table(ada, OPEN, OPEN)
    with pytest.raises(NotOpen, match="already"):
        lobby.join(game_id=game.pk, user=ada, now=NOW)
    lobby.join(game_id=game.pk, user=bob, now=NOW)
    lobby.join(game_id=game.pk, user=cy, now=NOW)
    with pytest.raises(NotOpen, match="not open"):
        lobby.join(game_id=game.pk, user=person("dot"), now=NOW)


def test_a_seat_is_kept_for_whoever_is_invited():
    ada, bob, cy = people("ada", "bob", "cy")
    game = open_table(ada, {"invite": "BOB"})
    with pytest.raises(Full):
        lobby.join(game_id=game.pk, user=cy, now=NOW)
    lobby.join(game_id=game.pk, user=bob, now=NOW)
    assert fresh(game).status == Game.Status.ACTIVE


def test_a_private_table_is_for_those_who_are_invited_or_have_the_link():
    ada, bob, cy = people("ada", "bob", "cy")
    game = open_table(ada, {"invite": "bob"}, OPEN, public=False)
    with pytest.raises(Unknown):
        lobby.join(game_id=game.pk, user=cy, now=NOW)
    with pytest.raises(Unknown):
        lobby.join(game_id=game.pk, user=cy, link="guess", now=NOW)
    lobby.join(game_id=game.pk, user=cy, link=game.link, now=NOW)
    lobby.join(game_id=game.pk, user=bob, now=NOW)
    assert fresh(game).status == Game.Status.ACTIVE


def test_whoever_reads_the_mail_takes_the_seat_that_was_kept():
    ada, bob = people("ada", "bob")
    game = open_table(ada, {"invite": "someone@example.org"}, public=False)
    token = game.invitations.get().token
    lobby.join(game_id=game.pk, user=bob, link=token, now=NOW)
    assert fresh(game).status == Game.Status.ACTIVE


# --- leaving, kicking, cancelling --------------------------------------------------------------


def test_who_leaves_before_the_start_frees_the_seat():
    ada, bob, cy = people("ada", "bob", "cy")
    game = open_table(ada, OPEN, OPEN)
    lobby.join(game_id=game.pk, user=bob, now=NOW)
    lobby.leave(game_id=game.pk, user=bob, now=NOW)
    for user in (cy, bob):
        lobby.join(game_id=game.pk, user=user, now=NOW)
    assert fresh(game).status == Game.Status.ACTIVE
    assert [p.joined for p in sorted(table_of(game).players, key=lambda p: p.joined)] == [0, 1, 2]


def test_a_gap_in_the_join_numbers_is_closed():
    """The record numbers players from 0 on, whoever came and went."""
    ada, bob, cy, dot = people("ada", "bob", "cy", "dot")
    game = open_table(ada, OPEN, OPEN)
    for user in (bob, cy):
        if user == cy:
            lobby.leave(game_id=game.pk, user=bob, now=NOW)
        lobby.join(game_id=game.pk, user=user, now=NOW)
    lobby.join(game_id=game.pk, user=dot, now=NOW)
    players = sorted(table_of(game).players, key=lambda player: player.joined)
    assert [(player.joined, player.name) for player in players] == [(0, "ada"), (1, "cy"), (2, "dot")]


def test_a_gap_in_the_middle_is_closed_too():
    ada, bob, cy, dot = people("ada", "bob", "cy", "dot")
    game = open_table(ada, OPEN, OPEN, OPEN)
    for user in (bob, cy):
        lobby.join(game_id=game.pk, user=user, now=NOW)
    lobby.leave(game_id=game.pk, user=bob, now=NOW)
    for user in (dot, bob):
        lobby.join(game_id=game.pk, user=user, now=NOW)
    players = sorted(table_of(game).players, key=lambda player: player.joined)
    assert [(player.joined, player.name) for player in players] == [(0, "ada"), (1, "cy"), (2, "dot"), (3, "bob")]


def test_declining_an_invitation_opens_the_seat():
    ada, bob, cy = people("ada", "bob", "cy")
    game = open_table(ada, {"invite": "bob"})
    lobby.leave(game_id=game.pk, user=bob, now=NOW)
    lobby.join(game_id=game.pk, user=cy, now=NOW)
    assert fresh(game).status == Game.Status.ACTIVE


def test_a_table_that_its_host_leaves_is_cancelled():
    ada, bob = people("ada", "bob")
    game = open_table(ada, OPEN, OPEN)
    lobby.join(game_id=game.pk, user=bob, now=NOW)
    lobby.leave(game_id=game.pk, user=ada, now=NOW)
    assert fresh(game).status == Game.Status.CANCELLED


def test_strangers_cannot_leave_and_nobody_can_after_the_start():
    ada, bob, cy = people("ada", "bob", "cy")
    game = running_game(ada, bob)
    with pytest.raises(NotAPlayer):
        lobby.leave(game_id=game.pk, user=cy, now=NOW)
    with pytest.raises(NotOpen, match="resign"):
        lobby.leave(game_id=game.pk, user=bob, now=NOW)


def test_only_the_host_kicks_and_cancels_and_only_before_the_start():
    ada, bob, cy = people("ada", "bob", "cy")
    game = open_table(ada, OPEN, OPEN)
    lobby.join(game_id=game.pk, user=bob, now=NOW)
    with pytest.raises(NotTheHost):
        lobby.kick(game_id=game.pk, host=bob, name="ada")
    with pytest.raises(NotTheHost):
        lobby.cancel(game_id=game.pk, host=bob, now=NOW)
    with pytest.raises(Malformed):
        lobby.kick(game_id=game.pk, host=ada, name="ada")
    with pytest.raises(Unknown):
        lobby.kick(game_id=game.pk, host=ada, name="cy")
    lobby.kick(game_id=game.pk, host=ada, name="Bob")
    assert len(table_of(game).players) == 1
    lobby.cancel(game_id=game.pk, host=ada, now=NOW)
    assert fresh(game).status == Game.Status.CANCELLED
    with pytest.raises(NotOpen):
        lobby.cancel(game_id=game.pk, host=ada, now=NOW)
    with pytest.raises(NotOpen):
        lobby.join(game_id=game.pk, user=cy, now=NOW)


def test_a_table_that_nobody_joins_ends_after_a_fortnight():
    game = open_table(person("ada"), OPEN)
    early, late = NOW + timedelta(days=13, hours=23), NOW + timedelta(days=14)
    assert lobby.old_tables(now=early) == []
    lobby.cancel_old_table(game_id=game.pk, now=early)
    assert fresh(game).status == Game.Status.OPEN
    assert lobby.old_tables(now=late) == [game.pk]
    lobby.cancel_old_table(game_id=game.pk, now=late)
    assert fresh(game).status == Game.Status.CANCELLED
    assert lobby.old_tables(now=late) == []


def test_a_broken_table_does_not_keep_others_from_ending(monkeypatch, caplog):
    broken, whole = (open_table(person(name), OPEN) for name in ("ada", "bob"))
    call_off = lobby.call_off

    def fail_for_one(game, now):
        if game.pk == broken.pk:
            raise ValueError("broken")
        return call_off(game, now)

    monkeypatch.setattr(lobby, "call_off", fail_for_one)
    Game.objects.update(created_at=NOW - timedelta(days=4000))
    tasks.cancel_old_tables()
    assert fresh(whole).status == Game.Status.CANCELLED
    assert fresh(broken).status == Game.Status.OPEN
    assert str(broken.pk) in caplog.text


def test_a_user_has_twenty_open_tables_at_the_most():
    ada = person("ada")
    tables = [open_table(ada, OPEN) for _number in range(20)]
    with pytest.raises(TooMany):
        open_table(ada, OPEN)
    assert Game.objects.count() == 20
    lobby.cancel(game_id=tables[0].pk, host=ada, now=NOW)
    open_table(ada, OPEN)


# --- wishes ------------------------------------------------------------------------------------


def test_nobody_fills_the_queue_of_the_bots_alone(monkeypatch):
    monkeypatch.setattr(lobby, "GAMES_WITH_BOTS", 2)
    ada = person("ada")
    games = [open_table(ada, GREEDY, rules="koepfchen"), open_table(ada, GREEDY, OPEN)]
    with pytest.raises(TooMany):
        open_table(ada, GREEDY)
    assert open_table(ada, OPEN)
    assert open_table(person("bob"), GREEDY)
    play_on(games[0])
    assert open_table(ada, GREEDY)


@pytest.mark.parametrize(
    "wish",
    [
        None,
        [],
        {},
        {"rules": "chess"},
        {"mode": "blitz"},
        {"seats": None},
        {"seats": []},
        {"seats": [{"me": True}]},
        {"seats": [{"me": True}, {"me": True}]},
        {"seats": [OPEN, OPEN]},
        {"seats": [{"me": True}, {"bot": "genius"}]},
        {"seats": [{"me": True}, {"bot": ["greedy"]}]},
        {"seats": [{"me": True}, {"open": False}]},
        {"seats": [{"me": True}, {"open": True, "bot": "greedy"}]},
        {"seats": [{"me": True}, {"invite": ""}]},
        {"seats": [{"me": True}, "open"]},
        {"seats": [{"me": True}] + [OPEN] * 4},
        {"order": "oldest"},
        {"order": ["random"]},
        {"rated": "yes"},
        {"public": 1},
        {"pace": {"days": 4}},
        {"pace": {"days": True}},
        {"pace": {"days": 3, "hours": 2}},
        {"pace": "slow"},
        {"stand_in": "genius"},
        {"series": 3},
        {"series": True},
        {"rules": "genial-cards", "series": 0},
        {"rules": "genial-cards", "series": 21},
        {"rules": "genial-cards", "series": "3"},
        {"client_seed": "a|b"},
        {"client_seed": 7},
    ],
)
def test_a_wish_that_makes_no_sense_is_refused_in_a_sentence(wish):
    if isinstance(wish, dict) and wish:
        wish = {"rules": "genial", "seats": [{"me": True}, OPEN], **wish}
    with pytest.raises(Malformed) as refused:
        read_wish(wish)
    assert str(refused.value).endswith(".")


@pytest.mark.parametrize("whom", ["nobody", "ada", "not@an@address", "@", "ada\n"])
def test_some_people_cannot_be_invited(whom):
    with pytest.raises(Malformed):
        open_table(person("ada"), {"invite": whom})
    assert not Game.objects.exists()


def test_nobody_is_invited_twice():
    ada, _bob = people("ada", "bob")
    with pytest.raises(Malformed, match="once"):
        open_table(ada, {"invite": "bob"}, {"invite": "Bob"})


# --- a rematch ---------------------------------------------------------------------------------


def test_a_rematch_invites_the_same_people():
    ada, bob = people("ada", "bob")
    first = running_game(ada, bob, rules="koepfchen")
    with pytest.raises(NotOpen):
        lobby.rematch(game_id=first.pk, user=ada, now=NOW)
    play_on(first)
    again = lobby.rematch(game_id=first.pk, user=bob, now=NOW)
    assert (again.status, again.rules_key, again.host) == (Game.Status.OPEN, "koepfchen", bob)
    assert lobby.rematch(game_id=first.pk, user=bob, now=NOW) == again
    joined = lobby.rematch(game_id=first.pk, user=ada, now=NOW)
    assert joined == again
    assert fresh(again).status == Game.Status.ACTIVE
    with pytest.raises(NotAPlayer):
        lobby.rematch(game_id=first.pk, user=person("cy"), now=NOW)


def test_a_rematch_that_was_cancelled_can_be_asked_for_again():
    ada, bob = people("ada", "bob")
    first = play_on(running_game(ada, bob, rules="koepfchen"))
    again = lobby.rematch(game_id=first.pk, user=ada, now=NOW)
    lobby.cancel(game_id=again.pk, host=ada, now=NOW)
    assert lobby.rematch(game_id=first.pk, user=ada, now=NOW) != again


def test_a_refusal_changes_nothing():
    ada, _bob, cy = people("ada", "bob", "cy")
    game = open_table(ada, {"invite": "bob"})
    before = Game.objects.filter(pk=game.pk).values().get()
    for attempt in (
        lambda: lobby.join(game_id=game.pk, user=cy, now=NOW),
        lambda: lobby.kick(game_id=game.pk, host=cy, name="bob"),
        lambda: lobby.leave(game_id=game.pk, user=cy, now=NOW),
    ):
        with pytest.raises(Refusal):
            attempt()
    assert Game.objects.filter(pk=game.pk).values().get() == before


def test_the_host_takes_an_invitation_by_address_back():
    ada, bob = people("ada", "bob")
    game = open_table(ada, {"invite": "someone@example.org"})
    lobby.kick(game_id=game.pk, host=ada, name="Someone@example.org")
    lobby.join(game_id=game.pk, user=bob, now=NOW)
    assert fresh(game).status == Game.Status.ACTIVE


def test_an_address_is_invited_once():
    with pytest.raises(Malformed, match="once"):
        open_table(person("ada"), {"invite": "v@example.org"}, {"invite": "V@example.org"})


def test_who_declined_a_rematch_may_still_ask_for_it():
    ada, bob = people("ada", "bob")
    first = play_on(running_game(ada, bob, rules="koepfchen", public=False))
    again = lobby.rematch(game_id=first.pk, user=ada, now=NOW)
    lobby.leave(game_id=again.pk, user=bob, now=NOW)
    assert lobby.rematch(game_id=first.pk, user=bob, now=NOW) == again
    assert fresh(again).status == Game.Status.ACTIVE


def test_the_mail_that_one_person_can_cause_has_a_limit_a_day():
    ada = person("ada")
    for number in range(20):
        game = open_table(ada, {"invite": f"v{number}@example.org"})
        lobby.cancel(game_id=game.pk, host=ada, now=NOW)
    with pytest.raises(TooMany, match="enough mail"):
        open_table(ada, {"invite": "w@example.org"})
    wish = read_wish({"rules": "genial", "seats": [{"me": True}, {"invite": "w@example.org"}]})
    lobby.create_table(host=ada, wish=wish, now=NOW + timedelta(days=1))


def test_so_has_the_mail_to_one_address():
    for name in ("ada", "bob", "cy"):
        open_table(person(name), {"invite": "victim@example.org"})
    with pytest.raises(TooMany):
        open_table(person("dot"), {"invite": "Victim@Example.org"})


def test_a_cache_that_is_away_stops_no_invitation(monkeypatch):
    def away(*_args: object, **_kwargs: object) -> None:
        raise ConnectionError

    monkeypatch.setattr("games.services.invitations.cache.add", away)
    open_table(person("ada"), {"invite": "someone@example.org"})
