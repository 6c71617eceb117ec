"""Reading games: lists and their pages, filters, versions, records."""

import json

import pytest

from accounts.models import User
from games.engine.registry import RULES
from games.models import Game
from games.services import departures, lobby
from tests.api.callers import Caller, code
from tests.tables import NOW, fresh, open_table, play_on, play_turn, result_of, running_game


def ids(response: object) -> list[str]:
    return [game["id"] for game in response.json()["results"]]  # type: ignore[attr-defined]


def test_the_rules_say_what_can_be_played(nobody: Caller) -> None:
    found = {rules["key"]: rules for rules in nobody.get("rules/").json()}
    assert list(found) == list(RULES)
    assert found["genial"]["modes"][0] == {"mode": "free", "seats": [2, 3, 4], "sides": None}
    assert found["genial"]["modes"][1]["sides"] == [0, 1, 0, 1]
    assert found["genial"]["options"]["series"] == 1
    assert found["genial-cards"]["options"]["series"] == 20
    for rules in found.values():
        assert [strength["key"] for strength in rules["strengths"]] == ["gentle", "steady", "sharp", "strong"]
        assert set(rules["bots"]) == {"gentle", "steady", "sharp", "strong", "random", "greedy"}


def test_every_table_that_the_rules_offer_can_be_laid_out(ada: Caller) -> None:
    for rules in ada.get("rules/").json():
        for mode in rules["modes"]:
            for seats in mode["seats"]:
                table = [{"me": True}, *({"bot": bot} for bot in (rules["bots"] * 4)[: seats - 1])]
                wish = {"rules": rules["key"], "mode": mode["mode"], "seats": table}
                response = ada.post("games/", wish)
                assert response.status_code == 201, response.content
                assert response["Location"] == f"/api/v1/games/{response.json()['id']}/"


# --- versions --------------------------------------------------------------------------------------


def test_an_unchanged_game_is_not_sent_again(users: list[User], ada: Caller) -> None:
    game = running_game(*users[:2])
    address = f"games/{game.pk}/"
    tag = ada.get(address)["ETag"]
    for known in (tag, f"W/{tag}", f'"other", {tag}', "*"):
        response = ada.get(address, if_none_match=known)
        assert (response.status_code, response.content, response["ETag"]) == (304, b"", tag)
    for unknown in ('"other"', "nonsense", ""):
        assert ada.get(address, if_none_match=unknown).status_code == 200


def test_every_change_and_every_reader_has_a_tag_of_its_own(users: list[User], ada: Caller, bob: Caller) -> None:
    game = open_table(users[0], {"open": True})
    address = f"games/{game.pk}/"
    tags = [ada.get(address)["ETag"]]
    lobby.join(game_id=game.pk, user=users[1], now=NOW)
    tags.append(ada.get(address)["ETag"])
    play_turn(game)
    tags += [ada.get(address)["ETag"], bob.get(address)["ETag"], Caller().get(address)["ETag"]]
    User.objects.filter(username="bob").update(username="robert")
    tags.append(ada.get(address)["ETag"])
    assert len(set(tags)) == len(tags)


def test_answers_are_for_their_reader_alone(users: list[User], ada: Caller) -> None:
    response = ada.get(f"games/{running_game(*users[:2]).pk}/")
    assert response["Cache-Control"] == "private, no-cache"
    assert {"Authorization", "Cookie"} <= set(response["Vary"].split(", "))


# --- lists -----------------------------------------------------------------------------------------


def test_a_list_comes_in_pages(users: list[User], ada: Caller, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lobby, "OPEN_TABLES_EACH", 100)
    made = [str(open_table(users[0], {"open": True}).pk) for _number in range(25)]
    first = ada.get("games/").json()
    assert (first["count"], len(first["results"]), first["previous"]) == (25, 20, None)
    second = ada.get(first["next"].removeprefix("http://testserver")).json()
    assert (len(second["results"]), second["next"]) == (5, None)
    assert {game["id"] for game in first["results"] + second["results"]} == set(made)
    assert len(ids(ada.get("games/?page_size=3&page=2"))) == 3
    assert len(ids(ada.get("games/?page_size=1000"))) == 25
    for page in ("0", "99", "-1", "x", "9" * 5000, ""):
        assert ada.get(f"games/?page={page}").status_code in (404, 200 if page == "" else 404)


