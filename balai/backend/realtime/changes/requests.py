"""Parses one entry of a join's `postgres_changes`, and assigns its identifier (contract 4 and 9.2)."""

from collections.abc import Mapping, Sequence
from typing import Any
from zlib import crc32

import msgspec

from balai.backend.realtime.changes.filters import Filter, FilterError, parse_filter

EVENTS = {"INSERT", "UPDATE", "DELETE"}
# Identifiers are 1 to 2^27 - 1.
MAX_ID = 2**27 - 1
# Comparisons of all entries of a channel. Each one runs for each change of its table, while other subscribers wait.
MAX_COMPARISONS = 200
MAX_NAME = 63
NO_WILDCARDS = (
    "Column selection is not supported for wildcard subscriptions. Provide an explicit schema and table name."
)


class ChangeRequestError(ValueError):
    """The entry is invalid or cannot be served; the client receives the message."""


class ChangeRequest(msgspec.Struct, frozen=True):
    """One requested subscription. `*` means all; `select` is None for all columns."""

    event: str
    schema: str
    table: str
    filters: tuple[Filter, ...] = ()
    select: tuple[str, ...] | None = None

    @property
    def description(self) -> str:
        """The form in system messages."""
        filters = ", ".join(part.description for part in self.filters)
        select = "nil" if self.select is None else msgspec.json.encode(self.select).decode()
        return (
            f"[event: {self.event}, schema: {self.schema}, table: {self.table}, filters: [{filters}], select: {select}]"
        )


def parse_request(raw: object) -> ChangeRequest:
    """Parses one entry. Raises ChangeRequestError."""
    if not isinstance(raw, Mapping):
        raise ChangeRequestError(_missing_parameters(raw))
    schema, table = _name(raw, "schema"), _name(raw, "table")
    if schema is None and table is None:
        raise ChangeRequestError(_missing_parameters(raw))
    event = str(raw.get("event") or "*").upper()
    schema, table = schema or "public", table or "*"
    is_explicit = "*" not in (schema, table)
    filters, select = _filters(raw), _select(raw)
    if select is not None and not is_explicit:
        raise ChangeRequestError(NO_WILDCARDS)
    item = ChangeRequest(event if event in EVENTS else "*", schema, table, filters, select)
    if filters and not is_explicit:
        raise ChangeRequestError(exception_text(item, "Filters need an explicit schema and table"))
    return item


def assign_ids(entries: Sequence[object]) -> list[int]:
    """Returns an id for each entry: equal entries get equal ids on every node, and ids are unique within a channel."""
    ids: dict[int, None] = {}
    for raw in entries:
        number = crc32(msgspec.json.encode(raw, order="deterministic")) % MAX_ID + 1
        while number in ids:
            number = number % MAX_ID + 1
        ids[number] = None
    return list(ids)


def exception_text(item: ChangeRequest, why: str) -> str:
    """Returns the system message for a request that the database rejected."""
    return (
        "Unable to subscribe to changes with given parameters. An exception happened so please check your connect "
        f"parameters: {item.description}. Exception: ERROR P0001 (raise_exception) {why}"
    )


def _missing_parameters(raw: object) -> str:
    entry = msgspec.json.encode(raw).decode()
    return f"No subscription params provided. Please provide at least a `schema` or `table` to subscribe to: {entry}"


def _name(raw: Mapping[Any, Any], key: str) -> str | None:
    value = raw.get(key)
    if value is None or value == "":
        return None
    if not isinstance(value, str) or len(value.encode("utf-8", "replace")) > MAX_NAME or "\0" in value:
        raise ChangeRequestError(_missing_parameters(raw))
    return value


def _filters(raw: Mapping[Any, Any]) -> tuple[Filter, ...]:
    value = raw.get("filter")
    if value is None:
        return ()
    if not isinstance(value, str) or "\0" in value:
        raise ChangeRequestError(f"Error parsing `filter` params: {msgspec.json.encode([value]).decode()}")
    try:
        return parse_filter(value)
    except FilterError as error:
        raise ChangeRequestError(str(error)) from error


def _select(raw: Mapping[Any, Any]) -> tuple[str, ...] | None:
    value = raw.get("select")
    if value is None:
        return None
    if isinstance(value, str):
        value = [part.strip() for part in value.split(",")]
    if not isinstance(value, Sequence) or not all(isinstance(name, str) for name in value) or len(value) > 1600:
        raise ChangeRequestError(f"invalid column for select {msgspec.json.encode(value).decode()}")
    # An empty selection means all columns.
    return tuple(dict.fromkeys(value)) or None
