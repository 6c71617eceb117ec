"""Kluges Köpfchen: lay a card beside one that differs by one, and score the groups it joins."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import chain
from typing import NamedTuple

from games.engine.dealing import Chance
from games.engine.imagining import deal_hands
from games.engine.koepfchen.scoring import LINES, Layout, groups, line_length
from games.engine.koepfchen.state import GridState
from games.engine.koepfchen.variants import DECK, FITS, LONGEST_LINE, VARIANTS, Cell, GridVariant
from games.engine.koepfchen.view import imagine, pack, unpack, view
from games.engine.reading import read_cell, read_type
from games.engine.rules import Data, Illegal, Malformed, Prospect, Rules, Step, _, check_turn_goes_on
from games.engine.tuples import put, without


class Play(NamedTuple):
    """Lay a card on a free cell of the grid."""

    card: str
    cell: Cell


class Pass(NamedTuple):
    """No card fits: the server shows the hand to all and the turn passes."""


PASS = Pass()
Action = Play | Pass


def setup(variant: GridVariant, seats: int, chance: Chance) -> GridState:
    cards, chance = chance.shuffle(DECK)
    start = variant.start[seats]
    hands, pile = deal_hands(cards[len(start) :], seats, variant.hand)
    state = GridState(
        variant=variant,
        seats=seats,
        chance=chance,
        grid=dict(zip(start, cards, strict=False)),
        hands=hands,
        shown=((),) * seats,
        pile=pile,
        scores=(0,) * seats,
    )
    return end_if_nobody_can_play(state)


def neighbours(cell: Cell) -> tuple[Cell, ...]:
    x, y = cell
    return ((x, y - 1), (x - 1, y), (x + 1, y), (x, y + 1))


def fits(grid: Layout, card: str, cell: Cell) -> bool:
    """Whether some card beside the cell differs from this one by exactly one."""
    ranks = FITS[card[1]]
    return any(other in grid and grid[other][1] in ranks for other in neighbours(cell))


def keeps_lines_short(grid: Layout, cell: Cell) -> bool:
    return all(line_length(grid, cell, step) <= LONGEST_LINE for step in LINES.values())


def open_cells(grid: Layout) -> list[Cell]:
    """The free cells beside the grid on which a line would not grow too long, row by row."""
    beside = {cell for taken in grid for cell in neighbours(taken)} - grid.keys()
    return sorted((cell for cell in beside if keeps_lines_short(grid, cell)), key=lambda c: c[::-1])


def plays(grid: Layout, hand: Iterable[str]) -> Iterator[Play]:
    cells = open_cells(grid)
    return (Play(card, cell) for card in hand for cell in cells if fits(grid, card, cell))


def can_play(grid: Layout, hand: Iterable[str]) -> bool:
    wanted = {rank for card in hand for rank in FITS[card[1]]}
    return any(
        card[1] in wanted and any(cell not in grid and keeps_lines_short(grid, cell) for cell in neighbours(taken))
        for taken, card in grid.items()
    )


def legal(state: GridState) -> Sequence[Action]:
    if state.ended_by or not state.due:
        return ()
    return list(plays(state.grid, state.hand))


def forced(state: GridState) -> Action | None:
    if state.ended_by or not state.due or can_play(state.grid, state.hand):
        return None
    return PASS


def apply(state: GridState, action: Action) -> Step[GridState]:
    if isinstance(action, Pass):
        return pass_on(state)
    return play(state, action)


def play(state: GridState, action: Play) -> Step[GridState]:
    """Lay the card and score every group that it joins."""
    check_play(state, action)
    seat, cell = state.seat, action.cell
    grid = {**state.grid, cell: action.card}
    found = groups(grid, cell)
    points = sum(group.points for group in found)
    won = any(group.wins for group in found)
    state = replace(
        state,
        grid=grid,
        hands=put(state.hands, seat, without(state.hand, action.card)),
        shown=put(state.shown, seat, tuple(c for c in state.shown[seat] if c != action.card)),
        scores=put(state.scores, seat, state.scores[seat] + points),
        due=0,
        ended_by="instant" if won else None,
        winner=seat if won else None,
    )
    return Step(state, {"points": points}, tuple(group._asdict() for group in found))


def prospects(state: GridState) -> Iterator[Prospect]:
    """What each play promises, without the trouble of a whole next state."""
    score = state.scores[state.seat]
    for action in legal(state):
        if isinstance(action, Play):
            found = groups({**state.grid, action.cell: action.card}, action.cell)
            points = sum(group.points for group in found)
            yield Prospect(action, (any(group.wins for group in found), score + points), 0)


def check_play(state: GridState, action: Play) -> None:
    check_turn_goes_on(state, _("You lay one card a turn."))
    x, y = action.cell
    if action.card not in state.hand:
        raise Illegal(_("You have no card {card}."), card=action.card)
    if action.cell in state.grid:
        raise Illegal(_("That cell is taken: [{x}, {y}]."), x=x, y=y)
    if not fits(state.grid, action.card, action.cell):
        raise Illegal(
            _("{card} fits only beside a card that is one higher or one lower (an ace is 1 or 8)."),
            card=action.card,
        )
    if not keeps_lines_short(state.grid, action.cell):
        raise Illegal(_("A row or column may not be longer than {most} cards."), most=LONGEST_LINE)


def pass_on(state: GridState) -> Step[GridState]:
    if forced(state) is None:
        raise Illegal(_("A card of yours fits, so you must lay one."))
    return Step(replace(state, shown=put(state.shown, state.seat, state.hand), due=0), {})


def close(state: GridState) -> GridState:
    """Draw while the pile lasts (after a pass the hand is still full), and hand on."""
    n = state.n + 1
    if state.ended_by:
        return replace(state, n=n)
    short = state.variant.hand - len(state.hand)
    state = replace(
        state,
        n=n,
        hands=put(state.hands, state.seat, state.hand + state.pile[:short]),
        pile=state.pile[short:],
        due=1,
    )
    return end_if_nobody_can_play(pass_over_empty_hands(state))


def pass_over_empty_hands(state: GridState) -> GridState:
    order = [(state.seat + k) % state.seats for k in range(1, state.seats + 1)]
    return replace(state, seat=next((seat for seat in order if state.hands[seat]), state.next_seat))


def end_if_nobody_can_play(state: GridState) -> GridState:
    if can_play(state.grid, chain.from_iterable(state.hands)):
        return state
    return replace(state, due=0, ended_by="stuck" if any(state.hands) else "cards")


def standings(state: GridState) -> list[tuple[int, ...]]:
    return [(score,) for score in state.scores]


def score_data(state: GridState) -> Data:
    return {"scores": list(state.scores)}


def read_action(data: object) -> Action:
    match read_type(data):
        case "play", action:
            card = action.get("card")
            if card not in DECK:
                raise Malformed(_("A card is a colour of R O Y G B V T and a rank of A 2 3 4 5 6 7, such as R7."))
            return Play(card, read_cell(action.get("cell")))
    raise Malformed(_("In this game an action is of type play."))


def write_action(state: GridState, action: Action) -> Data:
    if isinstance(action, Pass):
        return {"type": "pass", "shown": list(state.hand)}
    return {"type": "play", "card": action.card, "cell": list(action.cell)}


RULES: Rules[GridVariant, GridState, Action] = Rules(
    key="koepfchen",
    title="Kluges Köpfchen",
    bonus_left=(_("Lay a card."), _("Lay {count} cards.")),
    variants=VARIANTS,
    setup=setup,
    legal=legal,
    apply=apply,
    prospects=prospects,
    close=close,
    forced=forced,
    standings=standings,
    score_data=score_data,
    view=view,
    imagine=imagine,
    read=read_action,
    write=write_action,
    pack=pack,
    unpack=unpack,
)
