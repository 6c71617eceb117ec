"""How many streams one web process holds, what each costs, and how soon a move is on all of them."""

import asyncio
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path
from uuid import uuid4

import psutil
import redis

from games.live.channel import channel_of
from games.live.messages import Moved, pack
from genial_site.broker import EmbeddedBroker, find_server
from tests.bench.measuring import Figure
from tests.running import HERE, clean_environment, free_port

STREAMS = 1000
MOVES = 20
GAME = uuid4()

Stream = tuple[asyncio.StreamReader, asyncio.StreamWriter]  # without its writer a connection closes


def figures() -> Iterator[Figure]:
    server = find_server()
    if server is None:
        return
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="genial-")))
        broker = EmbeddedBroker(server, folder, folder / "socket")
        valkey = started(stack, broker.command)
        broker.wait(is_alive=lambda: valkey.poll() is None)
        (folder / "static").mkdir()
        port = free_port()
        env = clean_environment(
            GENIAL_DATA=str(folder), REDIS_URL=broker.url, DJANGO_SETTINGS_MODULE="genial_site.settings"
        )
        web = started(stack, [sys.executable, "-m", "tests.bench.stream_server", str(port)], env)
        yield from asyncio.run(measured(psutil.Process(web.pid), port, broker.url))


def started(stack: ExitStack, command: Sequence[str], env: dict[str, str] | None = None) -> subprocess.Popen[bytes]:
    process = subprocess.Popen(command, cwd=HERE, env=env)
    stack.callback(process.wait)
    stack.callback(process.terminate)
    return process


async def measured(web: psutil.Process, port: int, url: str) -> list[Figure]:
    streams = [await first_stream(port)]
    memory, spent = web.memory_info().rss, processor_time(web)
    while len(streams) < STREAMS:
        streams += await asyncio.gather(*(stream(port) for _ in range(min(50, STREAMS - len(streams)))))
    opening = (processor_time(web) - spent) / (STREAMS - 1)
    each = (web.memory_info().rss - memory) / (STREAMS - 1) / 1024
    latencies = [await delivery(streams, url, version) for version in range(2, MOVES + 2)]
    return [
        Figure(f"open an event stream ({each:.0f} KB, {web.num_threads()} threads for {STREAMS})", opening),
        Figure(f"until a move is on all of {STREAMS} streams, median", sorted(latencies)[MOVES // 2]),
    ]


def processor_time(process: psutil.Process) -> float:
    times = process.cpu_times()
    return float(times.user + times.system)


async def first_stream(port: int) -> Stream:
    deadline = time.monotonic() + 20
    while True:
        try:
            return await stream(port)
        except ConnectionRefusedError:
            if time.monotonic() > deadline:
                raise
            await asyncio.sleep(0.1)


async def stream(port: int) -> Stream:
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(f"GET /api/v1/games/{GAME}/events/ HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
    await reader.readuntil(b'{"version":1}')
    return reader, writer


async def delivery(streams: list[Stream], url: str, version: int) -> float:
    """Seconds, by the clock on the wall, from saying it until the last reader has it."""
    data = pack(Moved(GAME, version))
    wanted = b'{"version":%d}' % version
    waiting = asyncio.gather(*(reader.readuntil(wanted) for reader, _ in streams))
    await asyncio.sleep(0)
    began = time.perf_counter()
    await asyncio.to_thread(redis.Redis.from_url(url).publish, channel_of(url), data)
    await waiting
    return time.perf_counter() - began


if __name__ == "__main__":
    for figure in figures():
        print(f"{figure.name:<70} {figure.seconds * 1000:9.2f} ms")
