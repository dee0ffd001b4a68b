"""Limits the bytes that one statement may aggregate, while it aggregates them.

An embed of many rows multiplies those of its parent: four levels of 1000 rows are 10^12. A limit on the finished body
comes too late, because PostgreSQL holds the aggregates of all levels in memory before that.

Two checks work together:

- Each aggregate adds the sizes of its rows to an interval. The unit is chosen so that the limit is the largest
  interval; the row that exceeds it raises 22008. This needs no state outside the aggregate and allows parallel plans.
  The rows are JSON texts already: a stored value can be compressed to a hundredth of its size.
- The finished aggregates of all embeds add their sizes to one setting of the transaction. A nested embed is copied into
  each level above it and counts there too. Small aggregates are not counted: `ByteLimit.uncounted` is so low that all
  of them together stay within the limit, and reading one page of rows does not pay for the check.
"""

from collections.abc import Sequence

from balai.backend.rest.plan.nodes import ByteLimit

# Converting this text to a number raises 22P02 with the text in the message.
TOO_LARGE = "balai: response too large"
_COUNTER = "balai.embedded_bytes"
_MAX_INTERVAL_US = 2**63 - 1


def check_rows(size: str, max_bytes: int | None) -> str:
    """Writes the HAVING clause that limits the rows of a response by the size of each; empty without a limit."""
    return f" HAVING count(*) = 0 OR {_sum_of_rows(size, max_bytes)}" if max_bytes is not None else ""


def check_embed(row_size: str, aggregates: Sequence[str], limit: ByteLimit | None) -> str:
    """Writes the HAVING clause of an embed of many rows, which returns no row if there are none."""
    present = " HAVING count(*) > 0"
    if limit is None:
        return present
    size = " + ".join(f"pg_column_size({aggregate})" for aggregate in aggregates)
    total = f"coalesce(nullif(current_setting('{_COUNTER}', true), ''), '0')::bigint + {size}"
    counted = f"set_config('{_COUNTER}', ({total})::text, true)::bigint <= {limit.max_bytes}"
    return (
        f"{present} AND {_sum_of_rows(row_size, limit.max_bytes)}"
        f" AND CASE WHEN {size} <= {limit.uncounted} THEN true WHEN {counted} THEN true ELSE {_fail(size)} END"
    )


def _sum_of_rows(size: str, max_bytes: int) -> str:
    unit = _MAX_INTERVAL_US // (max_bytes + 1)
    return f"sum({size} * interval '{unit} microseconds') IS NOT NULL"


def _fail(size: str) -> str:
    # Not a constant, which the planner would convert, and fail, at once.
    return f"('{TOO_LARGE}, ' || ({size}))::bigint IS NULL"


def is_too_large(state: str, message: str) -> bool:
    """Whether a database error is one of these checks."""
    return (state == "22P02" and TOO_LARGE in message) or (state == "22008" and message == "interval out of range")
