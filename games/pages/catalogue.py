"""What the pages say about each game; the facts come from its rules."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, gettext_noop, ngettext

from games.engine.registry import RULES
from games.engine.rules import Rules, Variant

gettext_noop("Einfach Genial – the card game")  # the only title of the rules that is no name

TAGLINES: dict[str, Promise | str] = {
    "genial": gettext_lazy("Lay tiles, build long lines, and never forget your weakest colour."),
    "genial-3d": gettext_lazy("The same idea, with a third direction: upwards."),
    "genial-cards": gettext_lazy("Two symbols a card, six markers, and a track that keeps them together."),
    "koepfchen": gettext_lazy("A growing grid of cards in which every row and column can score."),
}

WAYS_TO_PLAY: dict[str, Promise | str] = {
    "free": gettext_lazy("Everyone for themselves"),
    "team": gettext_lazy("Two against two"),
    "solo": gettext_lazy("Alone"),
}


@dataclass(frozen=True, slots=True)
class Entry:
    rules: Rules[Any, Any, Any]

    @property
    def key(self) -> str:
        return self.rules.key

    @property
    def title(self) -> str:
        return _(self.rules.title)

    @property
    def tagline(self) -> Promise | str:
        return TAGLINES[self.key]

    @property
    def players(self) -> str:
        return players(seats for variant in self.rules.variants.values() for seats in variant.seats)

    @property
    def ways_to_play(self) -> list[tuple[Promise | str, str]]:
        return [(name_of(variant), players(variant.seats)) for variant in self.rules.variants.values()]

    @property
    def has_solo(self) -> bool:
        return any(1 in variant.seats for variant in self.rules.variants.values())


def name_of(variant: Variant) -> Promise | str:
    return WAYS_TO_PLAY[variant.key]


def players(seats: Iterable[int]) -> str:
    counts = sorted(set(seats))
    fewest, most = counts[0], counts[-1]
    if fewest == most:
        return ngettext("%(count)d player", "%(count)d players", most) % {"count": most}
    return _("%(fewest)d to %(most)d players") % {"fewest": fewest, "most": most}


def entries() -> list[Entry]:
    """All games, in the order of the lobby."""
    return [Entry(rules) for rules in RULES.values()]


def entry(key: str) -> Entry | None:
    return Entry(RULES[key]) if key in RULES else None
