"""Short cuts to the database: what is asked all day goes there and back in one message."""

from collections.abc import Sequence
from datetime import datetime

from balai.database.pipeline.connection import PipelinedConnection
from balai.database.pipeline.large_rows import Row


def read_value(connection: PipelinedConnection, row: Row, column: int) -> bytes:
    """A value that may be large: a megabyte of what members say about themselves comes through a file."""
    spool = connection.take_spool(column)
    if spool is None:
        return row[column] or b""
    try:
        return b"".join(spool.parts())
    finally:
        spool.close()


def format_timestamp(time: datetime) -> str:
    """A time as PostgreSQL reads it."""
    return time.isoformat()


def first_row(rows: Sequence[Row]) -> Row | None:
    """The row of a statement that gives one or none."""
    return rows[0] if rows else None
