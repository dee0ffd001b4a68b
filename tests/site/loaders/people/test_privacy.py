"""The desk of requests about data: the first due first, page by page, and the counts that wait."""

from datetime import timedelta

from balai.database.pool import Pool
from balai.database.transaction import as_owner, as_role
from balai.site.loaders.account.security import SecurityPayload
from balai.site.loaders.people.privacy import PAGE_SIZE, AdminPrivacyPayload
from tests.factories.members import Member, make_member
from tests.support.pages import load_page

FILL = """
insert into public.privacy_requests (kind, channel, person_name, person_contact, message, received_on, due_on)
select 'access', 'email', 'Person ' || n, 'p@example.org', 'x', public.today_at_site() - 30,
  public.today_at_site() - 1 + n
from generate_series(0, $1) as n
"""


async def desk(pool: Pool, who: Member, **query: str) -> AdminPrivacyPayload:
    data = (await load_page(pool, "/admin/privacy", who=who, query=query)).data
    assert isinstance(data, AdminPrivacyPayload)
    return data


async def test_requests_are_in_the_order_of_their_due_dates(pool: Pool) -> None:
    ada, mai = await make_member(pool, is_admin=True), await make_member(pool, display_name="Mai")
    assert (await desk(pool, ada)).requests == ()
    async with as_owner(pool) as connection:
        await connection.execute(FILL, PAGE_SIZE)
    first = await desk(pool, ada)
    second = await desk(pool, ada, after=first.next or "")
    days = [request.due_on for page in (first, second) for request in page.requests]
    assert (len(days), days, second.next) == (PAGE_SIZE + 1, sorted(days), None)
    assert [request.is_overdue for request in first.requests[:3]] == [True, False, False]
    async with as_role(pool, mai.caller, read_only=False) as connection:
        request = await connection.fetchval("select public.file_privacy_request('erasure', 'All')")
    async with as_role(pool, ada.caller, read_only=False) as connection:
        await connection.execute("select public.take_privacy_request($1)", request)
    (shown,) = (await desk(pool, ada, state="in_progress")).requests
    assert (shown.person_name, shown.member_id, shown.handled_by) == ("Mai", mai.id, ada.id)
    async with as_role(pool, ada.caller, read_only=False) as connection:
        await connection.execute("select public.close_privacy_request($1, 'refused', 'No')", request)
    assert [one.id for one in (await desk(pool, ada, state="refused")).requests] == [request]
    assert (await desk(pool, ada, member=str(mai.id))).member_name == "Mai"
    own = (await load_page(pool, "/profile/security", who=mai)).data
    assert isinstance(own, SecurityPayload)
    assert [(one.state, one.outcome, one.due_on - one.received_on) for one in own.requests] == [
        ("refused", "No", timedelta(days=21))
    ]
