"""Security headers of every response of the site.

Scripts load from this host only, and from the CAPTCHA provider if one is configured. The only inline script (light or
dark before the first paint) is allowed by its hash. Inline styles are allowed: colours in rich text are style
attributes.
"""

import base64
import hashlib
from urllib.parse import urlsplit

from balai.site.request.exchange import Headers

PERMISSIONS = (
    "accelerometer=(), autoplay=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), magnetometer=(), "
    "microphone=(), midi=(), payment=(), usb=(), browsing-topics=()"
)
ONE_YEAR_S = 31_536_000
# Sources of these services' widgets, from their documentation.
CAPTCHA_SOURCES = {
    "turnstile": ("https://challenges.cloudflare.com",),
    "hcaptcha": ("https://hcaptcha.com", "https://*.hcaptcha.com"),
}
# Video hosts, as balai/site/loaders/previews.py offers them.
PLAYERS = ("https://www.youtube-nocookie.com", "https://player.vimeo.com")


def security_headers(site_url: str, backend_url: str, *, inline_script: str = "", captcha: str = "") -> Headers:
    """The headers for a site, the backend of its pages, and the CAPTCHA provider, if any."""
    is_https = site_url.startswith("https://")
    headers = {
        "content-security-policy": _policy(site_url, backend_url, inline_script, captcha),
        "x-content-type-options": "nosniff",
        "referrer-policy": "strict-origin-when-cross-origin",
        "permissions-policy": PERMISSIONS,
        "cross-origin-opener-policy": "same-origin",
        "cross-origin-resource-policy": "same-origin",
        "x-frame-options": "DENY",
    }
    if is_https:
        headers["strict-transport-security"] = f"max-age={ONE_YEAR_S}"
    return [(name.encode(), value.encode()) for name, value in headers.items()]


def _policy(site_url: str, backend_url: str, inline_script: str, captcha: str) -> str:
    backend = origin_of(backend_url)
    # Named even if it is this host: the page may be requested under another name of this machine, and 'self' does not
    # cover WebSockets in every browser.
    connect = ["'self'", backend, backend.replace("http", "ws", 1)]
    backend_images = [] if backend == origin_of(site_url) else [backend]
    script = ["'self'"]
    if inline_script:
        digest = base64.b64encode(hashlib.sha256(inline_script.encode()).digest()).decode()
        script.append(f"'sha256-{digest}'")
    widget = CAPTCHA_SOURCES.get(captcha, ())
    # Only hCaptcha loads styles and connects outside its frame; Turnstile does both inside.
    form_sources = widget if captcha == "hcaptcha" else ()
    directives = [
        "default-src 'self'",
        f"script-src {' '.join([*script, *widget])}",
        "script-src-attr 'none'",
        " ".join(["style-src 'self' 'unsafe-inline'", *form_sources]),
        # `data:` for QR codes, `blob:` for previews. Pictures on other hosts would tell those hosts about each reader.
        " ".join(["img-src 'self' data: blob:", *backend_images]),
        "font-src 'self'",
        f"connect-src {' '.join([*connect, *form_sources])}",
        "manifest-src 'self'",
        "object-src 'none'",
        # The appearance screen shows pages of this site; all others refuse to be framed. Players load after a press.
        " ".join(["frame-src 'self'", *PLAYERS, *widget]),
        "frame-ancestors 'none'",
        "base-uri 'none'",
        "form-action 'self'",
    ]
    if site_url.startswith("https://"):
        directives.append("upgrade-insecure-requests")
    return "; ".join(directives)


def origin_of(url: str) -> str:
    """Scheme and host of a URL."""
    parts = urlsplit(url)
    return f"{parts.scheme}://{parts.netloc}"
