"""What a worker does for a bot: plain values go in and come out, so that it may run in any process."""

import re
import shutil
from pathlib import Path
from random import Random

from games.bots.bot import Actions
from games.bots.registry import BOTS
from games.bots.strengths import SEARCHES, search_for
from games.engine.registry import RULES
from games.engine.rules import Data


def think(bot: str, rules: str, seen: Data, seed: bytes) -> Actions:
    """The turn of a bot at the table, within the budget of its strength."""
    player = BOTS[bot]
    return player.choose(RULES[rules], seen, Random(seed), player.budget(RULES[rules]))


def warm() -> None:
    """Compile every search, or load what an earlier process compiled."""
    for key in SEARCHES:
        search_for(key).warm()
    # Loads Numba, so not before it is needed.
    from games.bots.kernels.compiling import FOLDER

    if FOLDER:
        forget_others(FOLDER)


def forget_others(folder: Path) -> None:
    """Remove what was compiled from other sources: upgrades would fill the folder."""
    for other in folder.parent.iterdir():
        if other != folder and re.fullmatch(r"[0-9a-f]{16}", other.name):
            shutil.rmtree(other, ignore_errors=True)
