"""The OpenAPI document: complete, kept to, and proof against whatever it allows."""

import itertools
import json
import re
from collections.abc import Iterator
from typing import Any

import pytest
import schemathesis
import yaml
from django.core.signals import request_finished, request_started
from django.db import close_old_connections
from hypothesis import HealthCheck, Phase, settings
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from accounts.models import User
from games.models import Game
from genial_site.api.document import document
from genial_site.wsgi import application
from tests.api.callers import Caller
from tests.sharing import rows_for_many_tests
from tests.tables import open_table, people, play_on, running_game

CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
]
schema = schemathesis.openapi.from_dict(document()).exclude(path_regex="/events/$")
schema.app = application


class World:
    """A user with a game of every kind, so that calls lead somewhere."""

    def __init__(self) -> None:
        self.anna, bert = people("anna", "bert")
        self.caller = Caller(self.anna)
        games = [
            open_table(self.anna, {"open": True}),
            open_table(bert, {"invite": "anna"}, public=False),
            running_game(self.anna, bert, order="fixed"),
            running_game(self.anna, bert, rules="koepfchen", order="fixed"),
            running_game(self.anna, bert, rules="genial-cards", series=2, order="fixed"),
            play_on(running_game(self.anna, bert, rules="koepfchen")),
        ]
        self.values: dict[str, Iterator[Any]] = {
            "game_id": itertools.cycle([str(game.pk) for game in games]),
            "series_id": itertools.cycle(list(Game.objects.exclude(series=None).values_list("series_id", flat=True))),
            "name": itertools.cycle(["anna", "bert"]),
        }

    def fill_in(self, case: Any, number: int) -> None:
        """Most calls name something that is there."""
        for name, values in self.values.items():
            if name in case.path_parameters and number % 4:
                case.path_parameters[name] = str(next(values))


@pytest.fixture(scope="module")
def filled(django_db_setup: None, django_db_blocker: Any) -> Iterator[World]:
    with rows_for_many_tests(django_db_blocker):
        yield World()


@pytest.fixture
def world(filled: World, db: None, settings: Any) -> Iterator[World]:
    settings.API_RATES = dict.fromkeys(settings.API_RATES, 10**6)
    # A request's end must not end the transaction of the test; Django's own test client does the same.
    for signal in (request_started, request_finished):
        signal.disconnect(close_old_connections)
    yield filled
    for signal in (request_started, request_finished):
        signal.connect(close_old_connections)


counter = itertools.count()


@schema.parametrize()
@settings(
    max_examples=25,
    deadline=None,
    derandomize=True,
    database=None,
    phases=[Phase.explicit, Phase.generate],
    suppress_health_check=list(HealthCheck),
)
def test_whatever_the_document_allows_is_answered_as_it_says(case: Any, world: World) -> None:
    number = next(counter)
    world.fill_in(case, number)
    headers = {"Accept-Encoding": "identity"}  # its way of calling us unpacks nothing
    if number % 5:
        headers["Authorization"] = f"Bearer {world.caller.token}"
    case.call_and_validate(headers=headers, checks=CHECKS)


def test_the_document_comes_as_json_or_yaml(nobody: Caller) -> None:
    as_json = nobody.get("schema/")
    assert as_json["Content-Type"] == "application/json"
    assert as_json.json()["openapi"].startswith("3.1")
    as_yaml = nobody.client.get("/api/v1/schema/", headers={"accept": "application/vnd.oai.openapi"})
    assert yaml.safe_load(as_yaml.content) == as_json.json()


def test_every_operation_is_described() -> None:
    ids = []
    for path, operations in document()["paths"].items():
        for method, operation in operations.items():
            assert operation["summary"], (method, path)
            assert operation["tags"]
            assert {"401", "400"} <= operation["responses"].keys()
            ids.append(operation["operationId"])
    assert len(set(ids)) == len(ids)


def test_the_document_names_every_call_of_the_contract() -> None:
    calls = {
        f"{method.upper()} {path.removeprefix('/api/v1/')}"
        for path, operations in document()["paths"].items()
        for method in operations
    }
    game = "games/{game_id}/"
    assert calls >= {
        "GET rules/",
        "POST games/",
        "GET games/",
        f"GET {game}",
        *(f"POST {game}{name}/" for name in ("join", "leave", "resign", "rematch", "preview", "moves")),
        *(f"GET {game}{name}/" for name in ("legal", "moves", "record", "events")),
        "GET events/",
        "GET users/{name}/",
        "GET users/{name}/ratings/",
        "GET me/",
        "PATCH me/",
    }


def test_the_document_speaks_of_no_secret_and_no_reader(users: list[User]) -> None:
    text = json.dumps(document())
    assert "csrfmiddlewaretoken" not in text
    assert Caller(users[0]).get("schema/").json() == Caller().get("schema/").json()


def test_the_page_shows_every_call_and_every_shape(nobody: Caller) -> None:
    page = nobody.client.get("/api/docs/", headers={"accept-language": "de"}).content.decode()
    assert '<html lang="de"' in page
    for path, operations in document()["paths"].items():
        assert path in page
        for operation in operations.values():
            assert f'id="{operation["operationId"]}"' in page
    linked = set(re.findall(r'href="#(shape-\w+)"', page))
    assert linked
    assert linked <= set(re.findall(r'id="(shape-\w+)"', page))
