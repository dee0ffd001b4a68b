"""Fetches an identity provider's metadata from its URL."""

from balai.backend.auth.context import AuthService
from balai.backend.auth.errors import AuthError, Code, invalid
from balai.http.client import RequestFailed


async def fetch_metadata(auth: AuthService, url: str) -> str:
    """Fetch the document. Raises AuthError 400."""
    if not url.startswith("https://"):
        raise invalid("metadata_url is not a HTTPS URL")
    failed = f"error fetching SAML Metadata from URL '{url}'"
    try:
        # Not trusted: the right to administer accounts gives no access to the server's internal network.
        status, body = await auth.outgoing.fetch("GET", url, trusted=False, headers={"accept": "application/xml"})
        text = body.decode()
    except (RequestFailed, UnicodeDecodeError) as error:
        raise AuthError(400, Code.SAML_METADATA_FETCH_FAILED, f"HTTP {failed}") from error
    if status != 200:
        raise AuthError(400, Code.SAML_METADATA_FETCH_FAILED, f"HTTP {status} {failed}")
    return text
