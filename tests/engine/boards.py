"""Small positions set up by hand, in the notation of players."""

from dataclasses import replace
from typing import Any

from games.engine.boardstate import EMPTY
from games.engine.genial import RULES as GENIAL
from games.engine.tiles import Place
from games.engine.tracks import COLOURS
from tests.engine.tables import deal


def board_with(symbols: dict[str, str], *, mode: str = "free", seats: int = 2, rack: tuple[str, ...] = ()) -> Any:
    """A `genial` position past the opening with these symbols on these cells."""
    state = deal(GENIAL, mode, seats)
    top = list(state.top)
    for name, symbol in symbols.items():
        top[state.grid.index[cell(state, name)]] = symbol
    return replace(state, top="".join(top), opening=(), racks=((rack or state.rack), *state.racks[1:]))


def cell(state: Any, name: str) -> tuple[int, int]:
    found = state.grid.named(name)
    assert found, f"no cell {name}"
    return found


def place(state: Any, text: str) -> Place:
    """`RB f6 g6`: the first letter on the first cell."""
    tile, first, second = text.split()
    return Place(tile, (cell(state, first), cell(state, second)))


def with_track(state: Any, side: int = 0, **markers: int) -> Any:
    """The state with these markers of a side moved, the rest where they were."""
    track = tuple(markers.get(colour, at) for colour, at in zip(COLOURS, state.tracks[side], strict=True))
    return replace(state, tracks=(*state.tracks[:side], track, *state.tracks[side + 1 :]))


def full_board(state: Any, *, but: tuple[str, ...]) -> Any:
    """Every cell covered with symbols that match nothing much, except these."""
    names = {cell(state, name) for name in but}
    filler = "RGBOYV"
    top = "".join(
        EMPTY if at in names else (symbol if symbol != EMPTY else filler[(2 * at[0] + 3 * at[1]) % 6])
        for at, symbol in zip(state.grid.cells, state.top, strict=True)
    )
    return replace(state, top=top, opening=())
