"""When the proof of work is required: of networks that have signed up often, for the setting "adaptive".

Sign-ups, codes, recoveries and resent emails of one network share a bucket that refills within an hour. Below its size
no token is required, so official clients work; a bot that goes on pays for each account. Signing in with a password or
a passkey is not counted: the limits of attempts hold for it.

A row is of a hash of 16 bits, so there are 65,536 at most, and none names a network. The key of the hash prevents a
client from choosing a network that shares the bucket of another one.
"""

import hashlib
import hmac

from balai.backend.auth.context import AuthRequest, AuthService
from balai.backend.auth.rate_limits import HAS_CAPACITY, TAKE_TOKENS
from balai.http.client_address import client_range, is_loopback

COUNTED = {"signup", "otp", "magiclink", "recover", "resend"}
HOUR_S = 3600


async def admits_network(auth: AuthService, request: AuthRequest) -> bool:
    """Counts a request. False: its network needs a token. A loopback peer is the operator, and is not counted."""
    key = _key(auth, request)
    if key is None or request.scope["path"].rstrip("/").rpartition("/")[2] not in COUNTED:
        return True
    size = float(auth.config.captcha_after)
    return await auth.pool.fetchval(TAKE_TOKENS, key, size, size / HOUR_S, 1.0, auth.now()) is not None


async def is_network_busy(auth: AuthService, request: AuthRequest) -> bool:
    """Whether the next request of this network needs a token."""
    key = _key(auth, request)
    if key is None:
        return False
    return await auth.pool.fetchval(HAS_CAPACITY, key, auth.config.captcha_after / HOUR_S, auth.now()) is False


def _key(auth: AuthService, request: AuthRequest) -> bytes | None:
    peer = request.client.host if request.client else ""
    if not peer or is_loopback(peer):
        return None
    name = f"network {client_range(peer)}".encode()
    return b"network" + hmac.new(auth.config.jwt_secret.encode(), name, hashlib.sha256).digest()[:2]
