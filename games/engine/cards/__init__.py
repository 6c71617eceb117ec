from games.engine.cards.rules import RULES

__all__ = ["RULES"]
