from games.models.game import Game, Move, Player
from games.models.invitation import Invitation
from games.models.series import Series
from games.models.submission import Submission

__all__ = ["Game", "Invitation", "Move", "Player", "Series", "Submission"]
