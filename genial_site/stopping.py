"""Event streams never end by themselves, and uvicorn waits for whatever is open: so they are ended first."""

import asyncio
import signal
import threading
from collections.abc import Callable
from types import FrameType

_known: set[Callable[[], None]] = set()


def before_stop(work: Callable[[], None]) -> None:
    """Have this done on the running loop when a signal stops the process, before what the server does then.

    The server has set its own handlers before the first request comes; asking again changes nothing.
    """
    if work in _known or threading.current_thread() is not threading.main_thread():
        return
    _known.add(work)
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        before = signal.getsignal(number)
        if callable(before):
            signal.signal(number, chained(loop, work, before))


def chained(
    loop: asyncio.AbstractEventLoop, work: Callable[[], None], before: Callable[[int, FrameType | None], object]
) -> Callable[[int, FrameType | None], None]:
    def handler(number: int, frame: FrameType | None) -> None:
        loop.call_soon_threadsafe(work)
        before(number, frame)

    return handler
