"""A change of the lexemes comes with a new version of the rules, so that existing entries are written again."""

import hashlib

from balai.database.pool import Pool
from tests.database.search.quality import LANGUAGES, read_set

# The version and a digest of the lexemes of all texts in `quality_sets/`. After a change of search.terms or of the
# tables that it reads, raise search.rules_version and replace both.
RULES = (2, "acaa8f417933a742")
TERMS = "select search.terms($1, $2, $3::text::public.language)::text"


async def test_changed_lexemes_have_a_new_version(pool: Pool) -> None:
    digest = hashlib.sha256()
    async with pool.acquire() as connection:
        for language in LANGUAGES:
            for title, body in read_set(language).texts[:40]:
                terms = await connection.fetchval(TERMS, title, body, "en" if language == "mixed" else language)
                digest.update(terms.encode())
        version = await connection.fetchval("select search.rules_version()")
    assert (version, digest.hexdigest()[:16]) == RULES
