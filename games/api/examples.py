"""Requests that the OpenAPI document shows."""

from drf_spectacular.utils import OpenApiExample

PLACE = {"type": "place", "tile": "RB", "cells": [[1, -5], [2, -5]]}

NEW_GAME = OpenApiExample(
    "A game against a bot, with a seat for anybody",
    {
        "rules": "genial",
        "mode": "free",
        "seats": [{"me": True}, {"bot": "greedy"}, {"open": True}],
        "order": "random",
        "pace": {"days": 3},
        "client_seed": "ada",
        "public": True,
    },
    request_only=True,
)
DRAFT = OpenApiExample("The first tile of a turn", {"actions": [PLACE]}, request_only=True)
TURN = OpenApiExample("A turn of one tile", {"version": 0, "actions": [PLACE]}, request_only=True)
