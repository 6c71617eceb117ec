"""One recorded game for every table, kept so that they can be replayed for ever.

`python -m tests.engine.golden` adds those of tables that have none yet.
"""

import json
from pathlib import Path

from games.bots.greedy import GREEDY
from games.bots.simulation import simulate
from games.engine.record import Record, read_record
from tests.engine.tables import NAMES, TABLES

GOLDEN = Path(__file__).parent.parent / "golden" / "records.jsonl"


def recorded() -> list[Record]:
    return [read_record(json.loads(line)) for line in GOLDEN.read_text().splitlines()]


def table_of(record: Record) -> str:
    return f"{record.rules}-{record.mode}-{len(record.seats)}"


if __name__ == "__main__":
    known = {table_of(record) for record in recorded()}
    with GOLDEN.open("a") as file:
        for name, (rules, mode, seats) in zip(NAMES, TABLES, strict=True):
            if name not in known:
                record = simulate(rules, mode, [GREEDY] * seats, "golden", 0)
                file.write(json.dumps(record.data(), separators=(",", ":")) + "\n")
