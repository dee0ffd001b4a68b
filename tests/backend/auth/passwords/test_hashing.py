"""Password hashing: real comparisons, even without a stored hash."""

import asyncio
import threading
import time

import bcrypt
import pytest
from argon2 import PasswordHasher

from balai.backend.auth.errors import AuthError
from balai.backend.auth.passwords.hashing import UNMATCHABLE_HASH, Hasher, check_imported_hash


async def test_hash_matches_only_its_password() -> None:
    hasher = Hasher(1)
    stored = await hasher.hash("密码 пароль")
    assert stored.startswith("$2b$10$")
    assert await hasher.matches("密码 пароль", stored)
    assert not await hasher.matches("密码 парол", stored)
    assert not await hasher.matches("x" * 500, stored)
    assert not await hasher.matches("a\0b", stored)
    assert not await hasher.matches("", "not a hash")
    assert not await hasher.matches("", None)
    hasher.close()


async def test_unknown_user_costs_the_same_time() -> None:
    """The placeholder is a hash of the same cost that is really computed."""
    assert not bcrypt.checkpw(b"anything", UNMATCHABLE_HASH)
    assert UNMATCHABLE_HASH.startswith(b"$2b$10$")
    hasher = Hasher(1)
    start = time.process_time()
    await hasher.matches("anything", None)
    assert time.process_time() - start > 0.005
    hasher.close()


async def test_argon2_hashes_and_their_maximum_cost() -> None:
    hasher = Hasher(1)
    stored = PasswordHasher(memory_cost=64, time_cost=1, parallelism=1).hash("x" * 100)
    assert await hasher.matches("x" * 100, check_imported_hash(stored))
    assert not await hasher.matches("x" * 99, stored)
    assert not await hasher.matches("x" * 5000, stored)
    hasher.close()
    for wrong in (
        "plain", "$2b$31$" + "a" * 53, "$argon2id$v=19$m=4194304,t=1,p=1$c2FsdHNhbHQ$aGFzaA",
        "$argon2id$v=19$m=64,t=999,p=1$c2FsdHNhbHQ$aGFzaA", "$argon2d$v=19$m=64,t=1,p=1$c2FsdHNhbHQ$aGFzaA",
    ):  # fmt: skip
        with pytest.raises(AuthError, match="Password hash must be"):
            check_imported_hash(wrong)


async def test_firebase_hash() -> None:
    """The sample that Firebase publishes with its algorithm."""
    key = "jxspr8Ki0RYycVU8zykbdLGjFQ3McFUH0uiiTvC8pVMXAn210wjLNmdZJzxUECKbm0QsEmYUSDzZvpjeJ9WmXA=="
    hash = "lSrfV15cpx95/sZS2W9c9Kp6i/LVgQNDNC/qzrCnh1SAyZvqmZqAjTdn3aoItz+VHjoZilo78198JAdRuid5lQ=="
    stored = f"$fbscrypt$v=1,n=14,r=8,p=1,ss=Bw==,sk={key}$42xEC+ixf3L2lw==${hash}"
    hasher = Hasher(1)
    assert await hasher.matches("user1password", check_imported_hash(stored))
    assert not await hasher.matches("user2password", stored)
    hasher.close()
    for wrong in (stored.replace("n=14", "n=30"), stored.replace("r=8", "r=0"), stored.replace("Bw==", "?")):
        with pytest.raises(AuthError, match="Password hash must be"):
            check_imported_hash(wrong)


async def test_full_queue_rejects_and_cancellation_frees_a_place() -> None:
    hasher, may_end = Hasher(1, max_queued_per_thread=1), threading.Event()
    running = asyncio.create_task(hasher.run(may_end.wait))
    waiting = asyncio.create_task(hasher.run(may_end.wait))
    await asyncio.sleep(0)
    with pytest.raises(AuthError, match="Request rate limit reached") as rejected:
        await hasher.hash("x")
    assert rejected.value.status == 429
    waiting.cancel()
    await asyncio.gather(waiting, return_exceptions=True)
    next_one = asyncio.create_task(hasher.run(lambda: "done"))
    may_end.set()
    assert await next_one == "done"
    await running
    hasher.close()
