"""Binds an OAuth flow to the browser that started it, by a cookie. Prevents login CSRF.

An attacker could make a victim complete the attacker's OAuth flow and so sign in to the attacker's account. A client
that uses PKCE already proves that it started the flow; where tokens are returned in the URL, a cookie is required. A
provider that posts its response (Apple) needs a cookie with SameSite=None, which browsers refuse over plain HTTP: then
there is no check.
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
    """Return the hash to store with the flow, and the cookie to set; nothing if the cookie would not be returned."""
    is_posted = provider.authorize_parameters.get("response_mode") == "form_post"
    is_secure = auth.config.backend_url.startswith("https:")
    if is_posted and not is_secure:
        return None, ""
    existing = request.cookies.get(COOKIE, "")
    # Concurrent flows in several tabs share one cookie.
    binding = existing if BINDING_PATTERN.fullmatch(existing) else secrets.token_urlsafe(32)
    same_site = "None" if is_posted else "Lax"
    secure = "; Secure" if is_secure else ""
    return _hash(binding), f"{COOKIE}={binding}; Path=/auth/v1; Max-Age={TTL_S}; HttpOnly; SameSite={same_site}{secure}"


def is_same_browser(request: AuthRequest, browser_hash: bytes | None) -> bool:
    """Whether the browser is the one that started the flow; True for flows without a binding."""
    return browser_hash is None or hmac.compare_digest(_hash(request.cookies.get(COOKIE, "")), browser_hash)


def _hash(binding: str) -> bytes:
    return hashlib.sha256(binding.encode("utf-8", "surrogatepass")).digest()
