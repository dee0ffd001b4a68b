"""Names an appearance in the addresses of its pictures."""

import hashlib

from balai.site.payloads import PageSettings


def version_of(site: PageSettings) -> str:
    """Differs between appearances, and between names in the pictures for shared links."""
    parts = (site.preset, site.accent or "", site.logo_url or "", site.name, site.tagline)
    return hashlib.blake2b("\n".join(parts).encode(), digest_size=6).hexdigest()
