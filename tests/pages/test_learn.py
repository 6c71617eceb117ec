"""The rules pages with their small boards, and the first steps."""

import json
import re
from random import Random

import pytest
from django.test import Client

from games.engine.genial.rules import RULES
from games.engine.notation import write_action
from games.engine.registry import RULES as ALL_RULES
from games.pages.learn import LESSONS, practice_desk
from games.pages.practice import small_board
from games.pages.tries import TRIES, tries

HTMX = {"HX-Request": "true"}


def shown(client: Client, address: str, query: dict[str, str] | None = None, **headers: str) -> str:
    answer = client.get(address, query or {}, headers=headers)
    assert answer.status_code == 200
    return answer.content.decode()


# --- how to play -------------------------------------------------------------------------------


@pytest.mark.parametrize("key", ALL_RULES)
def test_every_part_of_the_rules_is_on_the_page(client: Client, key: str) -> None:
    page = shown(client, f"/games/{key}/")
    contents = re.findall(r'<a href="#(\w+)">', page)
    assert {"idea", "turn", "end", "notation"} <= set(contents)
    for part in (*contents, "leaving"):
        assert page.count(f'<h2 id="{part}">') == 1


EVERY_CHOICE = [
    (key, name, choice.key) for key, made in TRIES.items() for name in made for choice in tries(key, {})[name].choices
]


@pytest.mark.parametrize("key", ALL_RULES)
def test_every_game_has_something_to_try(key: str) -> None:
    assert tries(key, {})


@pytest.mark.parametrize(("key", "name", "choice"), EVERY_CHOICE)
def test_a_choice_is_answered(client: Client, key: str, name: str, choice: str) -> None:
    found = tries(key, {name: choice})[name]
    assert found.answer
    assert [one.key for one in found.choices if one.chosen] == [choice]
    page = shown(client, f"/games/{key}/", {name: choice})
    assert f'id="{name}"' in page
    assert page.count('aria-current="true"') >= 1


@pytest.mark.parametrize(("key", "name"), [(key, name) for key, made in TRIES.items() for name in made])
def test_nothing_and_nonsense_choose_nothing(client: Client, key: str, name: str) -> None:
    for query in ({}, {name: "nonsense"}, {name: '"><script>'}):
        assert not tries(key, query)[name].answer
        assert "<script>" not in shown(client, f"/games/{key}/", query)


def test_a_choice_leaves_the_other_boards_as_they_are() -> None:
    found = tries("genial", {"lines": "a", "utm": "x"})["ranking"].choices[0]
    assert found.address == "?lines=a&ranking=ada#ranking"


@pytest.mark.parametrize(
    ("choice", "gain"), [("a", "+3 red, +2 blue"), ("b", "no points"), ("c", "+1 blue"), ("d", "+2 red")]
)
def test_lines_are_worth_what_the_rules_say(choice: str, gain: str) -> None:
    assert tries("genial", {"lines": choice})["lines"].answer[0] == gain


def test_the_remarks_on_stacking_agree_with_the_rules() -> None:
    answers = [tries("genial-3d", {"stacking": choice})["stacking"].answer[0] for choice in "abcd"]
    assert answers[1].startswith("A tile may not lie exactly on another")
    assert answers[2].startswith("Both cells must be equally high")
    assert [answers[0], answers[3]] == ["+1 red", "+1 red, +1 yellow"]


def test_the_remarks_on_the_order_agree_with_the_rules() -> None:
    answers = {order: tries("genial-cards", {"orders": order})["orders"].answer[0] for order in ("BY", "YB", "RV")}
    assert answers == {
        "BY": "+3 blue, +1 yellow",
        "YB": "+0 yellow (1 lost at the border), +3 blue",
        "RV": "+1 red, +1 violet",
    }


def test_the_grid_has_a_set_a_flush_a_straight_and_places_that_do_not_fit() -> None:
    answers = " ".join(
        tries("koepfchen", {"cells": cell})["cells"].answer[0] for cell in ("2,0", "0,-2", "2,1", "-1,-2")
    )
    for words in ("set of 3", "3 × yellow", "straight of 4", "does not fit"):
        assert words in answers


# --- first steps -------------------------------------------------------------------------------

SOLUTIONS = {
    "place": "RB a2 b2",
    "score": "RB d4 d5",
    "lowest": "YV f1 e2",
    "bonus": "RB d4 d5; GY e2 f1",
    "swap": "RB d4 d5; swap",
}
WRONG = {
    "score": ["RB d5 d4", "RB d4 e4", "RB b5 c6"],
    "lowest": ["RB d4 d5", "YV b1 c1"],
    "bonus": ["GY e2 f1", "RB e4 e5", "RB d4 d5"],
    "swap": ["RB d4 d5"],
}


def step(client: Client, key: str, **query: str) -> str:
    return shown(client, f"/learn/{key}/", query)


