"""Judges a password before it is sent with a form: what a later request would reject. An endpoint of ours.

A page that judged by itself would praise passwords that this service rejects: the estimator, the list of common
passwords and the breach check are here. Nothing is stored or logged. With a user's token the password is judged as
their own.
"""

import msgspec

from balai.backend.auth.account.password_policy import find_weakness, names_in
from balai.backend.auth.authentication import get_authenticated_user
from balai.backend.auth.context import AuthRequest, AuthService
from balai.backend.auth.errors import AuthError
from balai.backend.auth.http import read_body
from balai.backend.auth.passwords.hashing import check_password_size
from balai.backend.auth.rate_limits import Limit
from balai.backend.auth.users.rows import User
from balai.database.transaction import as_owner

MAX_WORDS = 10
MAX_WORD_LENGTH = 320


class CheckBody(msgspec.Struct, frozen=True):
    """The password, and what an attacker would try first: the email and the name in the same form."""

    password: str
    words: tuple[str, ...] = ()


class Verdict(msgspec.Struct, frozen=True):
    """Why the password would be rejected, in the words of `weak_password`; none if it would be accepted."""

    reasons: tuple[str, ...]


async def check_password(auth: AuthService, request: AuthRequest) -> Verdict:
    """Returns the verdict. Raises AuthError 400 for a password that cannot be stored, 429 for too many requests."""
    await auth.limits.check(Limit.TOKEN, request)
    body = await read_body(request, CheckBody)
    check_password_size(body.password)
    words = tuple(word[:MAX_WORD_LENGTH] for word in body.words[:MAX_WORDS])
    user = await _find_user(auth, request)
    if user is not None:
        words += (user.email or "", *names_in(user.metadata))
    weakness = await find_weakness(auth, body.password, user_id=user.id if user else None, known_words=words)
    return Verdict(weakness.reasons if weakness else ())


async def _find_user(auth: AuthService, request: AuthRequest) -> User | None:
    """The caller, or None with an API key or an invalid token."""
    try:
        async with as_owner(auth.pool) as conn:
            return (await get_authenticated_user(conn, auth, request)).user
    except AuthError:
        return None
