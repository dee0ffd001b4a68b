"""How long data stays is a setting: the cleanup keeps younger rows, deletes older ones, and none where it is 0."""

import asyncpg
import pytest

from balai.database.pool import Pool
from balai.database.transaction import as_owner, as_role
from balai.jobs.cleanup import clean_up
from balai.jobs.unused_uploads import remove_unused_uploads
from balai.site.loaders.admin.settings import AdminSettingsPayload
from tests.factories.members import make_member
from tests.support.pages import load_page

# Rows of a setting that are {age} days old; $1 is a member.
ADD = {
    "notice_days": "insert into public.notifications (member_id, kind, path, created_at, read_at)"
    " values ($1, 'reply', '/x', now() - interval '400 days', now() - interval '{age} days')",
    "search_days": "insert into search.empty_searches (day, language, term)"
    " select (now() at time zone 'utc')::date - {age}, 'en', 'term {age}' where $1::uuid is not null",
    "file_days": "insert into storage.objects (bucket_id, name, created_at, last_accessed_at) values ('pictures',"
    " $1::uuid || '/{age}.webp', now() - interval '400 days', now() - interval '{age} days')",
    "draft_days": "insert into public.drafts (user_id, place, content, updated_at)"
    " values ($1, 'post:{age}', '[]', now() - interval '{age} days')",
    "message_days": "insert into public.messages (member_id, name, email, language, body, handled_at)"
    " values ($1, 'A guest', 'guest@example.org', 'en', 'Hello', now() - interval '{age} days')",
}
COUNT = {
    "notice_days": "select count(*) from public.notifications",
    "search_days": "select count(*) from search.empty_searches",
    "file_days": "select count(*) from storage.objects",
    "draft_days": "select count(*) from public.drafts",
    "message_days": "select count(*) from public.messages",
}
ALWAYS = {"draft_days", "message_days"}
SET = "update public.site_settings set {} = $1"


async def clean(pool: Pool) -> None:
    await clean_up(pool, has_site=True)
    await remove_unused_uploads(pool)


@pytest.mark.parametrize("setting", ADD)
async def test_each_period_is_kept(pool: Pool, setting: str) -> None:
    mai, ada = await make_member(pool), await make_member(pool, is_admin=True)
    async with as_owner(pool) as conn:
        for age in (59, 61, 366):
            await conn.execute(ADD[setting].format(age=age), mai.id)
    # The default of files is 30 days: it would leave none for the other periods.
    default = [] if setting == "file_days" else [(None, 3 if setting in ALWAYS else 2)]
    for days, expected in (*default, (60, 1), (30, 0)):
        if days is not None:
            async with as_role(pool, ada.caller, read_only=False) as conn:
                await conn.execute(SET.format(setting), days)
        await clean(pool)
        async with as_owner(pool) as conn:
            assert await conn.fetchval(COUNT[setting]) == expected, days
    page = (await load_page(pool, "/admin/settings", who=ada)).data
    assert isinstance(page, AdminSettingsPayload)
    shown = next(one for one in page.settings if one.name == setting)
    assert (shown.value, shown.before, shown.changed_by) == (30, 60, ada.display_name)


async def test_longer_periods_keep_more(pool: Pool) -> None:
    mai = await make_member(pool)
    async with as_owner(pool) as conn:
        for setting, statement in ADD.items():
            await conn.execute(statement.format(age=200), mai.id)
            await conn.execute(SET.format(setting), 365)
    await clean(pool)
    async with as_owner(pool) as conn:
        assert [await conn.fetchval(count) for count in COUNT.values()] == [1] * len(COUNT)


@pytest.mark.parametrize("setting", ADD)
async def test_bounds_and_rights(pool: Pool, setting: str) -> None:
    mai, ada = await make_member(pool), await make_member(pool, is_admin=True)
    for days in (-1, 1, 4000, *(() if setting in ALWAYS else (0,))):
        with pytest.raises(asyncpg.CheckViolationError):
            async with as_role(pool, ada.caller, read_only=False) as conn:
                await conn.execute(SET.format(setting), days)
    async with as_role(pool, mai.caller, read_only=False) as conn:
        assert await conn.execute(SET.format(setting), 60) == "UPDATE 0"
