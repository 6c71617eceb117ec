from games.engine.koepfchen.rules import RULES

__all__ = ["RULES"]
