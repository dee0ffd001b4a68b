"""Changes of settings are recorded with their author in the same transaction, and stay."""

import asyncpg
import pytest

from balai.database.pool import Pool
from balai.database.transaction import as_owner, as_role
from balai.site.loaders.admin.settings import DEFAULTS, PARTS, AdminSettingsPayload
from tests.factories.members import make_member
from tests.journeys.texts import words_in
from tests.support.pages import load_page

LIST = "select setting, language::text, before::text, after::text, changed_by from public.setting_changes order by id"


async def test_each_changed_column_is_recorded(pool: Pool) -> None:
    ada = await make_member(pool, is_admin=True)
    async with as_role(pool, ada.caller, read_only=False) as conn:
        await conn.execute("update public.site_settings set preset = 'senja', time_zone = time_zone")
        await conn.execute("update public.site_texts set name = 'Balai Kita' where language = 'ms'")
        rows = [tuple(row) for row in await conn.fetch(LIST)]
    assert rows == [
        ("preset", None, '"teduh"', '"senja"', ada.id),
        ("name", "ms", '""', '"Balai Kita"', ada.id),
    ]


async def test_the_record_stays(pool: Pool) -> None:
    ada = await make_member(pool, is_admin=True)
    async with as_role(pool, ada.caller, read_only=False) as conn:
        await conn.execute("update public.site_settings set preset = 'senja'")
    for statement in ("update public.setting_changes set setting = 'x'", "delete from public.setting_changes"):
        with pytest.raises(asyncpg.InsufficientPrivilegeError):
            async with as_role(pool, ada.caller, read_only=False) as conn:
                await conn.execute(statement)
        with pytest.raises(asyncpg.InsufficientPrivilegeError):
            async with as_owner(pool) as conn:
                await conn.execute(statement)
    async with as_owner(pool) as conn:
        await conn.execute("delete from auth.users where id = $1", ada.id)
        assert await conn.fetchval("select changed_by from public.setting_changes") is None


async def test_members_see_and_restore_nothing(pool: Pool) -> None:
    ada, mai = await make_member(pool, is_admin=True), await make_member(pool)
    async with as_role(pool, ada.caller, read_only=False) as conn:
        await conn.execute("update public.site_settings set preset = 'senja'")
    async with as_role(pool, mai.caller, read_only=False) as conn:
        assert await conn.fetch(LIST) == []
        with pytest.raises(asyncpg.InsufficientPrivilegeError):
            await conn.execute("select public.restore_setting('preset')")
    async with as_owner(pool) as conn:
        assert await conn.fetchval("select preset from public.site_settings") == "senja"


async def test_a_change_is_undone_and_a_default_restored(pool: Pool) -> None:
    ada = await make_member(pool, is_admin=True)
    async with as_role(pool, ada.caller, read_only=False) as conn:
        await conn.execute("update public.site_settings set preset = 'senja', languages = '{vi,en}'")
        await conn.execute("update public.site_settings set preset = 'pagi'")
    settings = (await load_page(pool, "/admin/settings", who=ada)).data
    assert isinstance(settings, AdminSettingsPayload)
    preset = next(setting for setting in settings.settings if setting.name == "preset")
    assert (preset.value, preset.before, preset.changed_by) == ("pagi", "senja", ada.display_name)
    async with as_role(pool, ada.caller, read_only=False) as conn:
        await conn.execute("select public.restore_setting('preset', $1)", preset.change_id)
        assert await conn.fetchval("select preset from public.site_settings") == "senja"
        await conn.execute("select public.restore_setting('languages')")
        assert await conn.fetchval("select languages::text from public.site_settings") == "{en,zh,ms,vi}"
        with pytest.raises(asyncpg.PostgresError, match="No such setting"):
            await conn.execute("select public.restore_setting('no_such_column')")


async def test_every_setting_is_listed_with_its_default_and_texts(pool: Pool) -> None:
    ada = await make_member(pool, is_admin=True)
    async with as_owner(pool) as conn:
        # The template of the tests has neither.
        await conn.execute("update public.site_settings set limits_newcomers = default, post_gap_seconds = default")
        columns = await conn.fetchval(
            "select array_agg(key) from jsonb_object_keys((select to_jsonb(s) from public.site_settings as s)) as key"
        )
    assert set(columns) - {"only_row", "updated_at"} - PARTS == set(DEFAULTS)
    settings = (await load_page(pool, "/admin/settings", who=ada)).data
    assert isinstance(settings, AdminSettingsPayload)
    assert [one.name for one in settings.settings if one.value != one.default] == []
    words = words_in("vi")
    assert all(words(f"admin.settings.{name}") and words(f"admin.settings.{name}.effect") for name in DEFAULTS)
