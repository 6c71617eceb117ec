"""Asks that may hang, in threads of their own and with a limit: whoever asks has an answer in time."""

import threading
import time
from collections.abc import Callable, Mapping
from concurrent.futures import Future, wait
from typing import Any

_running: dict[str, Future[Any]] = {}
_lock = threading.Lock()


def ask_within(seconds: float, questions: Mapping[str, Callable[[], Any]]) -> dict[str, Any]:
    """The answer to each question, or the exception that came of it; a TimeoutError for those that take too long.

    A question that hangs is not asked a second time meanwhile, so that it costs one thread, however often it comes.
    """
    until = time.monotonic() + seconds
    asked = {name: begin(name, question) for name, question in questions.items()}
    wait(asked.values(), timeout=max(0.0, until - time.monotonic()))
    return {name: answer(future) for name, future in asked.items()}


def begin(name: str, question: Callable[[], Any]) -> Future[Any]:
    with _lock:
        running = _running.get(name)
        if running is not None and not running.done():
            return running
        future: Future[Any] = Future()
        _running[name] = future
    # Not a pool: its threads would keep a process from ending for as long as they hang.
    threading.Thread(target=run, args=(future, question), name=f"asks for {name}", daemon=True).start()
    return future


def run(future: Future[Any], question: Callable[[], Any]) -> None:
    try:
        future.set_result(question())
    except Exception as problem:  # noqa: BLE001  # whoever asked gets it
        future.set_exception(problem)


def answer(future: Future[Any]) -> Any:
    if not future.done():
        return TimeoutError("no answer in time")
    return future.exception() or future.result()
