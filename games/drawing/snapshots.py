"""A position as one picture that stands alone, with colours of its own and no fonts: what its view's reader may see."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from games.engine.cards.rules import kind

from . import hexboard, stacks
from .boards import frame
from .cards import TRACK_BOX, CardTrack, PairCard, draw_cards, pair_card
from .colours import GAME, LEVELS, LIGHT
from .geometry import number
from .glyphs import written
from .grid import HIGH, WIDE, RankCard, draw_grid, rank_card
from .symbols import SYMBOLS

WIDTH, EDGE, GAP = 320, 10, 12
"""In pixels of a page."""
MOST_HIGH = 340

View = Mapping[str, Any]
Moves = Sequence[Mapping[str, Any]]


@dataclass(frozen=True, slots=True)
class Snapshot:
    svg: str
    width: int
    height: int


@dataclass(frozen=True, slots=True)
class Panel:
    """A part of the picture: what it shows, in a box of its own."""

    box: str
    body: str
    most_high: int = MOST_HIGH
    widest: float = 1.0
    """How many pixels a unit may become, where that is less than what fits."""
    is_own: bool = False
    """The reader's own hand, which lies apart from the board."""


def snapshot(key: str, view: View, last: Moves) -> Snapshot:
    """The board and the reader's own tiles or cards; what these turns laid is marked."""
    parts, y = [], float(EDGE)
    for panel in PANELS[key](view, last):
        left, top, wide, high = map(float, panel.box.split())
        scale = min((WIDTH - 2 * EDGE) / wide, panel.most_high / high, panel.widest)
        across, down = wide * scale, high * scale
        if panel.is_own:
            parts.append(
                f'<rect y="{number(y)}" width="{WIDTH}" height="{number(down + 2 * EDGE)}"'
                f' fill="{LIGHT["surface-sunk"]}"/>'
            )
            y += EDGE
        place = f'x="{number((WIDTH - across) / 2)}" y="{number(y)}" width="{number(across)}" height="{number(down)}"'
        box = " ".join(map(number, (left, top, wide, high)))
        parts.append(f'<svg {place} viewBox="{box}">{panel.body}</svg>')
        y += down + GAP
    height = round(y - GAP + EDGE)  # the reader's own hand is the last part
    svg = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{height}">{symbols()}'
        f'<rect width="{WIDTH}" height="{height}" fill="{LIGHT["ground"]}"/>{"".join(parts)}</svg>'
    )
    return Snapshot(svg, WIDTH, height)


@cache
def symbols() -> str:
    def shape(symbol: Any) -> str:
        colour = GAME[symbol.colour]
        if symbol.points:
            return f'<polygon points="{symbol.points}" fill="{colour}"/>'
        if symbol.stroke:
            return f'<circle r="{symbol.radius}" fill="none" stroke="{colour}" stroke-width="{symbol.stroke}"/>'
        return f'<circle r="{symbol.radius}" fill="{colour}"/>'

    return "".join(f'<symbol id="{s.colour}" viewBox="-10 -10 20 20">{shape(s)}</symbol>' for s in SYMBOLS)


def symbol(colour: str, x: float | str, y: float | str, size: float = 11) -> str:
    """About this point."""
    return (
        f'<use href="#{colour}" x="{number(float(x) - size / 2)}" y="{number(float(y) - size / 2)}"'
        f' width="{number(size)}" height="{number(size)}"/>'
    )


# --- hex boards --------------------------------------------------------------------------------


def cells(outlines: str) -> str:
    return f'<path d="{outlines}" fill="{LIGHT["board-cell"]}" stroke="{LIGHT["board-line"]}" stroke-width=".6"/>'


def tile_body(tile: hexboard.Tile, fill: str, stroke: str) -> str:
    mark = f'stroke="{LIGHT["glow"]}" stroke-width="2.4"' if tile.mark else f'stroke="{stroke}" stroke-width="1"'
    return shape_at(tile, f'fill="{fill}" {mark} stroke-linejoin="round"')


