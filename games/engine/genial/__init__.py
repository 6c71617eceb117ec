from games.engine.genial.rules import RULES

__all__ = ["RULES"]
