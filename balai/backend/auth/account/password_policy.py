"""Requirements of new passwords: length, character sets, not easily guessed, not in a known breach.

All violations are reported at once, with the protocol's texts and reasons (contract 5). A maintained estimator (zxcvbn)
rates guessability, only for passwords that are long enough. It takes a few milliseconds on bounded input and runs
outside the event loop.
"""

import asyncio
import hashlib
import re
import unicodedata
from collections.abc import Iterator, Mapping
from typing import Any
from uuid import UUID

import msgspec
import structlog
from zxcvbn import zxcvbn
from zxcvbn.frequency_lists import FREQUENCY_LISTS

from balai.backend.auth.config import SITE_ADMINISTRATOR_MIN_LENGTH
from balai.backend.auth.context import AuthService
from balai.backend.auth.errors import AuthError, Code, unexpected_failure
from balai.backend.auth.passwords.hashing import check_password_size
from balai.database.transaction import as_owner
from balai.http.client import RequestFailed

# Most common first.
COMMON_PASSWORDS = frozenset(FREQUENCY_LISTS["passwords"][:10_000])
# A lower score means fewer than 10^6 guesses: found within seconds in an offline attack, within days in an online one.
MIN_SCORE = 2
MAX_ESTIMATED_CHARACTERS = 40
BREACH_TIMEOUT_S = 2
# Where metadata hold the user's name.
NAMES = ("display_name", "full_name", "name")
EASY_TO_GUESS = "Password is known to be weak and easy to guess, please choose a different one."

log = structlog.get_logger("balai.auth.passwords")


class Weakness(msgspec.Struct, frozen=True):
    """Why a password is too weak: the text for users, the reasons for programs."""

    message: str
    reasons: tuple[str, ...]


async def check_new_password(
    auth: AuthService, password: str, *, user_id: UUID | None = None, known_words: tuple[str, ...] = ()
) -> None:
    """Raises AuthError 400 for a password that cannot be stored, 422 for a weak one.

    `known_words`: what an attacker would try first, such as the email. `user_id`: the owner of the password.
    """
    check_password_size(password)
    weakness = await find_weakness(auth, password, user_id=user_id, known_words=known_words)
    if weakness is not None:
        raise AuthError(422, Code.WEAK_PASSWORD, weakness.message, reasons=weakness.reasons)


async def find_weakness(
    auth: AuthService, password: str, *, user_id: UUID | None = None, known_words: tuple[str, ...] = ()
) -> Weakness | None:
    """Returns what is wrong with a password, or None."""
    found: list[tuple[str, str]] = []
    min_length = await _min_length(auth, user_id)
    if _is_short(auth, password, min_length):
        found.append(("length", f"Password should be at least {min_length} characters."))
    sets = auth.config.password_character_sets
    if any(not set(character_set) & set(password) for character_set in sets):
        listed = ", ".join(sets)
        found.append(("characters", f"Password should contain at least one character of each: {listed}."))
    if not found and (await _is_easy(auth, password, known_words) or await _is_breached(auth, password)):
        found.append(("pwned", EASY_TO_GUESS))
    if not found:
        return None
    return Weakness(" ".join(text for _, text in found), tuple(reason for reason, _ in found))


def is_weak_for_administrator(password: str) -> bool:
    """Whether the site would reject this password for an administrator: too short, too common or easily guessed."""
    is_common = password.lower() in COMMON_PASSWORDS
    return (
        len(password) < SITE_ADMINISTRATOR_MIN_LENGTH
        or is_common
        or zxcvbn(password[:MAX_ESTIMATED_CHARACTERS])["score"] < MIN_SCORE
    )


async def _min_length(auth: AuthService, user_id: UUID | None) -> int:
    config = auth.config
    if user_id is None or not config.administrators_query:
        return config.password_min_length
    async with as_owner(auth.pool) as conn:
        is_administrator = await conn.fetchval(config.administrators_query, user_id)
    return max(config.password_min_length, config.administrator_min_length if is_administrator else 0)


def _is_short(auth: AuthService, password: str, min_length: int) -> bool:
    # The protocol counts bytes, of which a Chinese character takes three; users count characters.
    size = len(password) if auth.config.estimates_password_strength else len(password.encode("utf-8", "surrogatepass"))
    return size < min_length


async def _is_easy(auth: AuthService, password: str, known_words: tuple[str, ...]) -> bool:
    if not auth.config.estimates_password_strength:
        return False
    if password.lower() in COMMON_PASSWORDS:
        return True
    inputs = sorted({part for text in known_words for part in _split_words(text)})
    estimate = await auth.hasher.run(lambda: zxcvbn(password[:MAX_ESTIMATED_CHARACTERS], user_inputs=inputs))
    return int(estimate["score"]) < MIN_SCORE


def names_in(metadata: Mapping[str, Any]) -> tuple[str, ...]:
    """The names in a user's metadata, as `known_words`."""
    return tuple(name for key in NAMES if isinstance(name := metadata.get(key), str))


def _split_words(text: str) -> Iterator[str]:
    """A name or an address as a whole, its words, and all of them without what is between or above their characters."""
    plain = "".join(
        character for character in unicodedata.normalize("NFKD", text.lower()) if not unicodedata.combining(character)
    ).replace("đ", "d")
    for spelling in (text.lower(), plain):
        words = re.findall(r"\w+", spelling)
        yield from (part for part in (spelling, spelling.partition("@")[0], "".join(words), *words) if part)


async def _is_breached(auth: AuthService, password: str) -> bool:
    """Fetches the breached hashes with the same first five characters: the service does not learn the hash.

    If the service is unavailable, that is logged, and the password is accepted unless the settings require the check.
    """
    if not auth.config.breach_url:
        return False
    digest = hashlib.sha1(password.encode(), usedforsecurity=False).hexdigest().upper()
    try:
        async with asyncio.timeout(BREACH_TIMEOUT_S):
            status, body = await auth.outgoing.fetch(
                "GET", auth.config.breach_url.rstrip("/") + "/" + digest[:5], trusted=True,
                headers={"add-padding": "true", "accept": "text/plain"},
            )  # fmt: skip
    except (RequestFailed, TimeoutError) as error:
        return _skip_breach_check(auth, str(error))
    if status != 200:
        return _skip_breach_check(auth, f"status {status}")
    lines = (line.partition(":") for line in body.decode("ascii", "replace").splitlines())
    return any(suffix.strip().upper() == digest[5:] and count.strip() not in {"", "0"} for suffix, _, count in lines)


def _skip_breach_check(auth: AuthService, error: str) -> bool:
    log.warning("breach_check_skipped", error=error)
    if auth.config.breach_check_required:
        raise unexpected_failure()
    return False
