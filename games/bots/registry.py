"""All bots, by the name that commands and seats use."""

from games.bots.bot import Bot
from games.bots.drifter import RANDOM
from games.bots.greedy import GREEDY

BOTS: dict[str, Bot] = {bot.key: bot for bot in (RANDOM, GREEDY)}
