"""Password hashing: real comparisons, also where there is nothing to compare with."""

import time

import bcrypt

from balai.backend.auth.passwords import NOBODY, Hasher


async def test_a_hash_matches_its_password_alone() -> None:
    hasher = Hasher(1)
    stored = await hasher.hash("密码 пароль")
    assert stored.startswith("$2b$10$")
    assert await hasher.has_matched("密码 пароль", stored)
    assert not await hasher.has_matched("密码 парол", stored)
    assert not await hasher.has_matched("x" * 500, stored)
    assert not await hasher.has_matched("a\0b", stored)
    assert not await hasher.has_matched("", "not a hash")
    assert not await hasher.has_matched("", None)
    hasher.close()


async def test_nobody_costs_what_somebody_costs() -> None:
    """The stand-in is a hash of the same cost that is really computed."""
    assert not bcrypt.checkpw(b"anything", NOBODY)
    assert NOBODY.startswith(b"$2b$10$")
    hasher = Hasher(1)
    start = time.process_time()
    await hasher.has_matched("anything", None)
    assert time.process_time() - start > 0.005
    hasher.close()
