"""Devices that an account knows: whoever signed in from one is not kept out there by what strangers try elsewhere.

A device has a cookie with a random name of its own and, for each of the last accounts that signed in from it, a mark
that only this service can make. The cookie gives no right at all: it says in which bucket tries at a password count.
Programs that keep no cookies are strangers every time.
"""

import base64
import hashlib
import hmac
import secrets
from uuid import UUID

import msgspec

from balai.backend.auth.context import AuthRequest, AuthService

COOKIE = "balai-device"
MAX_ACCOUNTS = 5
TTL_S = 365 * 24 * 3600
# A mark is shortened to what nobody can guess in the cookie's life.
TAG_BYTES = 15


class Device(msgspec.Struct, frozen=True):
    """A device with a genuine cookie: its name, and the marks of the accounts that it is known to."""

    name: str
    account_tags: tuple[str, ...]


def find_device(auth: AuthService, request: AuthRequest) -> Device | None:
    """The device of a request, if this service gave it its cookie."""
    name, _, rest = request.cookies.get(COOKIE, "").partition(".")
    signature, *account_tags = rest.split(".")[: MAX_ACCOUNTS + 1]
    if not name or not hmac.compare_digest(signature.encode(), _tag(auth, name, "").encode()):
        return None
    return Device(name, tuple(account_tags))


def is_known_device(auth: AuthService, device: Device | None, user_id: UUID | None) -> bool:
    """Whether this account signed in from this device before."""
    if device is None or user_id is None:
        return False
    tag = _tag(auth, device.name, str(user_id)).encode()
    return any(hmac.compare_digest(tag, account_tag.encode()) for account_tag in device.account_tags)


def remember_device(auth: AuthService, request: AuthRequest, user_id: UUID) -> dict[str, str]:
    """The header that lets the device be known to this account."""
    device = find_device(auth, request) or Device(secrets.token_urlsafe(12), ())
    tag = _tag(auth, device.name, str(user_id))
    account_tags = [tag, *(other for other in device.account_tags if other != tag)][:MAX_ACCOUNTS]
    value = ".".join((device.name, _tag(auth, device.name, ""), *account_tags))
    secure = "; Secure" if auth.config.backend_url.startswith("https:") else ""
    return {"set-cookie": f"{COOKIE}={value}; Path=/auth/v1; Max-Age={TTL_S}; HttpOnly; SameSite=Lax{secure}"}


def _tag(auth: AuthService, name: str, known_words: str) -> str:
    message = f"device {name} {known_words}".encode("utf-8", "surrogatepass")
    digest = hmac.digest(auth.config.jwt_secret.encode(), message, hashlib.sha256)
    return base64.urlsafe_b64encode(digest[:TAG_BYTES]).decode()
