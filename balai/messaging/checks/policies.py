"""The records of DMARC (RFC 7489) and DKIM (RFC 6376) of a domain."""

import base64
import binascii
from typing import Literal

import msgspec

from balai.messaging.checks.resolver import Dns

MAX_LABELS = 8


class Policy(msgspec.Struct, frozen=True):
    """The DMARC policy that counts for a domain. `domain`: where it is; `error`: why it does not count."""

    domain: str
    policy: str = ""
    error: Literal["", "many", "syntax"] = ""


def read_tags(record: str) -> dict[str, str]:
    """`v=DMARC1; p=none` as a dictionary; the first value of each tag."""
    tags: dict[str, str] = {}
    for part in record.split(";"):
        name, mark, value = part.partition("=")
        if mark:
            tags.setdefault(name.strip().lower(), value.strip())
    return tags


async def find_policy(domain: str, dns: Dns) -> Policy | None:
    """The policy of the domain, else of the domains above it, never of a top-level domain. Raises DnsUnavailable."""
    labels = domain.lower().strip(".").split(".")[-MAX_LABELS:]
    for at in range(max(1, len(labels) - 1)):
        name = ".".join(labels[at:])
        found = [text for text in await dns.texts(f"_dmarc.{name}") if read_tags(text).get("v", "").upper() == "DMARC1"]
        if len(found) > 1:
            return Policy(name, error="many")
        if found:
            tags = read_tags(found[0])
            policy = tags.get("sp", tags.get("p", "")) if at else tags.get("p", "")
            is_known = policy.lower() in ("none", "quarantine", "reject")
            return Policy(name, policy.lower() if is_known else "", "" if is_known else "syntax")
    return None


async def read_key(domain: str, selector: str, dns: Dns) -> Literal["found", "missing", "revoked", "broken"]:
    """The state of the key that a selector names. Raises DnsUnavailable."""
    texts = [text for text in await dns.texts(f"{selector}._domainkey.{domain}") if "p" in read_tags(text)]
    if not texts:
        return "missing"
    key = "".join(read_tags(texts[0])["p"].split())
    if not key:
        return "revoked"
    try:
        base64.b64decode(key, validate=True)
    except (binascii.Error, ValueError):
        return "broken"
    return "found"
