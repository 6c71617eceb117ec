"""Reading what a host wishes for: every part is checked before anything is made."""

from dataclasses import dataclass
from typing import Any

from games.bots.registry import BOTS
from games.clock.paces import (
    BANK_HOURS,
    DAYS_A_TURN,
    DAYS_OFF,
    DEFAULT_DAYS_OFF,
    INCREMENT_HOURS,
    LONGEST_CAP,
)
from games.engine.dealing import is_client_seed
from games.engine.rules import Malformed, Variant, _
from games.engine.seating import ORDERS, rules_for

BANK = {"bank", "increment", "cap"}
DEFAULT_PACE = {"days": 3}
LONGEST_SERIES = 20
STAND_IN = "steady"


@dataclass(frozen=True, slots=True, kw_only=True)
class Wish:
    """A table as its host wants it."""

    rules_key: str
    mode: str
    seats: list[dict[str, Any]]
    """Each `{"me": true}`, `{"bot": strength}`, `{"open": true}` or `{"invite": name or address}`."""
    order: str
    rated: bool
    public: bool
    pace: dict[str, Any]
    stand_in: str
    series: int
    client_seed: str
    table_talk: bool = False
    """Whether partners of a team may talk where the others cannot read it."""


def read_wish(data: object) -> Wish:
    """A wish from the outside world, or `Malformed`."""
    if not isinstance(data, dict):
        raise Malformed(_("A new table is described by an object."))
    seats = read_seats(data.get("seats"))
    rules = rules_for(data.get("rules"), data.get("mode", "free"), len(seats))
    order = data.get("order", "random")
    if order not in ORDERS:
        raise Malformed(_("The seat order is random or fixed."))
    return Wish(
        rules_key=rules.key,
        mode=data.get("mode", "free"),
        seats=seats,
        order=order,
        rated=read_rated(data, len(seats)),
        public=read_flag(data, "public", default=True),
        pace=read_pace(data.get("pace", DEFAULT_PACE)),
        stand_in=read_bot(data.get("stand_in", STAND_IN)),
        series=read_series(data.get("series"), rules.has_series),
        client_seed=read_client_seed(data.get("client_seed", "")),
        table_talk=read_table_talk(data, rules.variants[data.get("mode", "free")]),
    )


def read_rated(data: dict[str, Any], seats: int) -> bool:
    wished = read_flag(data, "rated", default=False)
    if wished and seats == 1:
        raise Malformed(_("Games alone are not rated."))
    return wished


def read_table_talk(data: dict[str, Any], variant: Variant) -> bool:
    wished = read_flag(data, "table_talk", default=False)
    if wished and variant.sides is None:
        raise Malformed(_("Table talk is for teams."))
    return wished


def read_seats(data: object) -> list[dict[str, Any]]:
    if not isinstance(data, list) or not 1 <= len(data) <= 4:
        raise Malformed(_("A table has a list of one to four seats."))
    seats = [read_seat(seat) for seat in data]
    if sum("me" in seat for seat in seats) != 1:
        raise Malformed(_('Exactly one seat is yours: give it as {{"me": true}}.'))
    return seats


def read_seat(data: object) -> dict[str, Any]:
    match data:
        case {"me": True, **rest} if not rest:
            return {"me": True}
        case {"open": True, **rest} if not rest:
            return {"open": True}
        case {"bot": bot, **rest} if not rest:
            return {"bot": read_bot(bot)}
        case {"invite": str(whom), **rest} if not rest and 0 < len(whom.strip()) <= 254:
            return {"invite": whom.strip()}
    raise Malformed(_("A seat is yours (me), a bot's (bot), open (open), or kept for somebody (invite)."))


def read_bot(data: object) -> str:
    if isinstance(data, str) and data in BOTS:
        return data
    raise Malformed(_("There is no such bot. There are: {bots}."), bots=", ".join(BOTS))


def read_flag(data: dict[str, Any], key: str, *, default: bool) -> bool:
    value = data.get(key, default)
    if not isinstance(value, bool):
        raise Malformed(_("{key} is true or false."), key=key)
    return value


def read_pace(data: object) -> dict[str, Any]:
    """Days a turn or a time bank, with what stops the clock; or nothing at all. What is usual is left out."""
    if data is None or data == {}:
        return {}
    if not isinstance(data, dict) or set(data) - {*BANK, "days", "weekends_off", "days_off"}:
        raise Malformed(_("The pace is days a turn, a time bank (bank, increment, cap), or null for none."))
    if "days" in data and BANK & set(data):
        raise Malformed(_("The pace is either days a turn or a time bank, not both."))
    if BANK & set(data):
        pace = read_bank(data)
    elif "days" in data:
        pace = {"days": read_days(data["days"])}
    else:
        raise Malformed(_("Without a limit for turns there are no weekends or days off to be taken from it."))
    if read_flag(data, "weekends_off", default=False):
        pace["weekends_off"] = True
    days_off = read_number(data.get("days_off", DEFAULT_DAYS_OFF), "days_off", DAYS_OFF)
    return pace if days_off == DEFAULT_DAYS_OFF else pace | {"days_off": days_off}


def read_days(data: object) -> int:
    if type(data) is int and data in DAYS_A_TURN:
        return data
    raise Malformed(_("A turn may take {days} days."), days=", ".join(map(str, DAYS_A_TURN)))


def read_bank(data: dict[str, Any]) -> dict[str, Any]:
    """All in hours."""
    if missing := BANK - set(data):
        raise Malformed(_("A time bank has bank, increment and cap: {missing} is missing."), missing=min(missing))
    bank = read_number(data["bank"], "bank", BANK_HOURS)
    cap = read_number(data["cap"], "cap", range(bank, LONGEST_CAP + 1))
    return {"bank": bank, "increment": read_number(data["increment"], "increment", INCREMENT_HOURS), "cap": cap}


def read_number(data: object, key: str, allowed: range) -> int:
    if type(data) is int and data in allowed:
        return data
    raise Malformed(_("{key} is a whole number from {least} to {most}."), key=key, least=allowed[0], most=allowed[-1])


def read_series(data: object, allowed: bool) -> int:
    if data is None:
        return 1
    if type(data) is not int or not 1 <= data <= LONGEST_SERIES:
        raise Malformed(_("A series has up to {most} games."), most=LONGEST_SERIES)
    if data > 1 and not allowed:
        raise Malformed(_("This game is not played in series."))
    return data


def read_client_seed(data: object) -> str:
    if isinstance(data, str) and is_client_seed(data):
        return data
    raise Malformed(_("A client seed is up to 64 printable ASCII characters without |."))
