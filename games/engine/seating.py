"""Starting a game: who sits where, and the deal that follows from the secret."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from games.engine.dealing import Chance, deal_key, is_client_seed
from games.engine.registry import RULES
from games.engine.rules import Malformed, Rules, _

ORDERS = ("random", "fixed")


def rules_for(key: object, mode: object, seats: int) -> Rules[Any, Any, Any]:
    """The rules of this name, if they can be played in this mode by so many."""
    rules = RULES.get(key) if isinstance(key, str) else None
    if rules is None:
        raise Malformed(_("There is no such game."))
    variant = rules.variants.get(mode) if isinstance(mode, str) else None
    if variant is None:
        raise Malformed(_("There is no such mode in this game."))
    if seats not in variant.seats:
        fewest, most = variant.seats[0], variant.seats[-1]
        if fewest == most:
            raise Malformed(_("This mode is for {most}; it cannot be played by {seats}."), most=most, seats=seats)
        raise Malformed(
            _("This mode is for {fewest} to {most}; it cannot be played by {seats}."),
            fewest=fewest,
            most=most,
            seats=seats,
        )
    return rules


def start(
    rules: Rules[Any, Any, Any],
    mode: str,
    options: Mapping[str, Any],
    secret: bytes,
    client_seeds: Sequence[str],
) -> tuple[tuple[int, ...], Any]:
    """Deal the game: the join number that sits on each seat, and the first state.

    Client seeds come in order of joining.
    """
    seats = len(client_seeds)
    order, first = options.get("order", "random"), options.get("first", 0)
    if order not in ORDERS:
        raise Malformed(_("The seat order is random or fixed."))
    if type(first) is not int or not 0 <= first < seats:
        raise Malformed(_("The first seat must be a seat of this game."))
    if not all(is_client_seed(seed) for seed in client_seeds):
        raise Malformed(_("A client seed is up to 64 printable ASCII characters without |."))
    chance = Chance(deal_key(secret, client_seeds))
    seating = tuple(range(seats))
    if order == "random":
        seating, chance = chance.shuffle(seating)
    state = rules.setup(rules.variants[mode], seats, chance)
    return seating, replace(state, seat=first)
