"""Walking the board games' kernels against the engine."""

import random
from dataclasses import replace
from types import ModuleType
from typing import Any

import numpy as np

from games.bots.kernels import hexgame
from games.bots.kernels.chance import seeded
from games.bots.kernels.hexboard import (
    BLOCKED,
    CELLS,
    DUE,
    ENDED,
    ENDINGS,
    HELD,
    KIND,
    LEFT,
    OPENING,
    RACKS,
    RUNS,
    SEAT,
    TURNS_LEFT,
    WINNER,
    Bytes,
    undealt,
    variant_numbers,
)
from games.engine.outcome import outcome
from games.engine.tiles import Place
from tests.engine.tables import AnyRules, deal


def kernel_pairs(kernel: ModuleType, state: Any, game: Bytes) -> set[tuple[Any, Any]]:
    tables = kernel.tables(state.grid.radius)
    found = np.zeros_like(tables.pairs)
    count = hexgame.open_pairs(game, variant_numbers(state.variant, state.seats), tables.pairs, tables.near, found)
    return {(tables.cell[int(a)], tables.cell[int(b)]) for a, b in found[:count]}


def engine_pairs(rules: AnyRules, state: Any) -> set[tuple[Any, Any]]:
    index = state.grid.index
    cells = (action.cells for action in rules.legal(state))
    return {(a, b) if index[a] < index[b] else (b, a) for a, b in cells}


def slot_of(game: Bytes, seat: int, tile: str) -> int:
    held = int(game[HELD + seat])
    return game[RACKS + 8 * seat : RACKS + 8 * seat + held].tolist().index(KIND[tile])


def lay(kernel: ModuleType, state: Any, game: Bytes, action: Place) -> dict[str, int]:
    """Let the kernel lay what the engine lays; the points by colour."""
    tables = kernel.tables(state.grid.radius)
    a, b = (tables.address[cell] for cell in action.cells)
    turned = int(a > b)
    numbers = variant_numbers(state.variant, state.seats)
    first, second = action.tile[0], action.tile[1]
    if turned:
        a, b, first, second = b, a, second, first
    points = hexgame.place(game, numbers, tables.near, slot_of(game, state.seat, action.tile), turned, a, b)
    gains = {first: points // 256}
    gains[second] = gains.get(second, 0) + points % 256
    return gains


def assert_same(kernel: ModuleType, rules: AnyRules, state: Any, game: Bytes, *, bag: bool = True) -> None:
    """Everything that counts, but for the order of racks and bag."""
    expected = kernel.converted(state)
    numbers = variant_numbers(state.variant, state.seats)
    if state.ended_by == "blocked":
        # The kernel notices when it looks for room.
        assert game[ENDED] == RUNS
        assert kernel_pairs(kernel, state, game) == set()
        game = game.copy()
        game[ENDED], game[DUE] = BLOCKED, state.due
    np.testing.assert_array_equal(game[:320], expected[:320])
    np.testing.assert_array_equal(game[512:], expected[512:])
    fields = [DUE, ENDED, WINNER, OPENING, TURNS_LEFT]
    assert game[fields].tolist() == expected[fields].tolist()
    if not state.ended_by:
        assert game[SEAT] == state.seat
        assert game[[LEFT, HELD, HELD + 1, HELD + 2, HELD + 3]].tolist() == (
            expected[[LEFT, HELD, HELD + 1, HELD + 2, HELD + 3]].tolist()
        )
        if state.due:
            assert kernel_pairs(kernel, state, game) == engine_pairs(rules, state)
        else:
            assert hexgame.may_swap(game, numbers) == bool(rules.legal(state))


def walk(kernel: ModuleType, rules: AnyRules, mode: str, seats: int, seed: int) -> None:
    """Play a random game in the engine and let the kernel follow, step by step."""
    rng = random.Random(seed)
    state = deal(rules, mode, seats, seed)
    numbers = variant_numbers(state.variant, seats)
    game = kernel.converted(state)
    while not state.ended_by:
        while state.due:
            assert_same(kernel, rules, state, game)
            actions = rules.legal(state)
            action = rng.choice(actions)
            step = rules.apply(state, action)
            assert lay(kernel, state, game, action) == step.gains
            state = step.state
        assert_same(kernel, rules, state, game)
        swaps = rules.legal(state)
        swap = bool(swaps) and rng.random() < 0.5
        if swap:
            state = rules.apply(state, swaps[0]).state
        if not state.ended_by:
            hexgame.close(game, numbers, swap, seeded(rng))
            state = rules.close(state)
            assert_same(kernel, rules, state, game)
            game = kernel.converted(state)  # the engine drew other tiles


def replay_random_game(kernel: ModuleType, rules: AnyRules, mode: str, seats: int, seed: int) -> Any:
    """Let the kernel play a random game by itself and the engine follow its log; the engine's last state."""
    state = deal(rules, mode, seats, seed)
    tables = kernel.tables(state.grid.radius)
    numbers = variant_numbers(state.variant, seats)
    game = undealt(kernel.converted(state), seats)
    chance = seeded(random.Random(seed))
    hexgame.deal(game, numbers, chance)
    follower = game.copy()
    log = np.zeros((CELLS, 6), dtype=np.int64)
    laid = hexgame.random_game(game, numbers, tables.pairs.copy(), tables.near, chance, log)
    state = with_racks(state, follower)
    kinds = list(KIND)
    for slot, turned, a, b, closing, chance_then in log[:laid].tolist():
        tile = kinds[int(follower[RACKS + 8 * state.seat + slot])]
        cells = (tables.cell[b], tables.cell[a]) if turned else (tables.cell[a], tables.cell[b])
        hexgame.place(follower, numbers, tables.near, slot, turned, a, b)
        state = rules.apply(state, Place(tile, cells)).state
        if closing and not state.ended_by:
            if closing == 2:
                state = rules.apply(state, rules.legal(state)[0]).state
            state = rules.close(state)
            hexgame.close(follower, numbers, closing == 2, np.array([chance_then]).view(np.uint64))
            state = with_racks(state, follower)
    assert state.ended_by
    assert game[ENDED] == ENDINGS[state.ended_by]
    np.testing.assert_array_equal(game[:320], kernel.converted(state)[:320])
    assert outcome(rules, state)
    return state


def with_racks(state: Any, game: Bytes) -> Any:
    """The engine's state with what the kernel drew."""
    kinds = list(KIND)
    racks = tuple(
        tuple(kinds[kind] for kind in game[RACKS + 8 * seat : RACKS + 8 * seat + int(game[HELD + seat])])
        for seat in range(state.seats)
    )
    return replace(state, racks=racks)
