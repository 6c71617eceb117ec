"""Clocks that differ: deadlines are told by one machine and judged by another."""

from collections.abc import Iterator

from .finding import Finding, error, warning

SOME, MUCH = 2.0, 30.0  # seconds


def skew(who: str, there: float, here: float) -> Iterator[Finding]:
    apart = abs(there - here)
    if apart > SOME:
        level = error if apart > MUCH else warning
        yield level(
            f"The clock of {who} differs from this machine's by {apart:.0f} s.",
            "Turns run out too early or too late, and second steps of signing in fail.",
            "Let all machines keep time by NTP (timedatectl set-ntp true).",
        )
