"""The verifier accepts what is true and names the turn of what is not."""

import copy
import json
import random
import subprocess
import sys
from pathlib import Path

import pytest

from games.bots.drifter import RANDOM
from games.bots.greedy import GREEDY
from games.bots.simulation import simulate
from games.engine.leaving import apply_leaving
from games.engine.outcome import outcome
from games.engine.record import Move, Record, read_record
from games.engine.registry import RULES
from games.engine.replay import Flaw, replay
from games.engine.rules import Malformed, Refusal
from games.engine.turns import play_turn
from games.engine.verify import main, verify
from tests.engine.facts import FACTS
from tests.engine.golden import recorded, table_of
from tests.engine.tables import NAMES, TABLES, at_every_table, deal


def a_record(rules, mode, seats, number=0):
    return simulate(rules, mode, [RANDOM] * seats, "verify", number).data()


def flaw(data):
    """What is wrong with a record, and at which turn."""
    with pytest.raises((Flaw, Refusal)) as found:
        verify(read_record(data))
    return found.value


@at_every_table
def test_a_true_record_holds(rules, mode, seats):
    for number in range(3):
        verify(read_record(json.loads(json.dumps(a_record(rules, mode, seats, number)))))


def test_recorded_games_still_hold():
    records = recorded()
    assert {table_of(record) for record in records} == set(NAMES)
    for record in records:
        verify(record)


def test_a_record_reads_as_it_was_written():
    data = a_record(RULES["genial"], "free", 2)
    assert read_record(data).data() == data


