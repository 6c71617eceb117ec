"""The bots as people meet them: a name, and what to expect of each."""

from dataclasses import dataclass

from django.utils.translation import gettext as _

from games.bots.registry import Offer, on_offer
from games.services.wishes import STAND_IN


@dataclass(frozen=True, slots=True)
class Opponent:
    key: str
    name: str
    description: str


def opponents(rules_key: str) -> list[Opponent]:
    """Those on offer for these rules, weakest first."""
    return [Opponent(offer.key, _(offer.name), description(offer)) for offer in on_offer(rules_key)]


def description(offer: Offer) -> str:
    sentences = [_(offer.description)]
    if offer.against_greedy:
        sentences.append(_(offer.against_greedy).format(percent=offer.percent))
    return " ".join(sentences)


def default_opponent(rules_key: str) -> str:
    """The one that newcomers can beat."""
    return on_offer(rules_key)[0].key


def stand_in(rules_key: str) -> str:
    """Who had better take over: the bot that does so unless the host says otherwise, or one of middling strength."""
    keys = [offer.key for offer in on_offer(rules_key)]
    return STAND_IN if STAND_IN in keys else keys[len(keys) // 2]