def test_filters_narrow_the_list(users: list[User], ada: Caller, bob: Caller, carol: Caller) -> None:
    running = running_game(*users[:2], order="fixed")
    over = play_on(running_game(*users[:2], rules="koepfchen"))
    waiting = open_table(users[0], {"open": True}, rules="genial-cards", pace={"days": 7})
    private = open_table(users[0], {"invite": "carol"}, public=False, pace=None)
    everything = {str(game.pk) for game in (running, over, waiting)}
    assert set(ids(Caller().get("games/"))) == set(ids(bob.get("games/"))) == everything
    assert set(ids(ada.get("games/"))) == {*everything, str(private.pk)} == set(ids(carol.get("games/")))
    assert set(ids(bob.get("games/?mine=1"))) == {str(running.pk), str(over.pk)}
    assert ids(carol.get("games/?mine=true")) == []
    assert ids(bob.get("games/?status=finished")) == [str(over.pk)]
    assert ids(bob.get("games/?rules=genial-cards")) == [str(waiting.pk)]
    assert ids(ada.get("games/?pace=7")) == [str(waiting.pk)]
    assert ids(ada.get("games/?pace=none")) == [str(private.pk)]
    assert ids(ada.get("games/?to_move=me")) == [str(running.pk)]
    assert ids(bob.get("games/?to_move=me")) == []
    assert ids(bob.get("games/?open_for=me")) == [str(waiting.pk)]
    assert ids(ada.get("games/?open_for=me")) == []
    assert set(ids(carol.get("games/?open_for=me"))) == {str(waiting.pk), str(private.pk)}
    assert ids(carol.get("games/?open_for=me&rules=genial")) == [str(private.pk)]
    assert len(ids(bob.get("games/?mine=&status=&to_move=&rules=&pace=&open_for="))) == 3


def test_a_seat_that_is_kept_is_not_open(users: list[User], carol: Caller) -> None:
    open_table(users[0], {"invite": "bob"})
    assert ids(carol.get("games/?open_for=me")) == []


@pytest.mark.parametrize(
    "query", ["mine=maybe", "status=lost", "to_move=bob", "rules=chess", "pace=4", "pace=x", "open_for=all"]
)
def test_a_filter_that_makes_no_sense_is_refused(ada: Caller, query: str) -> None:
    response = ada.get(f"games/?{query}")
    assert (response.status_code, code(response)) == (400, "malformed")


@pytest.mark.parametrize("query", ["mine=1", "to_move=me", "open_for=me"])
def test_strangers_have_no_games_of_their_own(nobody: Caller, query: str) -> None:
    assert nobody.get(f"games/?{query}").status_code == 401


# --- log, record, series ---------------------------------------------------------------------------


def test_the_log_goes_on_after_a_number(users: list[User], nobody: Caller) -> None:
    game = play_on(running_game(*users[:2]), turns=5)
    moves = nobody.get(f"games/{game.pk}/moves/").json()
    assert [move["n"] for move in moves] == [1, 2, 3, 4, 5]
    assert nobody.get(f"games/{game.pk}/moves/?after=3").json() == moves[3:]
    assert nobody.get(f"games/{game.pk}/moves/?after=999999999").json() == []
    for after in ("-1", "x", "1.5", "9" * 30, "١"):
        assert code(nobody.get(f"games/{game.pk}/moves/?after={after}")) == "malformed"


def test_a_record_is_a_file_with_a_good_name(users: list[User], ada: Caller) -> None:
    game = running_game(*users[:2], rules="genial-cards")
    response = ada.get(f"games/{game.pk}/record/")
    name = f"genial-cards-free-2026-11-18-{str(game.pk)[:8]}.json"
    assert response["Content-Disposition"] == f'attachment; filename="{name}"'
    assert response.json()["secret"] is None
    play_on(game)
    assert response.json()["commitment"] == ada.get(f"games/{game.pk}/record/").json()["commitment"]
    assert ada.get(f"games/{game.pk}/record/").json()["secret"] == bytes(fresh(game).secret).hex()


def test_a_series_shows_its_games_and_its_commitments(users: list[User], ada: Caller, nobody: Caller) -> None:
    game = play_on(running_game(*users[:2], rules="genial-cards", series=2))
    series = nobody.get(f"series/{game.series_id}/").json()
    assert [one["commitment"] for one in series["games"]] == series["commitments"]
    assert series["places"] is None
    assert series["totals"] == result_of(game)["points"]
    play_on(Game.objects.get(pk=series["games"][1]["id"]))
    assert nobody.get(f"series/{game.series_id}/").json()["places"]
    assert nobody.get("series/00000000-0000-4000-8000-000000000000/").status_code == 404


