"""Time-based one-time passwords (RFC 6238): SHA-1, six digits, 30 seconds, a tolerance of one step."""

import hmac
import io
import secrets
from base64 import b32encode
from datetime import datetime
from urllib.parse import quote, urlencode

import pyotp
import segno

PERIOD = 30
TOLERANCE = 1


def new_secret() -> str:
    """Generates a secret: 20 random bytes, 32 characters of base32."""
    return b32encode(secrets.token_bytes(20)).decode()


def uri_of(secret: str, *, issuer: str, account: str) -> str:
    """Returns the content of the QR code (Key URI format)."""
    query = {"secret": secret, "issuer": issuer, "algorithm": "SHA1", "digits": 6, "period": PERIOD}
    return f"otpauth://totp/{quote(issuer, safe='')}:{quote(account, safe='@')}?{urlencode(query, quote_via=quote)}"


def qr_code(uri: str) -> str:
    """Renders the QR code as SVG. Clients put it into a data URL without encoding, so it contains no `#`."""
    svg = io.BytesIO()
    segno.make(uri, micro=False).save(svg, kind="svg", scale=4, light="white", xmldecl=False, nl=False)
    return svg.getvalue().decode().replace("#fff", "white").replace("#000", "black")


def find_step(secret: str, code: str, now: datetime, *, after: int) -> int | None:
    """Returns the step of a code if it is later than that of the last accepted code, or else None."""
    present = int(now.timestamp()) // PERIOD
    generator = pyotp.TOTP(secret, interval=PERIOD)
    given = code.strip().encode()
    for step in range(max(present - TOLERANCE, after + 1), present + TOLERANCE + 1):
        if hmac.compare_digest(generator.generate_otp(step).encode(), given):
            return step
    return None
