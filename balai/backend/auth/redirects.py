"""Allowed targets of email links and sign-ins: this site, or an address that the operator listed. Contract 0.5.

A target that is not allowed causes no error; the site's own address replaces it.
"""

import ipaddress
import re
from urllib.parse import SplitResult, parse_qsl, urlencode, urlsplit, urlunsplit

from balai.backend.auth.config import AuthConfig
from balai.backend.auth.context import AuthRequest
from balai.http.local_path import is_local_path

# Of an address on this site: emails carry it in their links.
MAX_LENGTH = 2_048
LOOPBACK_NAMES = {"localhost", "127.0.0.1", "::1", "0.0.0.0", "::"}  # noqa: S104 - compared, not bound
OAUTH_ERRORS = {
    400: "invalid_request",
    401: "unauthorized_client",
    403: "access_denied",
    500: "server_error",
    503: "temporarily_unavailable",
}


def choose_redirect(config: AuthConfig, request: AuthRequest) -> str:
    """Returns the first allowed of header, query parameter and Referer, or else the site's address."""
    requested = request.headers.get("redirect_to") or request.query_params.get("redirect_to") or ""
    for candidate in (requested, request.headers.get("referer", "")):
        if is_allowed(candidate, config):
            return candidate
    return config.site_url


def is_allowed(url: str, config: AuthConfig) -> bool:
    """Whether redirecting to this URL is allowed."""
    parts = _parse(url)
    site = _parse(config.site_url)
    if parts is None or site is None:
        return False
    host, is_http = parts.hostname or "", parts.scheme in {"http", "https"}
    if is_http and "@" in parts.netloc:
        # `https://app.example.net@evil.example` would match the entry `https://app.example.net**`.
        return False
    if _is_same_origin(parts, site):
        return _has_local_path(url, parts)
    if host.isdigit():
        return False
    try:
        # HTTP only: `javascript:` and `data:` URLs can contain a host name too.
        return ipaddress.ip_address(host).is_loopback and is_http and _has_local_path(url, parts)
    except ValueError:
        pass
    if is_http and not re.fullmatch(r"[a-z0-9]([a-z0-9.-]*[a-z0-9])?", host):
        return False
    bare = url.split("#", 1)[0]
    return any(glob_pattern(glob).fullmatch(bare) for glob in config.redirect_urls)


def with_parameters(target: str, *, query: dict[str, str] | None = None, fragment: dict[str, str] | None = None) -> str:
    """The redirect with facts merged into its query, and in a fragment of its own."""
    parts = urlsplit(target)
    merged = urlencode([*parse_qsl(parts.query, keep_blank_values=True), *query.items()]) if query else parts.query
    # `sb` is the mark by which clients know that the fragment is this protocol's.
    tail = urlencode(sorted({**fragment, "sb": ""}.items())) if fragment else ""
    return urlunsplit(parts._replace(query=merged, fragment=tail))


def _parse(url: str) -> SplitResult | None:
    if not url or url != url.strip() or re.search(r"[\x00-\x1f\\\ud800-\udfff]", url):
        return None
    try:
        parts = urlsplit(url)
        _ = parts.port
    except ValueError:
        return None
    return parts if parts.scheme else None


def _is_same_origin(parts: SplitResult, site: SplitResult) -> bool:
    if (parts.scheme, parts.hostname) != (site.scheme, site.hostname):
        return False
    host = parts.hostname or ""
    return parts.port == site.port or host in LOOPBACK_NAMES or host.endswith(".localhost")


def _has_local_path(url: str, parts: SplitResult) -> bool:
    # Cut, not put together again: `urlunsplit` writes the path `//host` in another way.
    rest = url[len(f"{parts.scheme}://{parts.netloc}") :]
    return len(url) <= MAX_LENGTH and is_local_path(rest if rest.startswith("/") else f"/{rest}")


def glob_pattern(glob: str) -> re.Pattern[str]:
    """Compiles an allow-list entry: `.` and `/` are separators, `*` matches within, `**` across them."""
    pattern, position, depth = "", 0, 0
    while position < len(glob):
        character = glob[position]
        rest = glob[position:]
        if rest.startswith("**"):
            pattern, position = pattern + ".*", position + 1
        elif character == "*":
            pattern += r"[^./]*"
        elif character == "?":
            pattern += r"[^./]"
        elif character == "\\" and position + 1 < len(glob):
            pattern, position = pattern + re.escape(glob[position + 1]), position + 1
        elif character == "[" and (closed := re.match(r"\[(!?)([^\]]+)\]", rest)):
            inside = closed[2].replace("\\", r"\\").replace("^", r"\^")
            pattern += f"[{'^' if closed[1] else ''}{inside}]"
            position += closed.end() - 1
        elif character == "{" and "}" in rest:
            pattern, depth = pattern + "(?:", depth + 1
        elif character == "," and depth:
            pattern += "|"
        elif character == "}" and depth:
            pattern, depth = pattern + ")", depth - 1
        else:
            pattern += re.escape(character)
        position += 1
    return re.compile(pattern)
