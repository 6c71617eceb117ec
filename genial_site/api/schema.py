"""What the OpenAPI document says beside what views declare: refusals, tags, tokens, event streams."""

from collections.abc import Iterable, Sequence
from http import HTTPStatus
from typing import Any

from drf_spectacular.extensions import OpenApiAuthenticationExtension
from drf_spectacular.openapi import AutoSchema
from drf_spectacular.plumbing import ResolvedComponent

from .problems import MEDIA_TYPE, STATUS

MEANINGS = {
    "malformed": "The request cannot be read, or its values make no sense.",
    "unauthorized": "This needs a session or a token, and the token must be known and the account open.",
    "csrf": "A change made with a session lacks the CSRF token.",
    "forbidden": "You may not do this.",
    "suspended": "Your account is suspended; the sentence says why and until when.",
    "muted": "You may not write on this site just now.",
    "session_required": "A token is not enough for this.",
    "proof_required": "You signed in too long ago for this: prove on the site that it is you.",
    "not_a_player": "You are not a player in this game.",
    "not_the_host": "Only the host of the table can do this.",
    "not_for_guests": "This needs an account.",
    "no_hints": "There are no hints in a rated game.",
    "not_found": "There is no such thing, or nothing that you may know of.",
    "method_not_allowed": "This address does not answer to that method.",
    "not_acceptable": "The request does not accept JSON.",
    "too_slow": "The body took longer than the server is willing to wait.",
    "stale": "The game has moved on since you looked.",
    "not_your_turn": "It is not your turn, or a bot is sitting in for you.",
    "game_over": "The game is over.",
    "not_open": "The table is not, or no longer, open for that.",
    "full": "Every seat is taken or kept for somebody.",
    "too_many": "You have as many of these as anybody may have.",
    "not_over": "The game is not over yet.",
    "too_large": "The body is larger than the server is willing to read.",
    "unsupported_media_type": "The body is not JSON in UTF-8.",
    "illegal": "Understood, but against the rules.",
    "turn_incomplete": "The list of actions stops short of the turn's end.",
    "turn_over": "The list of actions goes on past the turn's end.",
    "throttled": "Too many requests; wait for as many seconds as `Retry-After` says.",
    "too_many_streams": "You have as many streams open as anybody may have.",
    "error": "A mistake of ours.",
    "stopping": "The server is about to stop; come back in a moment.",
}

ALWAYS = (
    *("malformed", "unauthorized", "suspended", "not_acceptable", "too_large", "unsupported_media_type", "throttled"),
)
FOR_CHANGES = ("csrf", "too_slow")

PROBLEM = {
    "type": "object",
    "properties": {
        "type": {"type": "string", "const": "about:blank"},
        "title": {"type": "string"},
        "status": {"type": "integer"},
        "code": {"type": "string", "enum": list(STATUS), "description": "For programs."},
        "detail": {"type": "string", "description": "For people, in the language that they asked for."},
    },
    "required": ["type", "title", "status", "code", "detail"],
}


class Schema(AutoSchema):
    """Views say which codes they refuse with, in `refusals` by method; these are the ones that all share."""

    def get_operation(self, *args: Any, **kwargs: Any) -> dict[str, Any] | None:
        operation: dict[str, Any] | None = super().get_operation(*args, **kwargs)
        if operation is None:
            return None
        codes = [*ALWAYS, *getattr(self.view, "refusals", {}).get(self.method, ())]
        if self.method not in ("GET", "HEAD"):
            codes += FOR_CHANGES
        if "{" in self.path:
            codes.append("not_found")
        self.registry.register_on_missing(
            ResolvedComponent(name="Problem", type=ResolvedComponent.SCHEMA, object="Problem", schema=PROBLEM)
        )
        operation["responses"] = dict(sorted({**operation["responses"], **problems(codes)}.items()))
        return operation

    def get_tags(self) -> list[str]:
        return [type(self.view).__module__.rpartition(".")[2]]


def problems(codes: Iterable[str]) -> dict[str, Any]:
    """One answer a status, which names its codes."""
    by_status: dict[str, list[str]] = {}
    for code in dict.fromkeys(codes):
        by_status.setdefault(str(STATUS[code]), []).append(code)
    return {status: answer(int(status), found) for status, found in by_status.items()}


def answer(status: int, codes: Sequence[str]) -> dict[str, Any]:
    title = HTTPStatus(status).phrase
    described: dict[str, Any] = {
        "description": "\n".join(f"- `{code}`: {MEANINGS[code]}" for code in codes),
        "content": {
            MEDIA_TYPE: {
                "schema": {"$ref": "#/components/schemas/Problem"},
                "examples": {
                    code: {
                        "value": {
                            "type": "about:blank",
                            "title": title,
                            "status": status,
                            "code": code,
                            "detail": MEANINGS[code],
                        }
                    }
                    for code in codes
                },
            }
        },
    }
    if status in (429, 503):
        described["headers"] = {"Retry-After": {"schema": {"type": "integer"}, "description": "Seconds."}}
    return described


class TokenScheme(OpenApiAuthenticationExtension):
    target_class = "accounts.api.authentication.TokenAuthentication"
    name = "token"

    def get_security_definition(self, auto_schema: AutoSchema) -> dict[str, Any]:  # noqa: ARG002
        return {"type": "http", "scheme": "bearer"}


# --- event streams, which are served beside Django -----------------------------------------------

GAME_ID = {"name": "game_id", "in": "path", "required": True, "schema": {"type": "string", "format": "uuid"}}

LINK = {
    "name": "link",
    "in": "query",
    "schema": {"type": "string"},
    "description": "A private game's secret link.",
}


def add_streams(result: dict[str, Any], **_kwargs: Any) -> dict[str, Any]:
    paths = result["paths"]
    paths["/api/v1/games/{game_id}/events/"] = stream(
        "watch_game",
        "Hear of every change of a game",
        'event: moved\ndata: {"version": 7}\n\n',
        [GAME_ID, LINK],
        ("malformed", "unauthorized", "suspended", "not_found", "throttled", "too_many_streams", "stopping"),
    )
    paths["/api/v1/events/"] = stream(
        "watch_account",
        "Hear of your games: `your_turn`, `game_started`, `game_finished`, `noticed`",
        'event: your_turn\ndata: {"game": "0190f6c4-3c1e-4b7e-8f2a-5d0c9a7e1b23"}\n\n',
        [],
        ("malformed", "unauthorized", "suspended", "throttled", "too_many_streams", "stopping"),
    )
    result["paths"] = dict(sorted(paths.items()))
    return result


def stream(
    operation_id: str, summary: str, example: str, parameters: list[dict[str, Any]], codes: Iterable[str]
) -> dict[str, Any]:
    return {
        "get": {
            "operationId": operation_id,
            "summary": summary,
            "description": "Server-sent events. They say that something happened, and nothing of what.",
            "parameters": parameters,
            "tags": ["events"],
            "security": [{"token": []}, {"cookieAuth": []}, *([{}] if parameters else [])],
            "responses": {
                "200": {
                    "description": "A stream that stays open.",
                    "content": {"text/event-stream": {"schema": {"type": "string"}, "example": example}},
                },
                **problems(codes),
            },
        }
    }
