"""The browser that began a trip is the one that may end it.

Somebody who lures another to the end of a trip that she began herself would sign her in as somebody else. A client
that proves by PKCE that it began needs no more; where tokens are handed over in the address, a cookie is the proof.
A provider that posts its answer (Apple) sends no such cookie along over plain HTTP: there nothing is asked.
"""

import hashlib
import hmac
import re
import secrets

from balai.backend.auth.context import AuthRequest, AuthService
from balai.backend.auth.oidc.provider_catalog import Provider

COOKIE = "balai-oauth-flow"
TTL_S = 3600
BINDING_PATTERN = re.compile(r"[A-Za-z0-9_-]{43}")


def bind_browser(auth: AuthService, request: AuthRequest, provider: Provider) -> tuple[bytes | None, str]:
    """What the trip keeps of the browser, and the cookie that says so; nothing where none would come back."""
    is_posted = provider.authorize_parameters.get("response_mode") == "form_post"
    is_secure = auth.config.backend_url.startswith("https:")
    if is_posted and not is_secure:
        return None, ""
    known = request.cookies.get(COOKIE, "")
    # Several trips at once, in several tabs, share it.
    binding = known if BINDING_PATTERN.fullmatch(known) else secrets.token_urlsafe(32)
    site = "None" if is_posted else "Lax"
    secure = "; Secure" if is_secure else ""
    return _hash(binding), f"{COOKIE}={binding}; Path=/auth/v1; Max-Age={TTL_S}; HttpOnly; SameSite={site}{secure}"


def is_same_browser(request: AuthRequest, browser_hash: bytes | None) -> bool:
    """Whether the one who comes back is the one who left, as far as that is kept."""
    return browser_hash is None or hmac.compare_digest(_hash(request.cookies.get(COOKIE, "")), browser_hash)


def _hash(binding: str) -> bytes:
    return hashlib.sha256(binding.encode("utf-8", "surrogatepass")).digest()
