"""All bots, by the name that commands and seats use."""

from games.bots.bot import Bot
from games.bots.drifter import RANDOM
from games.bots.greedy import GREEDY
from games.bots.strengths import GENTLE, SHARP, STEADY, STRONG

BOTS: dict[str, Bot] = {bot.key: bot for bot in (RANDOM, GREEDY, GENTLE, STEADY, SHARP, STRONG)}
