"""The log in words, and the answers to "why?"."""

import json
from pathlib import Path
from typing import Any

import pytest

from games.engine.record import Move, read_record
from games.engine.registry import RULES
from games.engine.replay import Replayed, replay
from games.pages.log import deed, log_entries
from games.pages.why import end_words, explain
from games.selectors import Position

RECORDS = [json.loads(line) for line in Path("tests/golden/records.jsonl").read_text().splitlines()]
NAMES = ["Ada", "Bob", "Cy", "Dot"]


@pytest.mark.parametrize(
    ("key", "action", "gains", "words"),
    [
        (
            "genial",
            {"type": "place", "tile": "RB", "cells": [[0, 0], [0, 1]]},
            {"R": 5, "B": 2},
            "RB f6 g6, +5 red, +2 blue",
        ),
        ("genial", {"type": "place", "tile": "RB", "cells": [[0, 0], [0, 1]]}, {"R": 0, "B": 2}, "RB f6 g6, +2 blue"),
        ("genial", {"type": "place", "tile": "GG", "cells": [[0, 0], [0, 1]]}, {"G": 0}, "GG f6 g6, no points"),
        ("genial-cards", {"type": "play", "card": "YB"}, {"Y": 2, "B": 1}, "YB, +2 yellow, +1 blue"),
        ("koepfchen", {"type": "play", "card": "R7", "cell": [2, -1]}, {"points": 1}, "R7 2,-1, +1 point"),
        ("koepfchen", {"type": "play", "card": "R7", "cell": [2, 0]}, {"points": 3}, "R7 2,0, +3 points"),
        ("koepfchen", {"type": "play", "card": "R7", "cell": [2, 0]}, {"points": 0}, "R7 2,0, no points"),
        ("genial", {"type": "swap", "shown": ["RB", "GG"]}, {}, "swapped everything, having shown RB GG"),
        ("koepfchen", {"type": "pass", "shown": ["R7", "B2"]}, {}, "no card fits; showed R7 B2"),
        ("genial", {"type": "timeout"}, {}, "ran out of time"),
        ("genial", {"type": "resign"}, {}, "resigned"),
        ("genial", {"type": "return"}, {}, "came back"),
    ],
)
def test_every_action_has_its_words(key: str, action: dict[str, Any], gains: dict[str, int], words: str) -> None:
    assert deed(key, {"radius": 5}, action, gains) == words


def test_an_entry_says_who_played_it() -> None:
    place = {"type": "place", "tile": "RB", "cells": [[0, 0], [0, 1]]}
    swap = {"type": "swap", "shown": ["OO"]}
    at = "2026-11-18T08:00:00Z"
    moves = [
        Move(n=1, seat=0, by="player", at=at, actions=[place, swap], gains=[{"R": 1, "B": 0}, {}]),
        Move(n=2, seat=1, by="bot", at=at, actions=[place], gains=[{"R": 0, "B": 0}]),
        Move(n=3, seat=0, by="server", at=at, actions=[{"type": "timeout"}], gains=[{}]),
    ]
    entries = log_entries("genial", {"radius": 5}, moves, NAMES)
    assert [entry.sentence for entry in entries] == [
        "Ada: RB f6 g6, +1 red; swapped everything, having shown OO",
        "Bob’s stand-in: RB f6 g6, no points",
        "Ada: ran out of time",
    ]
    assert entries[0].at.hour == 8


def positions(data: dict[str, Any]) -> list[Position]:
    """Every position of a recorded game."""
    record = read_record(data)
    rules = RULES[record.rules]
    assert record.secret
    found: list[Position] = []
    before: Replayed | None = None
    for turn, step in enumerate(replay(record, bytes.fromhex(record.secret))):
        found.append(
            Position(
                turn=turn,
                seat=None,
                view=rules.view(step.turn.state, None),
                before=rules.view(before.turn.state, None) if before else None,
                move=step.move,
                why=step.turn.why,
                moves=record.moves,
            )
        )
        before = step
    return found


@pytest.mark.parametrize("data", RECORDS, ids=lambda data: f"{data['rules']}-{data['mode']}-{len(data['seats'])}")
def test_every_action_of_a_recorded_game_has_its_reasons(data: dict[str, Any]) -> None:
    rules = RULES[data["rules"]]
    deal, *turns = positions(data)
    assert explain(rules, deal, NAMES) == []
    for position in turns:
        assert position.move
        reasons = explain(rules, position, NAMES)
        assert len(reasons) == len(position.move.actions)
        assert all(reason.sentences for reason in reasons)
    assert end_words(turns[-1].view)
    assert not end_words(turns[0].view)


def said(key: str, **wanted: Any) -> list[str]:
    """All that is said of a game of these rules."""
    data = next(data for data in RECORDS if data["rules"] == key and all(data[k] == v for k, v in wanted.items()))
    rules = RULES[key]
    return [
        sentence
        for position in positions(data)
        for reason in explain(rules, position, NAMES)
        for sentence in reason.sentences
    ]


