"""The site's own interface texts: who may write them, what they must keep, and where pages show them."""

import asyncio

import asyncpg
import httpx
import pytest

from balai.database.pool import Pool
from balai.database.transaction import Caller, as_owner, as_role
from tests.factories.members import make_member

ADD = "insert into public.wordings (language, key, text, original) values ($1, $2, $3, $4)"
COUNT = "select count(*) from public.wordings"


async def _add(pool: Pool, caller: Caller, key: str, text: str, original: str, lang: str = "zh") -> None:
    async with as_role(pool, caller, read_only=False) as connection:
        await connection.execute(ADD, lang, key, text, original)


async def _wordings(site: httpx.AsyncClient, lang: str) -> dict[str, str]:
    await asyncio.sleep(0.05)
    wordings: dict[str, str] = (await site.get(f"/{lang}/forum/_payload.json")).json()["site"]["wordings"]
    return wordings


async def test_pages_of_the_language_carry_the_wording_at_once(site: httpx.AsyncClient, pool: Pool) -> None:
    admin = await make_member(pool, is_admin=True)
    assert await _wordings(site, "zh") == {}
    await _add(pool, admin.caller, "forum.title", "街坊", "论坛")
    assert await _wordings(site, "zh") == {"forum.title": "街坊"}
    assert "<title>街坊 · " in (await site.get("/zh/forum")).text, "titles, too"
    assert await _wordings(site, "vi") == {}
    await pool.execute("delete from public.wordings")
    assert await _wordings(site, "zh") == {}


async def test_wordings_that_an_upgrade_made_useless_are_ignored(site: httpx.AsyncClient, pool: Pool) -> None:
    admin = await make_member(pool, is_admin=True)
    await _add(pool, admin.caller, "was.removed", "No longer", "There", lang="en")
    # The text that is now under this key has a value.
    await _add(pool, admin.caller, "notifications.account", "Yours", "Mine", lang="en")
    await _add(pool, admin.caller, "nav.forum", "Square", "An earlier original", lang="en")
    assert await _wordings(site, "en") == {"nav.forum": "Square"}


@pytest.mark.parametrize(
    ("key", "text", "original"),
    [
        ("nav.forum", "", "Forum"),
        ("nav.forum", "  ", "Forum"),
        ("nav.forum", "up\u202eside", "Forum"),
        ("nav.forum", "x" * 1001, "Forum"),
        ("nav forum", "Square", "Forum"),
        ("", "Square", "Forum"),
        ("book.places_other", "places", "{{count}} places"),
        ("book.places_other", "{{count}} of {{all}}", "{{count}} places"),
        ("book.places_other", "{{ number }} places", "{{count}} places"),
    ],
)
async def test_invalid_wordings_are_rejected(pool: Pool, key: str, text: str, original: str) -> None:
    admin = await make_member(pool, is_admin=True)
    with pytest.raises(asyncpg.CheckViolationError):
        await _add(pool, admin.caller, key, text, original)


async def test_values_may_stand_in_another_order(pool: Pool) -> None:
    admin = await make_member(pool, is_admin=True)
    await _add(pool, admin.caller, "some.text", "{{b}} {{ a }} {{b}}", "{{a}} and {{b}}")


async def test_others_write_nothing(pool: Pool) -> None:
    member = await make_member(pool)
    for caller in (member.caller, Caller.anonymous()):
        with pytest.raises(asyncpg.InsufficientPrivilegeError):
            await _add(pool, caller, "nav.forum", "Mine", "Forum")
    async with as_owner(pool) as connection:
        assert await connection.fetchval(COUNT) == 0


async def test_a_language_has_at_most_300_also_under_simultaneous_writes(pool: Pool) -> None:
    admin = await make_member(pool, is_admin=True)
    fill = "insert into public.wordings (language, key, text, original) select 'zh', 'key' || n, 'a', 'b'"
    await pool.execute(f"{fill} from generate_series(1, 297) as n")
    adds = (_add(pool, admin.caller, f"another.{number}", "a", "b") for number in range(6))
    outcomes = await asyncio.gather(*adds, return_exceptions=True)
    assert sum(isinstance(outcome, asyncpg.PostgresError) for outcome in outcomes) == 3
    async with as_owner(pool) as connection:
        assert await connection.fetchval(COUNT) == 300
