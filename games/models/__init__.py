from games.models.advice import Hint, Review
from games.models.bot_turn import BotTurn
from games.models.chat import ChatMessage, Mute
from games.models.clock import Absence, ClockEntry
from games.models.game import Game, Move, Player
from games.models.invitation import Invitation, QuietAddress
from games.models.note import Note
from games.models.notice import Notice, NoticeSettings, PushSubscription, Webhook
from games.models.rating import Pool, Rating, RatingChange, RatingPool
from games.models.report import Report
from games.models.series import Series
from games.models.solo import SoloResult
from games.models.submission import Submission

__all__ = [
    "Absence",
    "BotTurn",
    "ChatMessage",
    "ClockEntry",
    "Game",
    "Hint",
    "Invitation",
    "Move",
    "Mute",
    "Note",
    "Notice",
    "NoticeSettings",
    "Player",
    "Pool",
    "PushSubscription",
    "QuietAddress",
    "Rating",
    "RatingChange",
    "RatingPool",
    "Report",
    "Review",
    "Series",
    "SoloResult",
    "Submission",
    "Webhook",
]