def position_with(
    why: list[dict[str, Any]], action: dict[str, Any], gains: dict[str, int], before: dict[str, Any]
) -> Position:
    move = Move(n=1, seat=0, by="player", at="2026-11-18T08:00:00Z", actions=[action], gains=[gains])
    after = {**before, "ended_by": None}
    return Position(turn=1, seat=0, view=after, before=before, move=move, why=(tuple(why),), moves=[move])


TRACK = {"R": 15, "G": 0, "B": 3, "O": 3, "Y": 3, "V": 3}
BOARD = {"mode": "free", "radius": 5, "side_of": [0, 1], "tracks": [TRACK, TRACK]}
PLACE = {"type": "place", "tile": "RB", "cells": [[0, 0], [0, 1]]}


def reasons(key: str, position: Position) -> tuple[str, ...]:
    (reason,) = explain(RULES[key], position, NAMES)
    return reason.sentences


def test_a_line_is_named_by_its_ends_and_a_full_marker_by_what_it_loses() -> None:
    line = {"colour": "R", "from": (0, 0), "cells": [(0, -1), (0, -2), (0, -3), (0, -4), (0, -5)]}
    assert reasons("genial", position_with([line], PLACE, {"R": 5, "B": 0}, BOARD)) == (
        "5 red in the line from f6 towards a1.",
        "Each half counts its own colour along unbroken lines, never towards the other half.",
        "The marker for red stops at 18; 2 points are lost.",
        "The marker for red reaches a bonus field: one more tile is due.",
    )


def test_a_tile_that_brings_nothing_says_so() -> None:
    assert reasons("genial", position_with([], PLACE, {"R": 0, "B": 0}, BOARD)) == (
        "No line of its colours begins beside it, so it brings nothing.",
    )


def test_a_swap_names_the_lowest_colour() -> None:
    (sentence,) = reasons("genial", position_with([], {"type": "swap", "shown": ["RR"]}, {}, BOARD))
    assert "lowest colour (green)" in sentence


CARDS = {"mode": "free", "tracks": [{"R": 2, "G": 0, "B": 0, "O": 0, "Y": 9, "V": 0}] * 2}


def test_cards_name_their_matches_and_what_a_border_takes() -> None:
    half = {
        "colour": "R",
        "matches": [{"seat": 0, "card": "RB"}, {"seat": 1, "card": "RV"}],
        "moved": 1,
    }
    nothing = {"colour": "B", "matches": [], "moved": 0}
    assert reasons("genial-cards", position_with([half, nothing], {"type": "play", "card": "RB"}, {"R": 1}, CARDS)) == (
        "2 open cards show red: RB of Ada, RV of Bob.",
        "Another marker is still too far behind, so this one stops at 3; the rest is lost.",
        "No open card shows blue.",
    )


def test_a_marker_at_the_end_of_the_cards_track_earns_a_bonus() -> None:
    half = {"colour": "Y", "matches": [{"seat": 0, "card": "YB"}], "moved": 1}
    assert reasons("genial-cards", position_with([half], {"type": "play", "card": "YB"}, {"Y": 1}, CARDS))[-1] == (
        "The marker for yellow arrives at the last column: one more card is due."
    )


def test_groups_are_named_with_their_sizes() -> None:
    why = [
        {"line": "row", "kind": "straight", "cells": [(0, 0)] * 4, "points": 1},
        {"line": "column", "kind": "set", "cells": [(0, 0)] * 3, "points": 2},
        {"line": "column", "kind": "set", "cells": [(0, 0)] * 7, "points": 0},
    ]
    play = {"type": "play", "card": "R7", "cell": [2, 0]}
    assert reasons("koepfchen", position_with(why, play, {"points": 3}, {"mode": "free"})) == (
        "straight of 4 in the row: 1",
        "set of 3 in the column (7): 2",
        "set of 7 in the column (7): wins at once",
    )


def test_a_card_without_a_group_and_a_pass_say_why() -> None:
    play = {"type": "play", "card": "R7", "cell": [2, 0]}
    passed = {"type": "pass", "shown": ["R7"]}
    assert "no group" in reasons("koepfchen", position_with([], play, {"points": 0}, {"mode": "free"}))[0]
    assert "fits" in reasons("koepfchen", position_with([], passed, {}, {"mode": "free"}))[0]


@pytest.mark.parametrize("kind", ["timeout", "resign", "return"])
def test_leaving_is_explained_in_every_game(kind: str) -> None:
    for key in RULES:
        before = {**BOARD, **CARDS} if key == "genial-cards" else BOARD
        assert len(reasons(key, position_with([], {"type": kind}, {}, before))) == 1


def test_recorded_games_name_lines_matches_and_groups() -> None:
    assert any("in the line from" in sentence for sentence in said("genial-3d"))
    assert any("open cards show" in sentence for sentence in said("genial-cards"))
    assert any("in the row" in sentence for sentence in said("koepfchen"))
