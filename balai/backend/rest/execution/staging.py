# ruff: noqa: S608 - no name here is anybody's input.
"""Brings the rows of a large body to where one statement finds them all: a table of this transaction alone.

The rows are one INSERT still, with its triggers, its constraints and its `on_conflict`, however many pieces they came
in (docs/decisions/0040-large-bodies-spooled-to-disk.md).
"""

from collections.abc import Sequence

from balai.backend.rest.request.bulk import Bulk
from balai.backend.rest.sql.write import STAGE
from balai.database.pipeline.connection import Bound, PipelinedConnection, Step

# Made before the role is taken on, which need not be allowed to make any. What is in it stays for a moment only:
# compressing it would only take time.
CREATE_STAGE: tuple[Step, ...] = (
    ('CREATE TEMP TABLE "~stage" (rows json) ON COMMIT DROP', ()),
    (f"ALTER TABLE {STAGE} ALTER rows SET STORAGE EXTERNAL", ()),
    (f"GRANT SELECT, INSERT ON {STAGE} TO PUBLIC", ()),
)
_INSERT_CHUNK = f"INSERT INTO {STAGE} VALUES ($1)"


async def stage_rows(connection: PipelinedConnection, steps: Sequence[Step], bulk: Bulk, *, is_plan: bool) -> Step:
    """Begin the transaction and bring the rows. `steps` begin with BEGIN; the last is left to be run.

    Raises:
        DatabaseError: among others, the caller may not run the statement: asked before anything is brought.
        RestError: PGRST102, the body cannot be read.
    """
    begin_step, *prepare, statement = steps
    text, values = statement
    asked = values.values if isinstance(values, Bound) else values
    await connection.run([begin_step, *CREATE_STAGE, *prepare, (text if is_plan else f"EXPLAIN {text}", asked)])
    for chunk in bulk.chunks():
        await connection.run([(_INSERT_CHUNK, (chunk,))])
    return statement
