"""Scoring a tile: each half looks along its lines, and every symbol of its own colour is a point."""

from collections.abc import Iterator, Sequence

from games.engine.boardstate import BoardState, BoardVariant
from games.engine.rules import Data, Gains
from games.engine.tracks import COLOURS, Track, advance


def unbroken(top: str, ray: Sequence[int], colour: str) -> list[int]:
    """The line of this colour that a ray begins with: a free cell, another colour or the edge ends it."""
    line = []
    for cell in ray:
        if top[cell] != colour:
            break
        line.append(cell)
    return line


def lines_from(state: BoardState, cell: int, colour: str) -> list[list[int]]:
    """All lines of this colour that begin beside a cell."""
    top = state.top
    return [unbroken(top, ray, colour) for ray in state.grid.rays[cell] if ray and top[ray[0]] == colour]


def scoring_lines(state: BoardState, tile: str, a: int, b: int) -> Iterator[tuple[str, int, list[int]]]:
    """For each half its lines, in every direction but towards the other half: the colour, the half's cell, the cells
    that count."""
    for colour, cell, other in ((tile[0], a, b), (tile[1], b, a)):
        for line in lines_from(state, cell, colour):
            if line[0] != other:
                yield colour, cell, line


def score(state: BoardState, tile: str, a: int, b: int) -> tuple[Gains, tuple[Data, ...]]:
    """What a tile on these two cells brings by colour, and where each point comes from."""
    gains = {tile[0]: 0, tile[1]: 0}
    why = []
    cells = state.grid.cells
    for colour, cell, line in scoring_lines(state, tile, a, b):
        gains[colour] += len(line)
        why.append({"colour": colour, "from": cells[cell], "cells": [cells[far] for far in line]})
    return gains, tuple(why)


def move_markers(variant: BoardVariant, track: Track, gains: Gains) -> tuple[Track, int]:
    """The track with the points on it, and how many bonus moves they earn: one for each colour that reaches or passes
    a bonus field."""
    moved = list(track)
    bonus = 0
    for colour, points in gains.items():
        marker = COLOURS.index(colour)
        was = track[marker]
        moved[marker] = now = advance(was, points, variant.stops)
        bonus += any(was < field <= now for field in variant.bonus_fields)
    return tuple(moved), bonus