# --- who brings what -------------------------------------------------------------------------------


def test_a_client_seed_is_proposed_to_those_who_bring_none(ada: Caller, bob: Caller) -> None:
    made = ada.post("games/", {"rules": "genial", "seats": [{"me": True}, {"open": True}]}).json()
    assert "client_seed" not in made["seats"][0]
    started = bob.post(f"games/{made['id']}/join/").json()
    seeds = [seat["client_seed"] for seat in started["seats"]]
    assert all(len(seed) == 16 for seed in seeds)
    assert len(set(seeds)) == 2


def test_a_client_seed_that_is_brought_is_used(ada: Caller, bob: Caller) -> None:
    wish = {"rules": "genial", "seats": [{"me": True}, {"open": True}], "order": "fixed", "client_seed": "of ada"}
    made = ada.post("games/", wish).json()
    for wrong in (None, 3, "a|b", "é", "x" * 65, "\x1f"):
        assert code(bob.post(f"games/{made['id']}/join/", {"client_seed": wrong})) == "malformed"
    started = bob.post(f"games/{made['id']}/join/", {"client_seed": "of bob"}).json()
    assert [seat["client_seed"] for seat in started["seats"]] == ["of ada", "of bob"]


def test_a_rematch_is_one_table_for_all(users: list[User], ada: Caller, bob: Caller) -> None:
    game = play_on(running_game(*users[:2], rules="koepfchen"))
    again = ada.post(f"games/{game.pk}/rematch/").json()
    assert again["status"] == "open"
    assert bob.post(f"games/{game.pk}/rematch/", {"client_seed": "b"}).json()["id"] == again["id"]
    assert ada.get(f"games/{again['id']}/").json()["status"] == "active"


def test_what_nobody_may_set_is_not_set(ada: Caller) -> None:
    forced = {
        "id": "00000000-0000-4000-8000-000000000000",
        "secret": "00" * 32,
        "commitment": "00" * 32,
        "status": "finished",
        "version": 9,
        "host": "bob",
        "host_id": 2,
        "link": "mine",
        "state": "{}",
        "result": {"places": [1]},
        "options": {"order": "fixed", "first": 1},
        "to_move": 1,
        "rematch_of": None,
        "created_at": "2000-01-01T00:00:00Z",
    }
    made = ada.post("games/", {**forced, "rules": "genial", "seats": [{"me": True}, {"open": True}]}).json()
    for key, value in forced.items():
        assert made.get(key) != value or value is None, key
    assert made["options"] == {"order": "random"}
    game = Game.objects.get(pk=made["id"])
    assert game.host == ada.user
    assert bytes(game.secret) != bytes(32)


def test_the_answer_is_compact_json_in_utf_8(nobody: Caller) -> None:
    content = nobody.get("rules/").content
    assert "Köpfchen".encode() in content
    assert content == json.dumps(json.loads(content), ensure_ascii=False, separators=(",", ":")).encode()


def test_somebodys_games_by_what_became_of_them(users: list[User], ada: Caller, nobody: Caller) -> None:
    lost = running_game(*users[:2], rules="koepfchen")
    departures.resign(game_id=lost.pk, user=users[0], now=NOW)
    hidden = running_game(*users[:2], rules="koepfchen", public=False)
    departures.resign(game_id=hidden.pk, user=users[0], now=NOW)
    alone = open_table(users[0], mode="solo")
    assert ids(nobody.get("games/?user=ADA&outcome=lost")) == [str(lost.pk)]
    assert ids(nobody.get("games/?user=bob&outcome=won&rules=koepfchen")) == [str(lost.pk)]
    assert set(ids(ada.get("games/?user=bob&outcome=won&mode=free&seats=2"))) == {str(lost.pk), str(hidden.pk)}
    assert ids(nobody.get("games/?user=ada&mode=solo")) == ids(nobody.get("games/?seats=1")) == [str(alone.pk)]
    assert ids(nobody.get("games/?user=ada&rated=1")) == ids(nobody.get("games/?user=carol")) == []
    assert len(ids(nobody.get("games/?user=ada&rated=0"))) == 2
    for wrong in ("outcome=won", "user=ada&outcome=drawn", "mode=chess", "seats=two", "rated=perhaps"):
        assert code(nobody.get(f"games/?{wrong}")) == "malformed"
