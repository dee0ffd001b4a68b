"""Approximate location of IP addresses, from a MaxMind DB file such as GeoLite2 City or DB-IP City Lite.

The file is opened for each lookup: a replaced file takes effect at once, and no memory of its size is held. It is read,
not memory-mapped: truncating a mapped file would crash the worker. No other service is queried.
"""

from typing import Any

import maxminddb
import msgspec
import structlog

from balai.errors import StartError

READ_ERRORS = (OSError, ValueError, maxminddb.InvalidDatabaseError)
MAX_TEXT_LENGTH = 100

log = structlog.get_logger("balai.auth.geoip")


class Location(msgspec.Struct, frozen=True, omit_defaults=True):
    """Approximate location of an address. `city` is its name, in the requested language if available.

    `country` is the ISO 3166-1 alpha-2 code; clients translate it.
    """

    city: str = ""
    country: str = ""


def check_file(path: str) -> str:
    """Returns the path of the file, empty for none. Raises StartError if it cannot be read."""
    if not path:
        return ""
    try:
        maxminddb.open_database(path, maxminddb.MODE_FILE).close()
    except READ_ERRORS as error:
        raise StartError(f"BALAI_GEOIP_FILE={path}: {error}") from error
    return path


def find_locations(path: str, addresses: set[str], language: str) -> dict[str, Location]:
    """Returns the locations of the addresses that the file contains. An unreadable file contains none."""
    try:
        with maxminddb.open_database(path, maxminddb.MODE_FILE) as reader:
            found = {address: _location_of(_look_up(reader, address), language) for address in addresses}
    except READ_ERRORS as error:
        log.warning("geoip_file_unreadable", path=path, error=str(error))
        return {}
    return {address: location for address, location in found.items() if location != Location()}


def _look_up(reader: maxminddb.Reader, address: str) -> Any:
    if ":" in address and reader.metadata().ip_version == 4:
        return None
    return reader.get(address)


def _location_of(record: Any, language: str) -> Location:
    """Reads the location from a record, in which any field may be missing or of another type."""
    country = _text(_field(_field(record, "country"), "iso_code"))
    names = _field(_field(record, "city"), "names")
    return Location(_name(names, language), country if len(country) == 2 and country.isascii() else "")


def _name(names: Any, language: str) -> str:
    if not isinstance(names, dict):
        return ""
    # Chinese is stored as zh-CN.
    regional = [name for name in names if language and name.startswith(f"{language}-")]
    return next((text for name in (language, *regional, "en", *names) if (text := _text(names.get(name)))), "")


def _field(value: Any, name: str) -> Any:
    return value.get(name) if isinstance(value, dict) else None


def _text(value: Any) -> str:
    return (
        "".join(character for character in value if character.isprintable())[:MAX_TEXT_LENGTH]
        if isinstance(value, str)
        else ""
    )
