"""Password hashing and rules.

bcrypt is slow on purpose (about 60 ms here), so it runs in a few threads of its own: the event loop goes on, and a
burst of sign-ins queues for those threads instead of taking every core from the pages.
"""

import asyncio
import os
from concurrent.futures import ThreadPoolExecutor

import bcrypt

from balai.backend.auth.errors import AuthError, Code, invalid

COST = 10
MAX_BYTES = 72
# A hash of this shape that no password matches: an unknown user must cost the same time as a known one.
NOBODY = b"$2b$10$CwTycUXWue0Thq9StjUM0uJ8PZxgfOoXyT5D0X9Zc1mYQfZ1n1x0K"


class Hasher:
    """Hashes and compares passwords beside the event loop, at most as many at once as there are cores."""

    def __init__(self, threads: int | None = None) -> None:
        self._threads = ThreadPoolExecutor(threads or os.cpu_count() or 1, thread_name_prefix="bcrypt")

    async def hash(self, password: str) -> str:
        """The stored form of a password that has passed `check_strength`."""
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._threads, _hash, password)

    async def has_matched(self, password: str, stored: str | None) -> bool:
        """Whether the password is the stored one; takes as long when there is none."""
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._threads, _is_match, password, stored)

    def close(self) -> None:
        """Let the threads go."""
        self._threads.shutdown(wait=False, cancel_futures=True)


def check_strength(password: str, *, min_bytes: int) -> None:
    """Raise AuthError when a new password is too weak or too long."""
    size = len(password.encode())
    if size > MAX_BYTES:
        raise invalid(f"Password cannot be longer than {MAX_BYTES} characters")
    if "\0" in password:
        raise invalid("Password cannot contain NUL characters")
    if size < min_bytes:
        text = f"Password should be at least {min_bytes} characters."
        raise AuthError(422, Code.WEAK_PASSWORD, text, reasons=("length",))


def _hash(password: str) -> str:
    return bcrypt.hashpw(password.encode(), bcrypt.gensalt(COST)).decode()


def _is_match(password: str, stored: str | None) -> bool:
    # Longer input than bcrypt can take is no password of ours, yet must not crash or answer sooner.
    secret = password.encode()
    fits = len(secret) <= MAX_BYTES and b"\0" not in secret
    candidate = secret if fits else b"-"
    target = stored.encode() if stored else NOBODY
    try:
        is_same = bcrypt.checkpw(candidate, target)
    except ValueError:
        is_same = False
    return is_same and fits and bool(stored)
