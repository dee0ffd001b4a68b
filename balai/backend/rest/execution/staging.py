# ruff: noqa: S608 - no name here comes from a request.
"""Loads the rows of a large body into a temporary table of the transaction, for one statement to read.

The rows are still one INSERT, with its triggers, constraints and `on_conflict`, however many chunks they came in
(docs/decisions/0040-large-bodies-spooled-to-disk.md).
"""

from collections.abc import Sequence

from balai.backend.rest.request.bulk import Bulk
from balai.backend.rest.sql.write import STAGE
from balai.database.pipeline.connection import Bound, PipelinedConnection, Step

# Created before the role is set, since that role need not be allowed to create tables. The data lives for a moment
# only, so compressing it would waste time.
CREATE_STAGE: tuple[Step, ...] = (
    ('CREATE TEMP TABLE "~stage" (rows json) ON COMMIT DROP', ()),
    (f"ALTER TABLE {STAGE} ALTER rows SET STORAGE EXTERNAL", ()),
    (f"GRANT SELECT, INSERT ON {STAGE} TO PUBLIC", ()),
)
_INSERT_CHUNK = f"INSERT INTO {STAGE} VALUES ($1)"


async def stage_rows(connection: PipelinedConnection, steps: Sequence[Step], bulk: Bulk, *, is_plan: bool) -> Step:
    """Begins the transaction and loads the rows.

    `steps` begin with BEGIN; the last one is returned, still to be run.

    Raises:
        DatabaseError: among others, the caller may not run the statement; checked before any row is loaded.
        RestError: PGRST102, the body cannot be parsed.
    """
    begin_step, *prepare, statement = steps
    text, values = statement
    statement_values = values.values if isinstance(values, Bound) else values
    await connection.run(
        [begin_step, *CREATE_STAGE, *prepare, (text if is_plan else f"EXPLAIN {text}", statement_values)]
    )
    for chunk in bulk.chunks():
        await connection.run([(_INSERT_CHUNK, (chunk,))])
    return statement
