"""Helpers to read the rows of pipelined statements."""

from collections.abc import Sequence
from datetime import datetime

from balai.database.pipeline.connection import PipelinedConnection
from balai.database.pipeline.large_rows import Row


def read_value(connection: PipelinedConnection, row: Row, column: int) -> bytes:
    """Returns a value that may be large, such as a megabyte of a user's metadata, which arrives in a file."""
    spool = connection.take_spool(column)
    if spool is None:
        return row[column] or b""
    try:
        return b"".join(spool.parts())
    finally:
        spool.close()


def format_timestamp(time: datetime) -> str:
    """A time as PostgreSQL parses it."""
    return time.isoformat()


def first_row(rows: Sequence[Row]) -> Row | None:
    """The only row of a statement that returns one or none."""
    return rows[0] if rows else None
