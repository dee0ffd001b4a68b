"""Devices known to an account: password attempts of attackers elsewhere do not lock the user out on them.

A device has a cookie with a random name and, for each of the last five accounts that signed in from it, an HMAC tag.
The cookie grants no access; it only selects the rate limit bucket for password attempts. Clients without cookies are
always unknown devices.
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
# Tags are truncated to 120 bits, which cannot be guessed within the cookie's lifetime.
TAG_BYTES = 15


class Device(msgspec.Struct, frozen=True):
    """A device with a valid cookie: its name, and the tags of the accounts to which it is known."""

    name: str
    account_tags: tuple[str, ...]


def find_device(auth: AuthService, request: AuthRequest) -> Device | None:
    """Return the device of a request; None without a cookie signed by this service."""
    name, _, rest = request.cookies.get(COOKIE, "").partition(".")
    signature, *account_tags = rest.split(".")[: MAX_ACCOUNTS + 1]
    if not name or not hmac.compare_digest(signature.encode(), _tag(auth, name, "").encode()):
        return None
    return Device(name, tuple(account_tags))


def is_known_device(auth: AuthService, device: Device | None, user_id: UUID | None) -> bool:
    """Whether this account has signed in from this device before."""
    if device is None or user_id is None:
        return False
    tag = _tag(auth, device.name, str(user_id)).encode()
    return any(hmac.compare_digest(tag, account_tag.encode()) for account_tag in device.account_tags)


def remember_device(auth: AuthService, request: AuthRequest, user_id: UUID) -> dict[str, str]:
    """Return the Set-Cookie header that makes the device known to this account."""
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