def is_done(page: str) -> bool:
    return 'id="next"' in page


@pytest.mark.parametrize("key", LESSONS)
def test_a_step_is_done_by_its_solution(client: Client, key: str) -> None:
    assert not is_done(step(client, key))
    page = step(client, key, draft=SOLUTIONS[key])
    assert is_done(page)
    assert "verdict good" in page


@pytest.mark.parametrize(("key", "draft"), [(key, draft) for key, drafts in WRONG.items() for draft in drafts])
def test_what_does_not_help_is_answered_and_can_be_taken_back(client: Client, key: str, draft: str) -> None:
    page = step(client, key, draft=draft)
    assert not is_done(page)
    assert 'id="verdict"' in page
    assert 'id="undo"' in page


@pytest.mark.parametrize(
    ("key", "typed", "words"),
    [
        ("place", "RB d4 d5", "Your first tile must touch a printed symbol"),
        ("place", "VV a2 b2", "You have no tile with violet and violet"),
        ("score", "RB b2 b1", "That cell is taken"),
        ("score", "RB d4 d6", "A tile needs two cells side by side"),
        ("score", "what?", "Write a tile and its two cells"),
        ("swap", "swap", "A swap comes at the end of a turn"),
    ],
)
def test_what_is_against_the_rules_is_refused_in_a_sentence(client: Client, key: str, typed: str, words: str) -> None:
    page = step(client, key, move=typed)
    assert words in page
    assert not is_done(page)


@pytest.mark.parametrize("key", LESSONS)
def test_whatever_is_laid_is_answered(client: Client, key: str) -> None:
    state = LESSONS[key].position()
    seen = RULES.view(state, 0)
    actions = list(RULES.legal(state))
    for action in Random(key).sample(actions, 12):
        page = step(client, key, draft=write_action("genial", seen, RULES.write(state, action)))
        assert 'id="verdict"' in page


def test_the_steps_lead_from_one_to_the_next_and_to_a_game(client: Client) -> None:
    page, seen = shown(client, "/learn/", {"draft": SOLUTIONS["place"]}), []
    while found := re.search(r'id="next" href="/learn/(\w+)/"', page):
        seen.append(found[1])
        address = f"/learn/{found[1]}/"
        page = shown(client, address, {"draft": SOLUTIONS.get(found[1], "")})
    assert seen == ["score", "lowest", "bonus", "swap", "done"]
    assert 'action="/play/"' in page
    assert 'name="rules" value="genial"' in page


@pytest.mark.django_db
def test_the_last_step_is_a_game_against_a_bot(client: Client) -> None:
    page = shown(client, "/learn/done/")
    bot = re.search(r'name="bot" value="(\w+)"', page)
    assert bot
    answer = client.post("/play/", {"rules": "genial", "bot": bot[1]})
    assert answer["Location"].startswith("/table/")


def test_a_step_by_links_alone(client: Client) -> None:
    """Pick, first cell, second cell: what a browser without a script does."""
    page = step(client, "score", pick="RB")
    link = re.search(r'href="([^"]*cell=d4)"', page)
    assert link
    page = shown(client, f"/learn/score/{link[1]}".replace("&amp;", "&"))
    links = [found.replace("&amp;", "&") for found in re.findall(r'href="(\?draft=[^"]*)"', page)]
    assert "?draft=RB+d4+d5" in links
    assert is_done(shown(client, "/learn/score/?draft=RB+d4+d5"))


def test_a_script_gets_the_part_that_changes(client: Client) -> None:
    page = shown(client, "/learn/score/", {"draft": "RB d4 d5"}, **HTMX)
    assert "<html" not in page
    assert 'id="table"' in page


def test_a_preview_of_a_tile_that_is_not_laid_yet(client: Client) -> None:
    data = json.loads(shown(client, "/learn/score/preview/", {"draft": "RB d4 d5"}))
    assert data["words"].startswith("+3 red, +2 blue")
    assert len(data["rays"]) == 2


@pytest.mark.parametrize("address", ["/learn/none/", "/learn/none/preview/"])
def test_there_are_no_other_steps(client: Client, address: str) -> None:
    assert client.get(address).status_code == 404


def test_looking_changes_nothing(client: Client) -> None:
    assert client.post("/learn/score/").status_code == 405
    assert set(client.get("/learn/score/").cookies) <= {"csrftoken"}


def test_nothing_that_is_typed_gets_onto_the_page_as_it_is(client: Client) -> None:
    for query in ("move", "draft", "pick", "cell"):
        assert "<script>x" not in step(client, "score", **{query: "<script>x"})


def test_the_learner_sees_no_tile_of_the_other_player(client: Client) -> None:
    desk = practice_desk(small_board("RB", (0,) * 6), {})
    assert desk.view["rack"] == ["RB"]
