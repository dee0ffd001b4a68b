"""Words that visitors searched for without finding anything, for those who may publish."""

from datetime import date

from balai.site.loaders.rows import read_row
from balai.site.payloads import Lang, Payload
from balai.site.screens import Page, PageRequest

# A hundred in each language at most.
LIST_TERMS = """
select l.language::text, found.term, found.searches, found.last_day
from unnest(enum_range(null::public.language)) with ordinality as l(language, n)
cross join lateral public.list_empty_searches(l.language) with ordinality as found(term, searches, last_day, place)
order by l.n, found.place
"""


class EmptySearchTerm(Payload, frozen=True):
    """Folded words, how often they found nothing in 90 days, and when last. `language`: of the pages."""

    language: Lang
    term: str
    searches: int
    last_day: date


class AdminSearchesPayload(Payload, frozen=True):
    """By language, the most frequent first. Terms that were searched once or twice are left out."""

    terms: tuple[EmptySearchTerm, ...]


async def load_searches(request: PageRequest) -> Page[AdminSearchesPayload]:
    """The terms of all languages."""
    rows = await request.conn.fetch(LIST_TERMS)
    return Page(AdminSearchesPayload(terms=tuple(read_row(EmptySearchTerm, row) for row in rows)))