def turn_with(data, kind):
    """The index of some turn in the middle whose first action is of this kind."""
    found = [i for i, move in enumerate(data["moves"]) if move["actions"][0]["type"] == kind]
    return found[len(found) // 2]


def middle_turn(data):
    """The index of some player's turn in the middle."""
    found = [i for i, move in enumerate(data["moves"]) if move["by"] == "player"]
    return found[len(found) // 2]


def on_a_board(rules, mode, seats):
    state = deal(rules, mode, seats)
    return bool({"cell", "cells"} & rules.write(state, rules.legal(state)[0]).keys())


@pytest.mark.parametrize(("rules", "mode", "seats"), [table for table in TABLES if on_a_board(*table)])
def test_one_altered_cell_is_found(rules, mode, seats):
    data = a_record(rules, mode, seats)
    at = middle_turn(data)
    action = data["moves"][at]["actions"][0]
    cell = action["cell"] if "cell" in action else action["cells"][0]
    cell[0] += 1
    assert flaw(data).turn == at + 1


@at_every_table
def test_another_legal_turn_with_the_same_end_is_found(rules, mode, seats):
    """Even where the rules would have allowed it: the seal tells, and it tells the turn."""
    data = a_record(rules, mode, seats)
    secret = bytes.fromhex(data["secret"])
    states = [step.turn.state for step in replay(read_record(data), secret)]
    for at in range(0, len(data["moves"]), 7):
        move = data["moves"][at]
        if move["by"] == "server":
            continue
        for action in rules.legal(states[at])[:12]:
            altered = copy.deepcopy(data)
            altered["moves"][at]["actions"][0] = rules.write(states[at], action)
            if altered["moves"][at]["actions"] != move["actions"]:
                assert flaw(altered).turn == at + 1


def test_what_the_rules_do_not_decide_is_sealed_too():
    data = a_record(RULES["genial"], "free", 2)
    data["moves"][4]["at"] = "2000-01-01T00:00:00Z"
    assert flaw(data).turn == 5


@at_every_table
def test_records_of_others_need_no_seals(rules, mode, seats):
    data = a_record(rules, mode, seats)
    del data["seals"]
    verify(read_record(data))


@at_every_table
def test_one_altered_point_is_found(rules, mode, seats):
    data = a_record(rules, mode, seats)
    at = middle_turn(data)
    gains = data["moves"][at]["gains"][0]
    gains[next(iter(gains))] += 1
    found = flaw(data)
    assert found.turn == at + 1
    assert "gained" in str(found)


@at_every_table
def test_one_altered_draw_is_found(rules, mode, seats):
    """A player plays what they never drew."""
    data = a_record(rules, mode, seats)
    secret = bytes.fromhex(data["secret"])
    at = middle_turn(data)
    before = list(replay(read_record(data), secret))[at].turn.state
    held = getattr(before, FACTS[rules.key].hands)[before.seat]
    action = data["moves"][at]["actions"][0]
    action["tile" if "tile" in action else "card"] = next(
        piece for piece in FACTS[rules.key].full_set(before) if piece not in held
    )
    assert flaw(data).turn == at + 1


@at_every_table
def test_another_secret_is_found(rules, mode, seats):
    data = a_record(rules, mode, seats)
    first = data["secret"][0]
    data["secret"] = ("0" if first != "0" else "1") + data["secret"][1:]
    assert flaw(data).turn == 0


@at_every_table
def test_another_deal_under_a_matching_commitment_is_found(rules, mode, seats):
    data = a_record(rules, mode, seats)
    data["seats"][0]["client_seed"] = "another"
    assert isinstance(flaw(data), Flaw)


@at_every_table
@pytest.mark.parametrize("key", ["places", "ended_by", "tracks", "scores", "points"])
def test_an_altered_result_is_found(rules, mode, seats, key):
    data = a_record(rules, mode, seats)
    if key not in data["result"]:
        assert key in {"tracks", "scores", "points"}
        return
    data["result"][key] = [9] * seats
    found = flaw(data)
    assert found.turn == len(data["moves"])
    assert key in str(found)


@at_every_table
def test_a_missing_or_repeated_turn_is_found(rules, mode, seats):
    data = a_record(rules, mode, seats)
    cut = copy.deepcopy(data)
    cut["moves"].pop()
    assert flaw(cut).turn == len(cut["moves"])
    twice = copy.deepcopy(data)
    twice["moves"].insert(3, twice["moves"][2])
    assert flaw(twice).turn == 4
    longer = copy.deepcopy(data)
    longer["moves"].append({**longer["moves"][-1], "n": len(longer["moves"]) + 1})
    assert flaw(longer).turn == len(longer["moves"])


def test_a_running_game_cannot_be_verified_yet():
    data = a_record(RULES["genial"], "free", 2)
    data["secret"] = data["result"] = None
    assert "not out yet" in str(flaw(data))


def test_a_finished_game_needs_its_result():
    data = a_record(RULES["genial"], "free", 2)
    data["result"] = None
    assert "no result" in str(flaw(data))


def test_altered_shows_are_found():
    data = a_record(RULES["koepfchen"], "free", 3, number=50)
    at = turn_with(data, "pass")
    verify(read_record(data))
    data["moves"][at]["actions"][0]["shown"] = ["RA"]
    assert flaw(data).turn == at + 1
    data["moves"][at]["by"] = "player"
    assert "the server passes" in str(flaw(data))


def test_a_pass_must_show_the_hand():
    data = a_record(RULES["koepfchen"], "free", 3, number=50)
    at = turn_with(data, "pass")
    for actions in ([{"type": "pass"}], [], [data["moves"][at]["actions"][0]] * 2):
        altered = copy.deepcopy(data)
        altered["moves"][at]["actions"] = actions
        assert flaw(altered).turn == at + 1


@at_every_table
@pytest.mark.parametrize("seat", [-9, -1, 99])
@pytest.mark.parametrize("by", ["player", "bot", "server"])
def test_a_move_of_nobody_is_found(rules, mode, seats, seat, by):
    data = a_record(rules, mode, seats)
    for at in (2, len(data["moves"])):
        altered = copy.deepcopy(data)
        altered["moves"].insert(at, {**altered["moves"][at - 1], "seat": seat, "by": by, "n": at + 1})
        assert flaw(altered).turn == at + 1


@pytest.mark.parametrize("value", [1.0, True, "1"])
def test_numbers_are_whole_numbers(value):
    data = a_record(RULES["genial-cards"], "free", 2)
    place = data["result"]["places"].index(1)
    data["result"]["places"][place] = value
    assert "places" in str(flaw(data))
    data = a_record(RULES["koepfchen"], "free", 2)
    at = next(i for i, move in enumerate(data["moves"]) if move["gains"] == [{"points": 1}])
    data["moves"][at]["gains"] = [{"points": value}]
    assert flaw(data).turn == at + 1


def test_a_shown_hand_may_be_told_but_not_made_up():
    for number in range(60):
        data = a_record(RULES["genial-cards"], "free", 2, number)
        swaps = [i for i, move in enumerate(data["moves"]) if move["actions"][-1]["type"] == "swap"]
        if swaps:
            break
    del data["seals"]
    action = data["moves"][swaps[0]]["actions"][-1]
    assert action == {"type": "swap"}
    verify(read_record(data))
    secret = bytes.fromhex(data["secret"])
    shown = list(replay(read_record(data), secret))[swaps[0] + 1].turn.actions[-1]["shown"]
    action["shown"] = shown
    verify(read_record(data))
    action["shown"] = [*shown, "RG"]
    assert flaw(data).turn == swaps[0] + 1


# --- leaving in records ------------------------------------------------------------------------


def continued(data, rules, events, rng):
    """The record of a game in which, at the start of some turns, somebody leaves or comes back."""
    record = read_record(data)
    state = next(replay(record, bytes.fromhex(data["secret"]))).turn.state
    moves: list[Move] = []
    bots: set[int] = set()
    while not state.ended_by:
        for action, seat in events.pop(len(moves), []):
            moves.append(move(state.n, seat, "server", [{"type": action}], [{}]))
            state = apply_leaving(state, seat, {"type": action})
            (bots.discard if action == "return" else bots.add)(seat)
        if state.ended_by:
            break
        seat = state.seat
        turn = play_turn(rules, state, RANDOM.choose(rules, rules.view(state, seat), rng))
        moves.append(move(state.n, seat, "bot" if seat in bots else "player", turn.actions, turn.gains))
        state = turn.state
    ended = outcome(rules, state)
    assert ended
    humans = [{**seat, "kind": "human"} for seat in data["seats"]]
    changed = {**data, "seats": humans, "moves": [m.data() for m in moves], "result": ended.data(), "seals": None}
    return read_record(changed).data()


def move(n, seat, by, actions, gains):
    return Move(n=n, seat=seat, by=by, at="2026-11-18T08:00:00Z", actions=actions, gains=gains)


def left_game(events, seats=3):
    rules = RULES["genial"]
    return continued(a_record(rules, "free", seats), rules, events, random.Random(1))


def test_records_with_leavers_hold():
    data = left_game({4: [("timeout", 1)], 9: [("resign", 2)]})
    verify(read_record(data))
    assert [data["result"]["places"][seat] for seat in (1, 2)] == [2, 2]


def test_a_seat_taken_back_is_ranked_by_its_result():
    data = left_game({4: [("timeout", 1)], 9: [("return", 1)]})
    verify(read_record(data))
    assert sorted(data["result"]["places"]) == [1, 2, 3]


def test_whoever_moves_again_after_a_time_out_has_come_back():
    data = left_game({4: [("timeout", 1)], 9: [("return", 1)]})
    at = next(i for i, m in enumerate(data["moves"]) if m["actions"][0]["type"] == "return")
    del data["moves"][at], data["seals"]
    for n, m in enumerate(data["moves"], start=1):
        m["n"] = n
    verify(read_record(data))
    *_before, last = replay(read_record(data), bytes.fromhex(data["secret"]))
    assert last.turn.state.n == len(data["moves"]) + 1


@pytest.mark.parametrize("action", ["timeout", "resign"])
def test_no_bot_leaves_for_somebody(action):
    data = left_game({4: [(action, 0)]}, seats=2)
    data["moves"][-1]["by"] = "bot"
    assert flaw(data).turn == len(data["moves"])


def test_a_resignation_between_two_ends_the_record():
    data = left_game({4: [("resign", 0)]}, seats=2)
    verify(read_record(data))
    assert data["result"]["ended_by"] == "resigned"
    assert data["result"]["places"] == [2, 1]


def test_no_bot_sits_in_for_somebody_who_is_there():
    data = left_game({}, seats=3)
    data["moves"][5]["by"] = "bot"
    assert flaw(data).turn == 6


# --- the shape of a record ---------------------------------------------------------------------


@pytest.mark.parametrize(
    ("path", "value"),
    [
        (("format",), "genial-record/2"),
        (("id",), 7),
        (("rules",), None),
        (("options",), []),
        (("seats",), {}),
        (("seats",), []),
        (("seats", 0), None),
        (("seats", 0, "joined"), 5),
        (("seats", 0, "seat"), 1),
        (("moves",), None),
        (("moves", 3), []),
        (("moves", 3, "n"), True),
        (("moves", 3, "actions"), None),
        (("moves", 3, "actions"), [7]),
        (("moves", 3, "actions"), []),
        (("moves", 3, "gains"), [None]),
        (("moves", 3, "gains"), []),
        (("moves", 3, "seat"), 77),
        (("moves", 3, "by"), "nobody"),
        (("rules",), "chess"),
        (("mode",), "blitz"),
        (("secret",), "xyz"),
        (("secret",), "00"),
        (("options",), {"order": 3}),
        (("options",), {"first": [1]}),
        (("result",), [1, 2]),
    ],
)
def test_a_record_of_another_shape_is_refused_in_a_sentence(path, value):
    data = a_record(RULES["genial"], "free", 2)
    *way, last = path
    inner = data
    for step in way:
        inner = inner[step]
    inner[last] = value
    assert str(flaw(data)).endswith(".")


@pytest.mark.parametrize("data", [None, [], "record", 7, {}, {"format": "genial-record/1"}])
def test_what_is_no_record_is_refused(data):
    with pytest.raises(Malformed):
        read_record(data)


# --- the command -------------------------------------------------------------------------------


def write(folder, name, *records):
    path = folder / name
    path.write_text("\n".join(json.dumps(record) for record in records))
    return str(path)


def test_the_command_says_how_many_records_hold(tmp_path, capsys):
    rules = RULES["genial-cards"]
    one = write(tmp_path, "one.json", a_record(rules, "free", 2))
    many = write(tmp_path, "many.jsonl", *(a_record(rules, "free", 3, number) for number in range(3)))
    assert main([one, many]) == 0
    assert capsys.readouterr().out == "4 of 4 records hold.\n"


def test_the_command_names_the_record_and_the_turn(tmp_path, capsys):
    good, bad = (a_record(RULES["genial-cards"], "free", 2, number) for number in range(2))
    bad["moves"][6]["gains"][0] = {"R": 99}
    path = write(tmp_path, "games.jsonl", good, bad)
    assert main([path]) == 1
    assert f"{path}:2: turn 7: " in capsys.readouterr().err


GARBAGE = [
    b"[" + b"9" * 5000 + b"]",
    b"",
    b"{",
    b"\xff\xfe",
    b"[" * 100_000,
    b"7",
    b"[]",
    b"null",
    b"NaN",
    b'{"format":NaN}',
]


def test_a_broken_line_does_not_hide_the_others(tmp_path, capsys):
    good = json.dumps(a_record(RULES["genial-cards"], "free", 2))
    path = tmp_path / "games.jsonl"
    path.write_text(f"{good}\n{good[:50]}\n\n{good}\n")
    assert main([str(path)]) == 1
    said = capsys.readouterr()
    assert said.err == f"{path}:2: is not JSON\n"
    assert said.out == "2 of 3 records hold.\n"


@pytest.mark.parametrize("content", GARBAGE)
def test_the_command_refuses_garbage_without_a_traceback(tmp_path, capsys, content):
    path = tmp_path / "garbage"
    path.write_bytes(content)
    assert main([str(path)]) == 1
    assert str(path) in capsys.readouterr().err


def test_the_command_reads_files_that_begin_with_a_byte_order_mark(tmp_path):
    path = tmp_path / "one.json"
    path.write_text(json.dumps(a_record(RULES["genial-cards"], "free", 2)), encoding="utf-8-sig")
    assert main([str(path)]) == 0


def test_a_move_of_the_wrong_shape_is_named():
    data = a_record(RULES["genial"], "free", 2)
    data["moves"][6]["by"] = None
    assert str(flaw(data)).startswith("Turn 7: ")


def test_the_command_says_what_cannot_be_read(tmp_path, capsys):
    assert main([str(tmp_path / "nowhere.json"), str(tmp_path)]) == 1
    assert capsys.readouterr().err.count("cannot be read") == 2


def test_the_command_needs_neither_django_nor_a_server(tmp_path):
    path = write(tmp_path, "one.json", a_record(RULES["koepfchen"], "free", 2))
    code = f"import sys; sys.modules['django'] = None\nfrom games.engine.verify import main\nsys.exit(main([{path!r}]))"
    root = Path(__file__).parents[2]
    done = subprocess.run(
        [sys.executable, "-I", "-c", f"import sys; sys.path.insert(0, {str(root)!r})\n{code}"], check=False
    )
    assert done.returncode == 0


def test_greedy_games_hold_too():
    for key in ("genial-cards", "koepfchen"):
        verify(read_record(simulate(RULES[key], "free", [GREEDY, RANDOM], "verify", 1).data()))


def test_records_are_values():
    record = read_record(a_record(RULES["genial"], "solo", 1))
    assert isinstance(record, Record)
    assert record.client_seeds == ["random"]
