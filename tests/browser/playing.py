"""Playing in a browser: games laid out beforehand, people who are signed in, and their turns."""

import json
import re
import subprocess
import sys
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Self

from playwright.sync_api import Page, expect

from tests.running import RunningSite

OpenPage = Callable[..., Page]
PATIENCE = 20_000
"""Milliseconds until what somebody did must have arrived."""
UNTIL_BOTS_ARE_UP = 240_000
"""Bots prepare their search when a site starts, which takes a while on a busy machine."""


class Stage(RunningSite):
    """A site with a hand behind the scenes, which lays out games at once where a command of its own takes seconds."""

    def __enter__(self) -> Self:
        super().__enter__()
        command = (sys.executable, "manage.py", "shell", "--no-imports", "-c")
        self.hand = subprocess.Popen(
            [*command, "from tests.browser import setting; setting.obey()"],
            cwd=self.folder,
            env=self.env,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        return self

    def __exit__(self, *problem: Any) -> None:
        self.hand.communicate()  # it ends when nothing more can be asked of it
        super().__exit__(*problem)

    def behind(self, name: str, **arguments: Any) -> Any:
        """Call something of `tests.browser.setting` in the site itself."""
        assert self.hand.stdin
        assert self.hand.stdout
        print(json.dumps([name, arguments]), file=self.hand.stdin, flush=True)
        answer = json.loads(self.hand.stdout.readline())
        assert "told" in answer, answer["failed"]
        return answer["told"]


@dataclass(frozen=True)
class Sitting:
    """A game, and the sessions of those who play it."""

    site: Stage
    game: str
    link: str
    sessions: dict[str, str]

    @property
    def address(self) -> str:
        return f"/table/{self.game}/"

    def signed_in(self, name: str) -> dict[str, Any]:
        """What `open_page` needs to open pages as this person."""
        return signed_in(self.sessions[name])

    def standing(self) -> dict[str, Any]:
        return dict(self.site.behind("standing", game_id=self.game))


def signed_in(session: str) -> dict[str, Any]:
    cookie = {
        "name": "sessionid",
        "value": session,
        "domain": "127.0.0.1",
        "path": "/",
        "expires": -1,
        "httpOnly": True,
        "secure": False,
        "sameSite": "Lax",
    }
    return {"storage_state": {"cookies": [cookie], "origins": []}}


def lay_out(
    site: Stage,
    *names: str,
    bots: tuple[str, ...] = (),
    turns: int = 0,
    rules: str = "genial",
    like: str = "random",
    deal: str = "test",
    **wishes: Any,
) -> Sitting:
    """A game of these people in this order and of these bots, after so many turns, played like a bot plays."""
    wishes = {"rules": rules} | wishes
    told = site.behind("lay_out", names=names, bots=bots, turns=turns, wishes=wishes, like=like, deal=deal)
    return Sitting(site, told["game"], told["link"], told["sessions"])


# --- turns -------------------------------------------------------------------------------------


def version(page: Page) -> int:
    return int(page.locator("#table").get_attribute("data-version") or 0)


def is_over(page: Page) -> bool:
    return page.locator("#ending-title").count() > 0


def wait_for_turn(page: Page) -> bool:
    """Wait until it is the reader's turn; False once the game is over."""
    page.wait_for_selector("#table[data-acting], #ending-title", state="attached", timeout=UNTIL_BOTS_ARE_UP)
    return not is_over(page)


def send(page: Page, press: Callable[[], object]) -> None:
    """Send the drafted turn in some way, and see that it has arrived."""
    before = version(page)
    expect(page.locator("#send")).to_be_enabled(timeout=PATIENCE)
    press()
    page.wait_for_function(
        "before => Number(document.getElementById('table').dataset.version) > before", arg=before, timeout=PATIENCE
    )


def drafted(page: Page, count: int) -> None:
    """Wait until so many actions are drafted."""
    page.wait_for_function(
        "count => document.getElementById('table').dataset.draft.split(';').filter(Boolean).length === count",
        arg=count,
        timeout=PATIENCE,
    )


def actions_drafted(page: Page) -> int:
    draft = page.locator("#table").get_attribute("data-draft") or ""
    return len([action for action in draft.split(";") if action.strip()])


def slow_down(page: Page, milliseconds: int = 400) -> None:
    """Lets every answer take this long."""
    network = page.context.new_cdp_session(page)
    network.send("Network.enable")
    conditions = {"offline": False, "latency": milliseconds, "downloadThroughput": -1, "uploadThroughput": -1}
    network.send("Network.emulateNetworkConditions", conditions)


# --- hex boards --------------------------------------------------------------------------------

KEYS = {
    (1, 0): "ArrowRight",
    (-1, 0): "ArrowLeft",
    (0, 1): "ArrowDown",
    (0, -1): "ArrowUp",
    (-1, 1): "Shift+ArrowDown",
    (1, -1): "Shift+ArrowUp",
}


def pairs(page: Page) -> list[tuple[str, str]]:
    """The pairs of cells on which a tile may lie."""
    listed = page.locator("#board").get_attribute("data-pairs") or ""
    found = [re.fullmatch(r"([a-z]\d+)([a-z]\d+)", pair) for pair in listed.split()]
    return [(pair[1], pair[2]) for pair in found if pair]


def way_to(page: Page, start: str, end: str) -> list[str]:
    """The keys that lead from one cell to another on a hex board."""
    radius = int(page.locator("#board").get_attribute("data-radius") or 0)

    def place(name: str) -> tuple[int, int]:
        r = ord(name[0]) - ord("a") - radius
        return max(-radius, -r - radius) + int(name[1:]) - 1, r

    goal = place(end)
    ways: deque[tuple[tuple[int, int], list[str]]] = deque([(place(start), [])])
    seen = {place(start)}
    while ways:
        (q, r), keys = ways.popleft()
        if (q, r) == goal:
            return keys
        for (dq, dr), key in KEYS.items():
            cell = (q + dq, r + dr)
            if cell not in seen and max(abs(cell[0]), abs(cell[1]), abs(sum(cell))) <= radius:
                seen.add(cell)
                ways.append((cell, [*keys, key]))
    raise AssertionError(f"no way from {start} to {end}")
