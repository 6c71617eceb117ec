from games.engine.genial3d.rules import RULES

__all__ = ["RULES"]