def shape_at(tile: hexboard.Tile, look: str, shift: float = 0) -> str:
    x, y = (number(float(at) + shift) for at in (tile.first.x, tile.first.y))
    return f'<path d="{hexboard.tile_shapes()[tile.shape]}" transform="translate({x} {y})" {look}/>'


def halves(tile: hexboard.Tile) -> str:
    return "".join(symbol(half.colour, half.x, half.y) for half in (tile.first, tile.second))


def stone(found: hexboard.Symbol, fill: str) -> str:
    body = f'<polygon points="{hexboard.HEXAGON}" transform="translate({found.x} {found.y})" fill="{fill}"/>'
    return body + symbol(*found)


def turns_of(last: Moves) -> list[int]:
    return [move["n"] for move in last]


def flat_board(view: View, last: Moves) -> list[Panel]:
    picture = hexboard.draw_view(dict(view), last=turns_of(last))
    marked = sorted(picture.tiles, key=lambda tile: bool(tile.mark))  # so that no neighbour covers a mark
    body = [
        cells(picture.cells),
        *(stone(found, LIGHT["slate"]) for found in picture.printed),
        *(tile_body(tile, LIGHT["slate"], LIGHT["slate"]) for tile in marked),
        *map(halves, picture.tiles),
    ]
    return [Panel(frame(view["radius"]), "".join(body), widest=2), *rack(view)]


def stacked_board(view: View, last: Moves) -> list[Panel]:
    picture = stacks.draw_stacks_of(dict(view), last=turns_of(last))
    body = [
        cells(picture.cells),
        *(stone(found, LEVELS[0]) for found in picture.stones),
        *map(storey, picture.tiles),
        *map(badge, picture.badges),
    ]
    return [Panel(frame(view["radius"]), "".join(body), widest=2), *rack(view)]


def storey(flat: stacks.Flat) -> str:
    shadow = shape_at(flat.tile, 'fill="#000" fill-opacity=".28"', float(flat.shadow))
    return shadow + tile_body(flat.tile, LEVELS[flat.shade - 1], LIGHT["slate-line"]) + halves(flat.tile)


def badge(mark: stacks.Mark) -> str:
    circle = (
        f'<circle cx="{mark.x}" cy="{mark.y}" r="3.2" fill="{LIGHT["slate-ink"]}" stroke="{LIGHT["slate-edge"]}"'
        ' stroke-width=".5"/>'
    )
    return circle + written(mark.text, float(mark.x), float(mark.y), 3.6, LIGHT["ink"])


def rack(view: View) -> list[Panel]:
    """The reader's own tiles."""
    tiles = view["rack"] or []
    if not tiles:
        return []
    across = 40
    body = "".join(
        f'<g transform="translate({across * at + 10} 11)"><path d="{hexboard.tile_shapes()[0]}" fill="{LIGHT["slate"]}"'
        f' stroke="{LIGHT["slate"]}" stroke-linejoin="round"/>'
        f"{symbol(tile[0], 0, 0)}{symbol(tile[1], 17.32, 0)}</g>"
        for at, tile in enumerate(tiles)
    )
    return [Panel(f"0 0 {across * len(tiles) - 3} 22", body, widest=1.6, is_own=True)]


# --- the card game -----------------------------------------------------------------------------


def card_table(view: View, last: Moves) -> list[Panel]:
    played = [(move["seat"], kind(action["card"])) for move in last for action in move["actions"] if "card" in action]
    table = draw_cards(view, last=played)
    seat = view["seat"]
    order = seats_from_the_left(view)
    track = [] if seat is None else [Panel(TRACK_BOX, track_lanes(table.tracks[seat]), widest=2.4)]
    hand = [pair_card(card) for card in view["hand"] or ()]
    return [
        open_cards([table.rows[at] for at in order], own=seat is not None),
        *track,
        *([row_of_cards(hand)] if hand else []),
    ]


def seats_from_the_left(view: View) -> list[int]:
    """Whose open cards lie where: in the order of play, the reader's own last."""
    count = len(view["open"])
    own = -1 if view["seat"] is None else view["seat"]
    return [(own + 1 + step) % count for step in range(count)]


