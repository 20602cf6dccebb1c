"""Due dates and times of submission as people write them, such as `2026-03-01 23:59 Europe/Berlin`."""

from collections.abc import Callable
from datetime import UTC, datetime, tzinfo
from typing import Final
from zoneinfo import ZoneInfo

from pacman.errors import cut_off

Reader = Callable[[str, tzinfo | None], datetime]

EXPECTED: Final = "a date and a time such as 2026-03-01 23:59"
WITH_ZONE: Final = f"{EXPECTED} Europe/Berlin or 2026-03-01T23:59+01:00"
MOST_SIGNS: Final = 40  # of a text in a message


def read_due(text: str, zone: tzinfo | None = None) -> datetime:
    """Return a due date; a time that occurs twice when clocks change is the later one. Raise ValueError for no date.

    zone: that of a date without one; None means that the date must have one.
    """
    return _read(text, zone, "due date", fold=1)


def read_time(text: str, zone: tzinfo | None = None) -> datetime:
    """Return a time of submission; a time that occurs twice when clocks change is the earlier one."""
    return _read(text, zone, "time", fold=0)


def time_text(time: datetime) -> str:
    """Return a time with its zone, as `read_due` reads it; seconds only if there are any."""
    plain = time.strftime("%Y-%m-%d %H:%M:%S").removesuffix(":00")
    if isinstance(time.tzinfo, ZoneInfo):
        return f"{plain} {time.tzinfo.key}"
    return f"{plain}{time.isoformat()[-len('+00:00') :]}" if time.utcoffset() else f"{plain} UTC"


def _read(text: str, zone: tzinfo | None, what: str, fold: int) -> datetime:
    shown = repr(cut_off(text, MOST_SIGNS))
    expected = EXPECTED if zone else WITH_ZONE
    date, _, name = text.strip().rpartition(" ")
    if not name[:1].isalpha():  # 23:59 or 23:59+01:00
        date, name = text.strip(), ""
    try:
        time = datetime.fromisoformat(date)
    except ValueError:
        time = None
    if time is None or ":" not in date or (name and time.tzinfo):
        raise ValueError(f"{shown} is not a {what}; expected {expected}")
    if name:
        zone = _zone(name, shown)
    if time.tzinfo is None:
        if zone is None:
            raise ValueError(f"{shown} has no time zone; expected {WITH_ZONE}")
        time = time.replace(tzinfo=zone, fold=fold)
    return time


def _zone(name: str, shown: str) -> tzinfo:
    if name in ("UTC", "Z"):
        return UTC
    try:
        return ZoneInfo(name)
    except (ValueError, OSError, KeyError) as error:  # ZoneInfoNotFoundError is a KeyError
        raise ValueError(
            f"{shown}: unknown time zone {name!r}; expected one such as Europe/Berlin (on Windows, install tzdata) "
            "or an offset such as +01:00"
        ) from error
