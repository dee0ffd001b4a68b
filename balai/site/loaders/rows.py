"""Builds a struct from a row by the names of its columns. The database has typed the values already."""

from collections.abc import Callable, Mapping
from functools import cache
from operator import itemgetter
from typing import Any, TypeVar

import asyncpg
import msgspec

S = TypeVar("S", bound=msgspec.Struct)


def read_row(kind: type[S], row: asyncpg.Record | Mapping[str, Any]) -> S:
    """The struct whose fields are columns of the row. Other columns are ignored. KeyError: a column is missing."""
    return kind(*_reader(kind)(row))


@cache
def _reader(kind: type[msgspec.Struct]) -> Callable[[Any], tuple[Any, ...]]:
    """Reads all fields in one call: half the time of a dictionary, which matters for a week of slots."""
    names = kind.__struct_fields__
    if len(names) == 1:
        return lambda row: (row[names[0]],)
    return itemgetter(*names)
