"""Administration: the site's own interface texts. The originals are in the browser's text bundles."""

from datetime import datetime

from balai.site.loaders.rows import read_row
from balai.site.payloads import Lang, Payload
from balai.site.screens import Page, PageRequest

LIST = """
select w.language as lang, w.key, w.text, w.original, w.changed_at, p.display_name as changed_by
from public.wordings as w left join public.profiles as p on p.id = w.changed_by
order by w.changed_at desc, w.language, w.key
"""


class AdminWording(Payload, frozen=True):
    """`original`: the program's text at the time of the change. `changed_by`: None if that account is deleted."""

    lang: Lang
    key: str
    text: str
    original: str
    changed_at: datetime
    changed_by: str | None


class AdminWordingPayload(Payload, frozen=True):
    wordings: tuple[AdminWording, ...]


async def load_wording(request: PageRequest) -> Page[AdminWordingPayload]:
    """Every wording in every language, last changed first; at most 300 in each."""
    rows = await request.conn.fetch(LIST)
    return Page(AdminWordingPayload(tuple(read_row(AdminWording, row) for row in rows)))
