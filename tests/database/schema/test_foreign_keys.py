"""Foreign keys."""

from balai.database.pool import Pool

WITHOUT_INDEX = """
  select reference.conrelid::regclass::text || ' (' || reference.conname || ')' from pg_constraint as reference
  where reference.contype = 'f' and not exists (
    select from pg_index where indrelid = reference.conrelid and indkey[0] = any(reference.conkey))
"""


async def test_every_foreign_key_has_an_index(pool: Pool) -> None:
    # Deleting a row looks it up in each referencing table.
    assert [row[0] for row in await pool.fetch(WITHOUT_INDEX)] == []
