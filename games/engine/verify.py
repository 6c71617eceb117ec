"""The offline verifier: `python -m games.engine.verify RECORD.json…`

Checks commitment, deal, legality, points and result of recorded games without any server.
A file holds one record, or one record a line; `-` is standard input.
"""

import json
import sys
from argparse import ArgumentParser
from collections.abc import Iterator, Sequence
from pathlib import Path

from games.engine.dealing import SECRET_BYTES, commitment
from games.engine.outcome import outcome
from games.engine.record import Record, read_record
from games.engine.registry import RULES
from games.engine.replay import Flaw, replay, same
from games.engine.rules import Data, Refusal


def verify(record: Record) -> None:
    """Raise `Flaw` unless everything that the record says follows from its secret and its moves."""
    secret = revealed_secret(record)
    for replayed in replay(record, secret):
        state = replayed.turn.state
    result = outcome(RULES[record.rules], state)
    after = len(record.moves)
    if result is None:
        raise Flaw(after, "After this turn the game goes on, so the record is not complete.")
    check_result(after, record.result, result.data())


def revealed_secret(record: Record) -> bytes:
    if record.secret is None:
        raise Flaw(0, "The secret is not out yet: a game can be verified once it has ended.")
    try:
        secret = bytes.fromhex(record.secret)
    except ValueError:
        raise Flaw(0, "The secret is not a hex number.") from None
    if len(secret) != SECRET_BYTES:
        raise Flaw(0, f"The secret is not {SECRET_BYTES} bytes long.")
    if commitment(secret) != record.commitment:
        raise Flaw(0, "The secret is not the one that the commitment stands for.")
    return secret


def check_result(after: int, said: Data | None, true: Data) -> None:
    if said is None:
        raise Flaw(after, "With this turn the game ends, but the record has no result.")
    for key, value in true.items():
        if not same(said.get(key), value):
            raise Flaw(after, f"The result says {key} {said.get(key)}, the rules say {value}.")


def texts_in(text: str) -> list[str]:
    """The records of a file, as text: a single one, or one a line."""
    lines = [line for line in text.splitlines() if line.strip()]
    one_a_line = len(lines) > 1 and lines[1].lstrip().startswith("{") and lines[0].rstrip().endswith("}")
    return lines if one_a_line else [text]


def complaint(text: str) -> str | None:
    """What is wrong with a record, if anything."""
    try:
        verify(read_record(json.loads(text)))
    except (Refusal, Flaw) as wrong:
        return str(wrong)
    except (ValueError, RecursionError):  # also of numbers too long to read
        return "is not JSON"
    return None


def check_file(name: str) -> Iterator[tuple[str, str | None]]:
    """For each record of a file what to call it, and what is wrong with it, if anything."""
    try:
        text = sys.stdin.read() if name == "-" else Path(name).read_text(encoding="utf-8-sig")
    except OSError as error:
        yield name, f"cannot be read: {error.strerror}"
    except UnicodeDecodeError:
        yield name, "is not JSON"
    else:
        texts = texts_in(text)
        for number, record in enumerate(texts, start=1):
            yield (f"{name}:{number}" if len(texts) > 1 else name), complaint(record)


def main(arguments: Sequence[str] | None = None) -> int:
    parser = ArgumentParser(prog="python -m games.engine.verify", description="Verify records of games.")
    parser.add_argument(
        "records", nargs="+", metavar="RECORD.json", help="one record, or one a line; - is standard input"
    )
    parser.add_argument("-q", "--quiet", action="store_true", help="say only what is wrong")
    options = parser.parse_args(arguments)
    good = bad = 0
    for name in options.records:
        for label, wrong in check_file(name):
            if wrong is None:
                good += 1
            else:
                bad += 1
                print(f"{label}: {wrong}", file=sys.stderr)
    if not options.quiet:
        print(f"{good} of {good + bad} records hold.")
    return 1 if bad or not good else 0


if __name__ == "__main__":
    sys.exit(main())
