"""All games that the site offers, in lobby order."""

from typing import Any

from games.engine import cards, genial, genial3d, koepfchen
from games.engine.rules import Rules

RULES: dict[str, Rules[Any, Any, Any]] = {
    rules.key: rules for rules in (genial.RULES, genial3d.RULES, cards.RULES, koepfchen.RULES)
}