def open_cards(rows: Sequence[Sequence[PairCard]], *, own: bool) -> Panel:
    x, parts = 0.0, []
    for at, row in enumerate(rows):
        wide = 29 * len(row) - 5
        if own and at == len(rows) - 1:
            parts.append(f'<rect x="{x}" y="45" width="{wide}" height="2.4" rx="1.2" fill="{LIGHT["accent"]}"/>')
        parts += [pair_face(card, x + 29 * place) for place, card in enumerate(row)]
        x += wide + 14
    return Panel(f"-2 -2 {number(x - 10)} 50", "".join(parts), widest=1.7)


def row_of_cards(cards: Sequence[PairCard]) -> Panel:
    body = "".join(pair_face(card, 28 * at) for at, card in enumerate(cards))
    return Panel(f"-1 -1 {28 * len(cards) - 2} 44", body, widest=1.7, is_own=True)


def pair_face(card: PairCard, x: float) -> str:
    stroke = (LIGHT["glow"], 2.6) if card.is_new else (LIGHT["slate-line"], 1)
    first, second = card.card[0], card.card[1]
    return (
        f'<g transform="translate({number(x)})"><rect width="24" height="42" rx="4" fill="{LIGHT["slate"]}"'
        f' stroke="{stroke[0]}" stroke-width="{stroke[1]}"/>{symbol(first, 12, 11, 14)}{symbol(second, 12, 31, 14)}</g>'
    )


def track_lanes(track: CardTrack) -> str:
    parts = [
        f'<rect x="{area.x}" width="{area.width}" height="{track.height}" rx="2"'
        f' fill="{LIGHT["accent-wash" if area.is_goal else "surface-sunk"]}"/>'
        for area in track.areas
    ]
    parts += [written(str(at), float(x), -4.2, 4, LIGHT["ink-soft"]) for at, x in enumerate(track.columns)]
    for lane in track.lanes:
        parts += [
            f'<circle cx="{x}" cy="{lane.middle}" r="1" fill="{LIGHT["board-line"]}"/>' for x, _free in lane.steps
        ]
        parts.append(
            f'<rect x="{lane.x}" y="{lane.y}" width="9" height="9" rx="2.5" fill="{LIGHT["slate"]}"/>'
            + symbol(lane.colour, lane.x + 4.5, float(lane.middle), 6.5)
        )
    return "".join(parts)


# --- the grid of cards -------------------------------------------------------------------------


def card_grid(view: View, last: Moves) -> list[Panel]:
    laid = [tuple(action["cell"]) for move in last for action in move["actions"] if action["type"] == "play"]
    grid = draw_grid(view, last=laid)
    # Without the ring of free cells that a table has around its cards.
    box = f"{WIDE * (grid.left + 0.5)} {HIGH * (grid.top + 0.5)} {WIDE * (grid.columns - 2)} {HIGH * (grid.rows - 2)}"
    body = "".join(map(rank_face, sorted(grid.cards, key=lambda card: card.is_new)))
    hand = [rank_card(card) for card in view["hand"] or ()]
    held = "".join(f'<g transform="translate({WIDE * at})">{rank_face(card)}</g>' for at, card in enumerate(hand))
    hand_box = f"-15 -19 {WIDE * len(hand)} 38"
    return [Panel(box, body, widest=1.5), *([Panel(hand_box, held, widest=1.3, is_own=True)] if hand else [])]


def rank_face(card: RankCard) -> str:
    stroke = (LIGHT["glow"], 3) if card.is_new else (LIGHT["slate-line"], 1)
    return (
        f'<g transform="translate({card.x} {card.y})"><rect x="-13" y="-18" width="26" height="36" rx="4"'
        f' fill="{LIGHT["slate"]}" stroke="{stroke[0]}" stroke-width="{stroke[1]}"/>'
        f"{written(card.rank, 0, -7.5, 11, GAME[card.colour])}{symbol(card.colour, 0, 8, 13)}</g>"
    )


PANELS: dict[str, Callable[[View, Moves], list[Panel]]] = {
    "genial": flat_board,
    "genial-3d": stacked_board,
    "genial-cards": card_table,
    "koepfchen": card_grid,
}
