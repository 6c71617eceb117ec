"""Looking at the page of a table, and arranging what lies on it."""

import re
from dataclasses import replace
from html import unescape
from typing import Any
from urllib.parse import parse_qs

from django.test import Client
from django.urls import reverse

from games.engine import states
from games.models import Game
from tests.tables import fresh, table_of


def look(client: Client, game: Game, **query: str) -> str:
    """What stands on the page, in one line."""
    answer = client.get(reverse("pages:table", args=[game.pk]), query)
    assert answer.status_code == 200
    return re.sub(r"\s+", " ", unescape(answer.content.decode()))


def send(client: Client, game: Game, draft: str) -> int:
    """How the site answers when this turn is sent."""
    sent = {"version": fresh(game).version, "draft": draft, "key": "once"}
    return client.post(reverse("pages:send", args=[game.pk]), sent).status_code


def drafts_on(content: str) -> list[str]:
    """All drafts that links of the page lead to."""
    queries = [parse_qs(query) for query in re.findall(r'href="\?([^"]*)"', content)]
    return [query["draft"][0] for query in queries if "draft" in query]


def may_send(content: str) -> bool:
    return bool(re.search(r'id="send"(?![^>]*disabled)', content))


def arrange(game: Game, **fields: Any) -> None:
    """Change the state of a game; a hand or a track is that of the player to move."""
    state = table_of(game).state
    for own, of_all in (("hand", "hands"), ("track", "tracks")):
        if own in fields:
            rows = list(getattr(state, of_all))
            rows[state.seat] = fields.pop(own)
            fields[of_all] = tuple(rows)
    Game.objects.filter(pk=game.pk).update(state=states.dump(game.rules, replace(state, **fields)))
