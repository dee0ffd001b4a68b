"""Builds a struct from a row by the names of its columns. The database has typed the values already."""

from collections.abc import Mapping
from typing import Any, TypeVar

import asyncpg
import msgspec

S = TypeVar("S", bound=msgspec.Struct)


def read_row(kind: type[S], row: asyncpg.Record | Mapping[str, Any]) -> S:
    """The struct whose fields are columns of the row. Other columns are ignored. KeyError: a column is missing."""
    return kind(**{name: row[name] for name in kind.__struct_fields__})
