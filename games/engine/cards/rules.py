"""Einfach Genial, the card game: play a card, count its symbols on all open cards, move on."""

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from games.engine.cards.scoring import score
from games.engine.cards.state import CardsState
from games.engine.cards.variants import DECK, GOAL, VARIANTS, CardsVariant
from games.engine.cards.view import imagine, pack, unpack, view
from games.engine.dealing import Chance
from games.engine.imagining import deal_hands
from games.engine.reading import read_pair, read_type
from games.engine.rules import (
    Data,
    Illegal,
    Malformed,
    Rules,
    Step,
    _,
    check_turn_goes_on,
    nothing_forced,
    prospects_of,
)
from games.engine.swapping import SWAP, Swap, announce_swap, may_swap
from games.engine.tracks import COLOUR_NAMES, START, standing
from games.engine.tuples import put, without


class Play(NamedTuple):
    """Play a card; the symbol spelled first is scored first."""

    card: str


Action = Play | Swap


def kind(card: str) -> str:
    """The card's canonical spelling, as hands and piles have it."""
    return read_pair(card, doubles=False)[0]


def setup(variant: CardsVariant, seats: int, chance: Chance) -> CardsState:
    cards, chance = chance.shuffle(DECK)
    rows = variant.open_cards[seats]
    hands, rest = deal_hands(cards, seats, variant.hand)
    return CardsState(
        variant=variant,
        seats=seats,
        chance=chance,
        hands=hands,
        open=tuple(rest[seat : rows * seats : seats] for seat in range(seats)),
        pile=rest[rows * seats :],
        discard=(),
        tracks=(START,) * seats,
    )


def legal(state: CardsState) -> Sequence[Action]:
    if state.ended_by:
        return ()
    if not state.due:
        return (SWAP,) if may_swap(state, state.hand, state.track) else ()
    return [Play(way) for card in dict.fromkeys(state.hand) for way in (card, card[::-1])]


def apply(state: CardsState, action: Action) -> Step[CardsState]:
    if isinstance(action, Swap):
        return Step(swap(state), {})
    return play(state, action)


def play(state: CardsState, action: Play) -> Step[CardsState]:
    """Play the card below your open ones, score it, and discard the oldest of them."""
    check_turn_goes_on(state, _("No card is left to play in this turn."))
    card = kind(action.card)
    if card not in state.hand:
        first, second = (COLOUR_NAMES[colour] for colour in card)
        raise Illegal(_("You have no card with {first} and {second}."), first=first, second=second)
    track, gains, why, bonus = score(state.track, action.card, state.open)
    hand = without(state.hand, card)
    oldest, *row = (*state.open[state.seat], card)
    won = min(track) >= GOAL
    due = min(state.due - 1 + bonus, len(hand))  # a bonus play lapses when the hand is empty
    state = replace(
        state,
        hands=put(state.hands, state.seat, hand),
        open=put(state.open, state.seat, tuple(row)),
        discard=(*state.discard, oldest),
        tracks=put(state.tracks, state.seat, track),
        due=0 if won else due,
        ended_by="instant" if won else None,
        winner=state.seat if won else None,
    )
    return Step(state, gains, why)


def swap(state: CardsState) -> CardsState:
    return announce_swap(
        state,
        state.hand,
        state.track,
        _("You still hold a card with {colour}, your lowest colour, so you may not swap."),
    )


def close(state: CardsState) -> CardsState:
    """Refill the hand, after a swap with new cards only, and hand on to the next player."""
    n = state.n + 1
    if state.ended_by:
        return replace(state, n=n)
    if state.swapping:
        state = replace(
            state,
            hands=put(state.hands, state.seat, ()),
            discard=state.discard + state.hand,
            swapping=False,
        )
    state = draw(state, state.variant.hand - len(state.hand))
    return replace(state, n=n, seat=state.next_seat, due=1)


def draw(state: CardsState, count: int) -> CardsState:
    """Draw from the front. As soon as the pile is used up the discards become the new one."""
    hand, pile, discard, chance = state.hand, state.pile, state.discard, state.chance
    for _card in range(count):
        hand, pile = (*hand, pile[0]), pile[1:]
        if not pile:
            pile, chance = chance.shuffle(discard)
            discard = ()
    return replace(
        state,
        hands=put(state.hands, state.seat, hand),
        pile=pile,
        discard=discard,
        chance=chance,
    )


def standings(state: CardsState) -> list[tuple[int, ...]]:
    return [standing(track) for track in state.tracks]


def score_data(state: CardsState) -> Data:
    return {
        "tracks": [list(track) for track in state.tracks],
        "points": [min(track) for track in state.tracks],
    }


def read_action(data: object) -> Action:
    match read_type(data):
        case "play", action:
            card, turned = read_pair(action.get("card"), doubles=False)
            return Play(card[::-1] if turned else card)
        case "swap", _action:
            return SWAP
    raise Malformed(_("In this game an action is of type play or swap."))


def write_action(state: CardsState, action: Action) -> Data:
    if isinstance(action, Swap):
        return {"type": "swap", "shown": list(state.hand)}
    return {"type": "play", "card": action.card}


RULES: Rules[CardsVariant, CardsState, Action] = Rules(
    key="genial-cards",
    title="Einfach Genial – the card game",
    bonus_left=(_("Bonus move left: play one more card."), _("Bonus moves left: play {count} more cards.")),
    has_series=True,
    variants=VARIANTS,
    setup=setup,
    legal=legal,
    apply=apply,
    prospects=lambda state: prospects_of(state, legal(state) if state.due else (), apply, standings),
    close=close,
    forced=nothing_forced,
    standings=standings,
    score_data=score_data,
    view=view,
    imagine=imagine,
    read=read_action,
    write=write_action,
    pack=pack,
    unpack=unpack,
)
