"""Time-based one-time passwords (RFC 6238): SHA-1, six digits, 30 seconds, one step of tolerance either way."""

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
    """20 random bytes in base32: 32 signs."""
    return b32encode(secrets.token_bytes(20)).decode()


def uri_of(secret: str, *, issuer: str, account: str) -> str:
    """What the QR code says (Key URI format)."""
    query = {"secret": secret, "issuer": issuer, "algorithm": "SHA1", "digits": 6, "period": PERIOD}
    return f"otpauth://totp/{quote(issuer, safe='')}:{quote(account, safe='@')}?{urlencode(query, quote_via=quote)}"


def qr_code(uri: str) -> str:
    """The QR code as SVG. Clients put it into a data address as it is, so there is no # in it."""
    svg = io.BytesIO()
    segno.make(uri, micro=False).save(svg, kind="svg", scale=4, light="white", xmldecl=False, nl=False)
    return svg.getvalue().decode().replace("#fff", "white").replace("#000", "black")


def find_step(secret: str, code: str, now: datetime, *, after: int) -> int | None:
    """The step whose code this is, later than the one of the last accepted code; None for a wrong or used code."""
    present = int(now.timestamp()) // PERIOD
    generator = pyotp.TOTP(secret, interval=PERIOD)
    given = code.strip().encode()
    for step in range(max(present - TOLERANCE, after + 1), present + TOLERANCE + 1):
        if hmac.compare_digest(generator.generate_otp(step).encode(), given):
            return step
    return None
