"""Incidents with personal data: their order, the drafts in each language, the people page by page, and the acts."""

from uuid import UUID, uuid4

import pytest

from balai.database.pool import Pool
from balai.database.transaction import as_owner, as_role
from balai.site.loaders.people.incidents import PEOPLE_ON_PAGE, AdminIncidentPayload, AdminIncidentsPayload
from balai.site.screens import NotFound
from tests.factories.members import Member, make_member
from tests.support.pages import load_page

SAVE = "select public.save_incident($1, $2, 'A laptop was stolen.', now() - $3::text::interval)"
LIST = "select public.list_incident_people($1, '{profile,email}', 'everybody')"
GUESTS = """
insert into public.guests (name, email, language)
select 'Guest ' || n, n || '@example.org', 'ms' from generate_series(1, $1) as n
"""


async def act(pool: Pool, who: Member, statement: str, *values: object) -> None:
    async with as_role(pool, who.caller, read_only=False) as connection:
        await connection.execute(statement, *values)


async def incidents(pool: Pool, who: Member, **query: str) -> list[str]:
    data = (await load_page(pool, "/admin/incidents", who=who, query=query)).data
    assert isinstance(data, AdminIncidentsPayload)
    return [incident.title for incident in data.incidents]


async def one(pool: Pool, who: Member, incident: UUID, **query: str) -> AdminIncidentPayload:
    data = (await load_page(pool, f"/admin/incidents/{incident}", who=who, query=query)).data
    assert isinstance(data, AdminIncidentPayload)
    return data


async def test_an_incident_from_the_record_to_the_list(pool: Pool) -> None:
    ada, mai = await make_member(pool, is_admin=True, display_name="Ada"), await make_member(pool, language="vi")
    first, second = uuid4(), uuid4()
    await act(pool, ada, SAVE, second, "Phone", "1 hour")
    await act(pool, ada, SAVE, first, "Laptop", "3 hours")
    assert await incidents(pool, ada) == ["Laptop", "Phone"]
    shown = await one(pool, ada, first)
    assert (shown.incident.listed_at, shown.incident.total, shown.people) == (None, 0, ())
    assert [text.language for text in shown.notices] == ["en", "zh", "ms", "vi"]
    assert all("A laptop was stolen." in text.body and not text.is_saved for text in shown.notices)
    async with as_owner(pool) as connection:
        await connection.execute(GUESTS, PEOPLE_ON_PAGE)
    await act(pool, ada, LIST, first)
    await act(pool, ada, "select public.save_incident_text($1, 'vi', 'Về dữ liệu', 'Xin chào')", first)
    shown = await one(pool, ada, first)
    after = await one(pool, ada, first, after=shown.next or "")
    ids = [person.id for page in (shown, after) for person in page.people]
    assert (len(ids), ids, after.next) == (PEOPLE_ON_PAGE + 2, sorted(ids), None)
    assert [(kind.kind, kind.count) for kind in shown.incident.by_kind] == [
        ("profile", PEOPLE_ON_PAGE + 2),
        ("email", PEOPLE_ON_PAGE + 2),
    ]
    texts = {text.language: text for text in shown.notices}
    assert (texts["vi"].body, texts["vi"].emails, texts["ms"].emails) == ("Xin chào", 1, PEOPLE_ON_PAGE)
    assert "电子" not in texts["zh"].body
    assert "姓名和个人资料、邮箱地址" in texts["zh"].body
    assert all(str(PEOPLE_ON_PAGE + 2) in report.body for report in shown.reports)
    await act(pool, ada, "select public.report_incident($1)", first)
    await act(pool, ada, "select public.close_incident($1)", first)
    assert await incidents(pool, ada) == ["Phone"]
    assert await incidents(pool, ada, state="closed") == ["Laptop"]
    steps = [step.step for step in (await one(pool, ada, first)).acts]
    assert steps == ["closed", "reported", "text", "listed", "recorded"]
    # Not of staff without the right, and none that is missing.
    assert await incidents(pool, mai) == []
    for who, incident in ((mai, first), (ada, uuid4())):
        with pytest.raises(NotFound):
            await one(pool, who, incident)
