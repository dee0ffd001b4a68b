"""The probe: an email of the site to its own inbound mailbox, whose server notes in it how it was signed.

Only the notes at the top count, which the last server wrote, and only in an email with the token of the probe.
"""

import re
from email import message_from_bytes
from email.message import Message
from email.utils import getaddresses
from uuid import UUID

import msgspec

from balai.messaging.bounces.reading import MAX_BYTES
from balai.messaging.bounces.tokens import HEADER, BounceTokens
from balai.messaging.checks.findings import EmailFinding, Target
from balai.messaging.inbound.reading import RECIPIENT_HEADERS, bounded_policy

RESULT = re.compile(r"(?:^|;)\s*(spf|dkim|dmarc)\s*=\s*(\w+)([^;]*)", re.IGNORECASE)
SIGNED_BY = re.compile(r"(?:header\.d|header\.i)=@?([\w.\-]+)|(?:^|;)\s*d=\s*([\w.\-]+)", re.IGNORECASE)
# One server may note its results in several headers.
MAX_NOTES = 3


class Probe(msgspec.Struct, frozen=True):
    """A probe that arrived. `results`: by method, as the server noted them; `signers`: domains of valid signatures.

    `signatures`: domains of all signatures, valid or not.
    """

    message: UUID
    results: dict[str, str]
    signers: tuple[str, ...]
    signatures: tuple[str, ...]


def probe_address(address: str, token: str) -> str:
    """The recipient of a probe."""
    local, _, domain = address.rpartition("@")
    return f"{local}+p{token}@{domain}"


def read_probe(raw: bytes, tokens: BounceTokens, address: str) -> Probe | None:
    """The probe; None: another email. May take seconds for a hostile email: call it in a thread."""
    # Most emails are none, and are not parsed for it.
    if HEADER.encode().lower() not in raw[:MAX_BYTES].lower():
        return None
    try:
        email = message_from_bytes(raw[:MAX_BYTES], policy=bounded_policy())
        message = tokens.read(str(email.get(HEADER, "")).strip())
        is_probe = message is not None and probe_address(address, tokens.make(message)).lower() in _recipients(email)
    except Exception:  # noqa: BLE001 - any error of the parser: the next email must be read
        return None
    return _read(email, message) if is_probe and message is not None else None


def _recipients(email: Message) -> set[str]:
    given = [str(value) for name in RECIPIENT_HEADERS for value in email.get_all(name, [])]
    return {address.lower() for _, address in getaddresses(given)}


def _read(email: Message, message: UUID) -> Probe:
    results: dict[str, str] = {}
    signers: list[str] = []
    for note in email.get_all("authentication-results", [])[:MAX_NOTES]:
        for method, result, more in RESULT.findall(re.sub(r"\([^()]{0,500}\)", " ", str(note))):
            known = method.lower()
            # Of several signatures one has to be valid.
            if results.get(known) != "pass":
                results[known] = result.lower()
            if (known, result.lower()) == ("dkim", "pass"):
                signers += _domains(more)
    signatures = [name for value in email.get_all("dkim-signature", [])[:10] for name in _domains(str(value))]
    return Probe(message, results, tuple(signers), tuple(signatures))


def _domains(text: str) -> list[str]:
    return [(found[1] or found[2]).lower() for found in SIGNED_BY.finditer(text)]


def _is_aligned(domain: str, sender: str) -> bool:
    return domain == sender or domain.endswith(f".{sender}") or sender.endswith(f".{domain}")


def apply_probe(findings: list[EmailFinding], probe: Probe, target: Target) -> list[EmailFinding]:
    """The findings with those that the receiving server made: it saw the address that the emails really come from."""
    return [_judge(finding, probe, target.domain) for finding in findings]


def _judge(finding: EmailFinding, probe: Probe, domain: str) -> EmailFinding:
    result = probe.results.get(finding.subject)
    if finding.subject == "spf" and result == "pass":
        return EmailFinding("spf", "good", "spf_probe", domain)
    if finding.subject == "spf" and result in ("fail", "softfail", "permerror") and finding.state != "problem":
        return EmailFinding("spf", "problem", "spf_probe_failed", domain)
    if finding.subject != "dkim":
        return finding
    if any(_is_aligned(signer, domain) for signer in probe.signers):
        return EmailFinding("dkim", "good", "dkim_signed", domain)
    if probe.signers:
        return EmailFinding("dkim", "attention", "dkim_foreign", probe.signers[0])
    if result is not None and result not in ("none", "pass"):
        return EmailFinding("dkim", "problem", "dkim_invalid", domain)
    if result is None and any(_is_aligned(name, domain) for name in probe.signatures):
        return EmailFinding("dkim", "good", "dkim_signed", domain)
    if not probe.signatures:
        # A server that delivers to itself may neither sign nor check.
        return EmailFinding("dkim", "attention" if result is None else "problem", "dkim_unsigned", domain)
    return EmailFinding("dkim", "attention", "dkim_foreign", probe.signatures[0])
