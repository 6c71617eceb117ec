"""What a reader sees of a board game, and what a stored state says of it."""

from collections import Counter
from collections.abc import Mapping
from random import Random

from games.engine.boardstate import BoardState, BoardVariant, Placed
from games.engine.imagining import imagined_hands, imagined_table, table_view
from games.engine.rules import Data
from games.engine.tracks import pair_kinds, read_track, track_data


def view(state: BoardState, seat: int | None) -> Data:
    """All that the reader on this seat may see; None is a spectator."""
    return {
        **table_view(state, seat),
        "swapping": state.swapping,
        "radius": state.grid.radius,
        "printed": [[*cell, colour] for cell, colour in state.stones],
        "placed": [_placed_data(tile) for tile in state.placed],
        "tracks": [track_data(track) for track in state.tracks],
        "side_of": list(state.sides),
        "rack": None if seat is None else list(state.racks[seat]),
        "rack_sizes": [len(rack) for rack in state.racks],
        "bag": len(state.bag),
        "unseen": _unseen(state, seat),
        "opening": [list(cell) for cell in state.opening],
        "final_round": False,
    }


def _placed_data(tile: Placed) -> Data:
    return {**tile._asdict(), "cells": [list(cell) for cell in tile.cells]}


def _unseen(state: BoardState, seat: int | None) -> dict[str, int]:
    """What is in the bag or on other racks. Tiles that a swap showed are back in the bag."""
    unseen = Counter(pair_kinds(state.variant.mixed, state.variant.doubles[state.seats]))
    unseen.subtract(placed.tile for placed in state.placed)
    if seat is not None:
        unseen.subtract(state.racks[seat])
    return {tile: count for tile, count in unseen.items() if count}


def imagined_fields(seen: Data, variants: Mapping[str, BoardVariant], rng: Random) -> Data:
    """The fields of a state that a view allows; what is hidden comes from the generator."""
    hidden = [tile for tile, count in seen["unseen"].items() for _ in range(count)]
    rng.shuffle(hidden)
    racks, bag = imagined_hands(hidden, seen["rack_sizes"], seen["seat"], seen["rack"])
    return {
        **imagined_table(seen, variants, len(racks), rng),
        "swapping": seen["swapping"],
        "stones": tuple(((q, r), colour) for q, r, colour in seen["printed"]),
        "placed": tuple(Placed(p["n"], p["seat"], p["tile"], _pair(p["cells"]), p["level"]) for p in seen["placed"]),
        "racks": racks,
        "bag": bag,
        "tracks": tuple(read_track(track) for track in seen["tracks"]),
        "opening": tuple((q, r) for q, r in seen["opening"]),
    }


def _pair(cells: list[list[int]]) -> tuple[tuple[int, int], tuple[int, int]]:
    (aq, ar), (bq, br) = cells
    return (aq, ar), (bq, br)


def pack(state: BoardState) -> Data:
    return {
        "stones": [[*cell, colour] for cell, colour in state.stones],
        "placed": [[p.n, p.seat, p.tile, *p.cells[0], *p.cells[1], p.level] for p in state.placed],
        "racks": [" ".join(rack) for rack in state.racks],
        "bag": " ".join(state.bag),
        "tracks": [list(track) for track in state.tracks],
        "opening": [list(cell) for cell in state.opening],
    }


def unpacked_fields(data: Data) -> Data:
    return {
        "stones": tuple(((q, r), colour) for q, r, colour in data["stones"]),
        "placed": tuple(
            Placed(n, seat, tile, ((aq, ar), (bq, br)), level)
            for n, seat, tile, aq, ar, bq, br, level in data["placed"]
        ),
        "racks": tuple(tuple(rack.split()) for rack in data["racks"]),
        "bag": tuple(data["bag"].split()),
        "tracks": tuple(tuple(track) for track in data["tracks"]),
        "opening": tuple((q, r) for q, r in data["opening"]),
    }
