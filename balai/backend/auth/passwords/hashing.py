"""Password hashing.

bcrypt is slow on purpose (about 60 ms here), so it runs in a few low-priority threads. The event loop stays responsive,
and a burst of sign-ins queues for these threads instead of taking every core from page rendering. When the queue is
full, further requests are rejected at once: a response after the client's timeout would be useless.
"""

import asyncio
import os
import re
import sys
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

import bcrypt
from argon2 import PasswordHasher
from argon2.exceptions import Argon2Error, InvalidHashError

from balai.backend.auth.errors import AuthError, Code, invalid
from balai.backend.auth.passwords import firebase_scrypt

COST = 10
MAX_BYTES = 72
# One thread works off a full queue in about a second, and within the request timeout on a busy machine.
MAX_QUEUED_PER_THREAD = 15
NICENESS = 5
BCRYPT = re.compile(r"\$2[aby]\$(\d\d)\$[./A-Za-z0-9]{53}")
ARGON2 = re.compile(r"\$argon2id?\$v=(16|19)\$m=(\d{1,9}),t=(\d{1,9}),p=(\d{1,9})\$[A-Za-z0-9+/]+\$[A-Za-z0-9+/]+")
# Maximums of imported hashes. They are computed at each sign-in: a slower one would block the others.
MAX_BCRYPT_COST = 14
MAX_ARGON2_KIB = 262_144
MAX_ARGON2_PASSES = 16
MAX_ARGON2_LANES = 16
# No password is longer, and argon2 accepts any length.
MAX_IMPORTED_CHARACTERS = 1024
# A valid bcrypt hash that no password matches: an unknown user must cost the same time as a known one.
UNMATCHABLE_HASH = b"$2b$10$CwTycUXWue0Thq9StjUM0uJ8PZxgfOoXyT5D0X9Zc1mYQfZ1n1x0K"

Result = TypeVar("Result")


class Hasher:
    """Hashes and compares passwords in threads, at most half as many at once as there are cores.

    `cost` is bcrypt's, the logarithm of its rounds. Tests use a lower one.
    """

    def __init__(
        self, threads: int | None = None, *, max_queued_per_thread: int = MAX_QUEUED_PER_THREAD, cost: int = COST
    ) -> None:
        count = threads or max(1, (os.cpu_count() or 1) // 2)
        self._threads = ThreadPoolExecutor(count, thread_name_prefix="bcrypt", initializer=_lower_priority)
        self._cost = cost
        self._max_jobs = count * (1 + max_queued_per_thread)
        self._jobs = 0

    async def hash(self, password: str) -> str:
        """Hashes a password that has passed the rules. Raises AuthError 429 when the queue is full."""
        return await self.run(lambda: _hash(password, self._cost))

    async def matches(self, password: str, stored: str | None) -> bool:
        """Whether the password matches the stored hash. Takes as long when there is none. Raises AuthError 429."""
        return await self.run(lambda: _is_match(password, stored))

    def check_capacity(self) -> None:
        """Raises AuthError 429 when the queue is full. Called before other work of the request."""
        if self._jobs >= self._max_jobs:
            raise AuthError(429, Code.OVER_REQUEST_RATE_LIMIT, "Request rate limit reached")

    async def run(self, function: Callable[[], Result]) -> Result:
        """Runs a slow function in the threads; a cancelled call leaves the queue. Raises AuthError 429."""
        self.check_capacity()
        self._jobs += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self._threads, function)
        finally:
            self._jobs -= 1

    def is_outdated(self, stored: str, password: str) -> bool:
        """Whether a hash should be replaced while its password is at hand: it is cheaper to guess than new hashes, or
        its different timing would reveal that the account exists.
        """
        if len(password.encode()) > MAX_BYTES:
            return False
        found = BCRYPT.fullmatch(stored)
        return found is None or int(found[1]) < self._cost

    def close(self) -> None:
        """Stops the threads."""
        self._threads.shutdown(wait=False, cancel_futures=True)


def check_password_size(password: str) -> None:
    """Raises AuthError 400 for a password that cannot be stored."""
    if len(password.encode()) > MAX_BYTES:
        raise invalid(f"Password cannot be longer than {MAX_BYTES} characters")
    if "\0" in password:
        raise invalid("Password cannot contain NUL characters")


def check_imported_hash(stored: str) -> str:
    """Returns an imported hash if it can be compared in bounded time. Raises AuthError 400."""
    if (found := BCRYPT.fullmatch(stored)) and 4 <= int(found[1]) <= MAX_BCRYPT_COST:
        return stored
    if found := ARGON2.fullmatch(stored):
        memory, passes, lanes = (int(number) for number in found.groups()[1:])
        if memory <= MAX_ARGON2_KIB and passes <= MAX_ARGON2_PASSES and 1 <= lanes <= MAX_ARGON2_LANES:
            return stored
    if firebase_scrypt.parse_hash(stored) is not None:
        return stored
    raise invalid("Password hash must be a bcrypt, argon2i, argon2id or Firebase scrypt hash of usual cost")


def _lower_priority() -> None:
    # On Linux priorities are per thread: page rendering comes first.
    if sys.platform == "linux":
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), NICENESS)


def _hash(password: str, cost: int) -> str:
    return bcrypt.hashpw(password.encode(), bcrypt.gensalt(cost)).decode()


def _is_match(password: str, stored: str | None) -> bool:
    if stored and stored.startswith("$argon2"):
        return _is_argon2_match(password, stored)
    if stored and stored.startswith("$fbscrypt$"):
        return len(password) <= MAX_IMPORTED_CHARACTERS and firebase_scrypt.is_match(password, stored)
    # A password longer than bcrypt's maximum never matches, but must neither raise nor respond sooner.
    secret = password.encode("utf-8", "surrogatepass")
    fits = len(secret) <= MAX_BYTES and b"\0" not in secret
    candidate = secret if fits else b"-"
    target = stored.encode() if stored else UNMATCHABLE_HASH
    try:
        is_same = bcrypt.checkpw(candidate, target)
    except ValueError:
        is_same = False
    return is_same and fits and bool(stored)


def _is_argon2_match(password: str, stored: str) -> bool:
    try:
        return (
            PasswordHasher().verify(stored, password[:MAX_IMPORTED_CHARACTERS])
            and len(password) <= MAX_IMPORTED_CHARACTERS
        )
    except (Argon2Error, InvalidHashError):
        return False
