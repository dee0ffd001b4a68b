"""Key pairs in the database: created once, encrypted, rotated without a sign-out, loaded by every process."""

import asyncio
import time
from collections.abc import AsyncIterator
from datetime import timedelta

import pytest

from balai.database.pool import Pool, open_pool
from balai.database.transaction import as_owner
from balai.security.signing_keys import (
    ACTIVATION_DELAY,
    KeyRingListener,
    ensure_signing_key,
    read_pairs,
    record_token_lifetime,
    rotate,
)
from balai.security.tokens import KeyRing, TokenError
from tests.site.render.test_table_versions import becomes_true

SECRET = "a secret of the tests that is long enough to be one"
CLAIMS = {"sub": "mei"}


@pytest.fixture
async def keys(backend_database: str) -> AsyncIterator[Pool]:
    pool = await open_pool(backend_database, size=4)
    yield pool
    await pool.close()


async def ensure(pool: Pool, secret: str = SECRET) -> None:
    async with as_owner(pool) as connection:
        await ensure_signing_key(connection, secret)


async def test_nodes_that_start_together_create_one_key(keys: Pool) -> None:
    await asyncio.gather(*(ensure(keys) for _ in range(4)))
    assert await keys.fetchval("select count(*) from auth.signing_keys") == 1


async def test_database_alone_cannot_sign(keys: Pool) -> None:
    await ensure(keys)
    async with as_owner(keys) as connection:
        (mine,) = await read_pairs(connection, SECRET)
        (foreign,) = await read_pairs(connection, "another secret that is long enough to be one")
    assert mine.private is not None and foreign.private is None
    sealed = await keys.fetchval("select private_key from auth.signing_keys")
    assert mine.private.as_dict(private=True)["d"] not in sealed
    for role in ("anon", "authenticated", "service_role"):
        assert not await keys.fetchval("select has_any_column_privilege($1, 'auth.signing_keys', 'select')", role)


async def test_another_secret_creates_another_key(keys: Pool) -> None:
    await ensure(keys)
    await ensure(keys, "another secret that is long enough to be one")
    assert await keys.fetchval("select count(*) from auth.signing_keys") == 2


async def test_rotation_keeps_the_old_key_until_its_last_token_expires(keys: Pool) -> None:
    await ensure(keys)
    async with as_owner(keys) as connection:
        kid = await rotate(connection, SECRET)
        old, new = await read_pairs(connection, SECRET)
    assert new.kid == kid and new.verifies_until == float("inf")
    assert new.signs_from == pytest.approx(time.time() + ACTIVATION_DELAY.total_seconds(), abs=30)
    assert old.verifies_until == pytest.approx(new.signs_from + timedelta(minutes=65).total_seconds(), abs=0.001)


async def test_old_key_is_kept_for_the_longest_lifetime_in_use(keys: Pool) -> None:
    await ensure(keys)
    async with as_owner(keys) as connection:
        for seconds in (3600, 86400, 60):
            await record_token_lifetime(connection, seconds)
        assert await connection.fetchval("select auth.max_token_age()") == timedelta(days=1, minutes=5)
        await rotate(connection, SECRET)
        old, new = await read_pairs(connection, SECRET)
        assert old.verifies_until == pytest.approx(new.signs_from + 86400 + 300, abs=0.001)
        await connection.execute("update auth.access_token_lifetimes set replaced_at = replaced_at - interval '2 days'")
        await record_token_lifetime(connection, 60)
        assert await connection.fetchval("select auth.max_token_age()") == timedelta(minutes=6)


async def test_second_rotation_does_not_extend_the_old_key(keys: Pool) -> None:
    await ensure(keys)
    async with as_owner(keys) as connection:
        await rotate(connection, SECRET)
        first = (await read_pairs(connection, SECRET))[0].verifies_until
    async with as_owner(keys) as connection:
        await rotate(connection, SECRET, "RS256")
        pairs = await read_pairs(connection, SECRET)
    assert pairs[0].verifies_until == first and [pair.algorithm for pair in pairs].count("RS256") == 1


async def test_running_process_rejects_a_leaked_key_at_once(keys: Pool, backend_database: str) -> None:
    await ensure(keys)
    ring = KeyRing(SECRET)
    keeper = KeyRingListener(backend_database, ring, SECRET)
    await keeper.start()
    token = ring.sign(CLAIMS)
    assert ring.verify(token) == CLAIMS
    async with as_owner(keys) as connection:
        await rotate(connection, SECRET, at_once=True)

    def is_rejected() -> bool:
        try:
            ring.verify(token)
        except TokenError as error:
            return error.reason == "key"
        return False

    assert await becomes_true(is_rejected)
    assert ring.verify(ring.sign(CLAIMS)) == CLAIMS
    await keeper.stop()


async def test_disconnected_process_catches_up(keys: Pool, backend_database: str) -> None:
    ring = KeyRing(SECRET)
    keeper = KeyRingListener(backend_database, ring, SECRET)
    await keeper.start()
    assert ring.public_keys() == []
    await keys.execute("alter table auth.signing_keys disable trigger user")
    await ensure(keys)
    await keys.execute("select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'balai keys'")
    assert await becomes_true(lambda: len(ring.public_keys()) == 1)
    await keeper.stop()
