"""The grid of Kluges Köpfchen: its cards, the free cells beside them, and what a card would score there."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext

from games.engine.koepfchen.rules import fits, keeps_lines_short, neighbours
from games.engine.koepfchen.scoring import groups
from games.engine.koepfchen.variants import Cell

from .words import cell_name, group_name, listed, ranked_name

WIDE, HIGH = 30, 40
"""From one cell of the grid to the next."""
LEAST_WIDE, LEAST_HIGH = 46, 61
"""In pixels: a cell that a finger finds."""

View = Mapping[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class RankCard:
    """A card with a colour and a rank; `scores` where it is part of a group that is lit up."""

    card: str
    name: str
    cell: Cell = (0, 0)
    scores: bool = False
    is_new: bool = False
    is_ghost: bool = False

    @property
    def colour(self) -> str:
        return self.card[0]

    @property
    def rank(self) -> str:
        return self.card[1]

    @property
    def x(self) -> int:
        return WIDE * self.cell[0]

    @property
    def y(self) -> int:
        return HIGH * self.cell[1]

    @property
    def where(self) -> str:
        return cell_name(self.cell)


def rank_card(card: str, **marks: Any) -> RankCard:
    return RankCard(card=card, name=ranked_name(card), **marks)


@dataclass(frozen=True, slots=True, kw_only=True)
class Slot:
    """A free cell beside the grid, and what a certain card would do there."""

    cell: Cell
    beside: str
    refusal: str = ""
    """Why it may not lie there."""
    is_chosen: bool = False
    points: int = 0
    wins: bool = False
    groups: tuple[str, ...] = ()
    lights: tuple[Cell, ...] = ()

    @property
    def is_legal(self) -> bool:
        return not self.refusal

    @property
    def x(self) -> int:
        return WIDE * self.cell[0]

    @property
    def y(self) -> int:
        return HIGH * self.cell[1]

    @property
    def where(self) -> str:
        return cell_name(self.cell)

    @property
    def light_names(self) -> str:
        return " ".join(map(cell_name, self.lights))

    @property
    def brings(self) -> str:
        return self.refusal or listed(self.groups) or gettext("no points")

    @property
    def says(self) -> str:
        return gettext("%(cell)s, beside %(cards)s: %(brings)s") % {
            "cell": self.where,
            "cards": self.beside,
            "brings": self.brings,
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class CardGrid:
    cards: tuple[RankCard, ...]
    """In order of laying."""
    slots: tuple[Slot, ...]
    left: int
    top: int
    columns: int
    rows: int

    @property
    def view_box(self) -> str:
        """With a ring of free cells around the cards."""
        x, y = WIDE * self.left - WIDE // 2, HIGH * self.top - HIGH // 2
        return f"{x} {y} {WIDE * self.columns} {HIGH * self.rows}"

    @property
    def least_width(self) -> int:
        return LEAST_WIDE * self.columns

    @property
    def least_height(self) -> int:
        return LEAST_HIGH * self.rows

    @property
    def says(self) -> str:
        """Row by row, for those who cannot see it."""
        by_row: dict[int, list[RankCard]] = {}
        for card in sorted(self.cards, key=lambda card: card.cell[::-1]):
            by_row.setdefault(card.cell[1], []).append(card)
        return "; ".join(
            gettext("row %(row)s from column %(column)s: %(cards)s")
            % {"row": row, "column": cards[0].cell[0], "cards": listed(card.name for card in cards)}
            for row, cards in by_row.items()
        )


def draw_grid(
    view: View,
    *,
    last: Iterable[Cell] = (),
    lit: Iterable[Mapping[str, Any]] = (),
    ghost: tuple[str, Cell] | None = None,
    slots: Sequence[Slot] = (),
) -> CardGrid:
    """The grid of a view. `last` are the cells that were just covered, `lit` the groups to light up, `ghost` a card
    that lies there only in its player's mind, `slots` the free cells to choose from."""
    laid = layout(view)
    columns, rows = {x for x, _y in laid}, {y for _x, y in laid}
    lights = {tuple(cell) for group in lit for cell in group["cells"]}
    new = set(last)
    cards = [rank_card(card, cell=cell, scores=cell in lights, is_new=cell in new) for cell, card in laid.items()]
    if ghost:
        card, cell = ghost
        cards = [other for other in cards if other.cell != cell]
        cards.append(rank_card(card, cell=cell, scores=cell in lights, is_ghost=True))
    return CardGrid(
        cards=tuple(cards),
        slots=tuple(slots),
        left=min(columns) - 1,
        top=min(rows) - 1,
        columns=max(columns) - min(columns) + 3,
        rows=max(rows) - min(rows) + 3,
    )


def layout(view: View) -> dict[Cell, str]:
    return {(x, y): card for x, y, card in view["grid"]}


def find_slots(grid: Mapping[Cell, str], card: str, chosen: Cell | None = None) -> tuple[Slot, ...]:
    """Every free cell beside the grid, row by row, and what the card would bring there."""
    beside = {cell for taken in grid for cell in neighbours(taken)} - grid.keys()
    return tuple(find_slot(grid, card, cell, chosen) for cell in sorted(beside, key=lambda cell: cell[::-1]))


def find_slot(grid: Mapping[Cell, str], card: str, cell: Cell, chosen: Cell | None = None) -> Slot:
    beside = listed(ranked_name(grid[other]) for other in neighbours(cell) if other in grid)
    if not fits(grid, card, cell):
        return Slot(cell=cell, beside=beside, refusal=gettext("does not fit"))
    if not keeps_lines_short(grid, cell):
        return Slot(cell=cell, beside=beside, refusal=gettext("the line is full"))
    found = groups({**grid, cell: card}, cell)
    lights = {other for group in found for other in group.cells}
    return Slot(
        cell=cell,
        beside=beside,
        is_chosen=cell == chosen,
        points=sum(group.points for group in found),
        wins=any(group.wins for group in found),
        groups=tuple(group_name(group._asdict(), card) for group in found),
        lights=tuple(sorted(lights)),
    )
