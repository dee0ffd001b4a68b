"""The areas that the caller does not see, cached for the transaction."""

import json

from balai.database.pool import Pool
from balai.database.transaction import as_owner, as_role
from tests.factories.forum import make_forum
from tests.factories.members import make_member

HIDDEN = "select public.hidden_forums()"
BECOME = "select set_config('request.jwt.claims', $1, true)"
EVERYBODY = "00000000-0000-0000-0000-000000000001"
RIGHTS = json.dumps([{"group": EVERYBODY, "rights": ["see", "reply", "create"]}])


async def test_an_answer_is_remembered_for_one_caller_of_a_reading_transaction(pool: Pool) -> None:
    mai, admin = await make_member(pool), await make_member(pool, is_admin=True)
    area = await make_forum(pool)
    async with as_role(pool, admin.caller, read_only=False) as conn:
        # A transaction that writes sees what it changes.
        assert await conn.fetchval(HIDDEN) == []
        await conn.execute("select public.set_area_rights($1, $2)", area, RIGHTS)
        await conn.execute(BECOME, json.dumps({"role": "anon"}))
        assert await conn.fetchval(HIDDEN) == [area]
    async with as_owner(pool) as conn:
        await conn.execute("set transaction read only")
        for claims, hidden in (
            ({"role": "anon"}, [area]),
            ({"role": "authenticated", "sub": str(mai.id)}, []),
            ({"role": "anon"}, [area]),
        ):
            await conn.execute(BECOME, json.dumps(claims))
            for _ in range(2):
                assert await conn.fetchval(HIDDEN) == hidden
            kept = await conn.fetchval("select current_setting('balai.hidden_forums')")
            assert kept == ("{" + ",".join(map(str, hidden)) + "}")
    # The next transaction of the same connection begins without it.
    async with as_role(pool, mai.caller) as conn:
        assert not await conn.fetchval("select coalesce(current_setting('balai.hidden_from', true), '')")
