"""Reads a notification that an email of this site did not arrive: by RFC 3464, or in the free words of a server.

Anyone can send an email here. It counts with the secret of the email that came back (tokens.py), and only its beginning
is read. A notification of a delay, an absence note, and one that the email arrived do not count.
"""

import re
from email import message_from_bytes
from email.message import Message
from email.utils import getaddresses, parseaddr
from uuid import UUID

import msgspec

from balai.messaging.bounces.refusals import HARD, MAX_TEXT, UNKNOWN, Refusal, judge
from balai.messaging.bounces.tokens import HEADER, BounceTokens
from balai.messaging.inbound.reading import MAX_BOUNDARIES, RECIPIENT_HEADERS, bounded_policy

# Servers return whole emails; their words come first.
MAX_BYTES = 262_144
MAX_PARTS, MAX_TOKENS = 40, 20
SERVERS = re.compile(r"(mailer-daemon|postmaster|mail-daemon|mailerdaemon|microsoftexchange[0-9a-f]+)@", re.IGNORECASE)
RETURNED = re.compile(rf"{HEADER}:\s{{0,8}}([a-z2-7]{{39}})(?![a-z2-7])", re.IGNORECASE)
RETURNED_BELOW = re.compile(
    r"-{4,}.{0,60}(?:copy|original|headers|原)|^--- Below this line", re.IGNORECASE | re.MULTILINE
)
DELAYED = re.compile(
    r"delayed|will be retried|still trying|keep trying|not yet been delivered|warning: message|延迟|稍后重试",
    re.IGNORECASE,
)
FAILED = re.compile(
    r"permanent|giving up|given up|undeliver|could not be delivered|delivery.{0,20}fail|fail.{0,20}deliver"
    r"|failure notice|returned mail|退信|无法送达|投递失败|未送达",
    re.IGNORECASE,
)


class Bounce(msgspec.Struct, frozen=True):
    """An email that came back. `refusal` None: nothing that counts for its recipient."""

    message: UUID
    refusal: Refusal | None


def read_bounce(raw: bytes, tokens: BounceTokens) -> Bounce | None:
    """The email that came back; None: this is no notification of a server about an email of this site.

    May take seconds for a hostile email: call it in a thread.
    """
    try:
        return _read(raw[:MAX_BYTES], tokens)
    except Exception:  # noqa: BLE001 - any error of the parser: the next email must be read
        return None


def _read(raw: bytes, tokens: BounceTokens) -> Bounce | None:
    if raw.lower().count(b"boundary") > MAX_BOUNDARIES:
        return None
    email = message_from_bytes(raw, policy=bounded_policy())
    parts = _parts(email)
    report = next((part for part in parts if part.get_content_type() == "message/delivery-status"), None)
    if report is None and not _is_from_server(email):
        return None
    message = tokens.find_in(_recipients(email)) or _find_returned(raw, parts, tokens)
    if message is None:
        return None
    return Bounce(message, _judge_report(report, parts) if report is not None else _judge_text(email, parts))


def _parts(email: Message) -> list[Message]:
    """The parts, without those of the email that came back: what it said is not what the server says."""
    parts: list[Message] = []
    waiting = [email]
    while waiting and len(parts) < MAX_PARTS:
        part = waiting.pop(0)
        parts.append(part)
        if part.get_content_maintype() == "multipart":
            waiting += [inner for inner in part.get_payload() if isinstance(inner, Message)]
    return parts


def _recipients(email: Message) -> list[str]:
    given = [str(value) for name in RECIPIENT_HEADERS for value in email.get_all(name, [])]
    return [address for _, address in getaddresses(given)]


def _is_from_server(email: Message) -> bool:
    sender = parseaddr(str(email.get("from", "")))[1]
    return bool(SERVERS.match(sender)) or bool(email.get("x-failed-recipients"))


def _find_returned(raw: bytes, parts: list[Message], tokens: BounceTokens) -> UUID | None:
    """The token in the returned headers, as they are or in an encoded part."""
    texts = [raw.decode("ascii", "replace"), *(_text(part) for part in parts)]
    for text in texts:
        for number, found in enumerate(RETURNED.finditer(text)):
            if number == MAX_TOKENS:
                break
            if message := tokens.read(found[1].lower()):
                return message
    return None


def _text(part: Message) -> str:
    """The decoded text of a part; of one that a server returned in an encoding, too."""
    if part.is_multipart():
        return ""
    payload = part.get_payload(decode=True)
    if not isinstance(payload, bytes):
        return ""
    charset = part.get_content_charset() or "utf-8"
    try:
        return payload.decode(charset, "replace")
    except LookupError:
        return payload.decode("utf-8", "replace")


def _judge_report(report: Message, parts: list[Message]) -> Refusal | None:
    """The first recipient that failed, by the fields of the report."""
    blocks = report.get_payload()
    for block in blocks if isinstance(blocks, list) else []:
        if not isinstance(block, Message) or str(block.get("action", "")).strip().lower() != "failed":
            continue
        answer = str(block.get("diagnostic-code", ""))
        # Each email has one recipient; others are where they have it forwarded.
        return judge(answer or _words(parts), status=str(block.get("status", "")))
    return None


def _judge_text(email: Message, parts: list[Message]) -> Refusal | None:
    words = _words(parts)
    subject = str(email.get("subject", ""))
    is_failed = bool(FAILED.search(subject) or FAILED.search(words))
    if not is_failed or (DELAYED.search(subject) and not FAILED.search(subject)):
        return None
    if judged := judge(words):
        return judged
    # Exim's own routers name no code.
    if "permanent" in words.lower() and UNKNOWN.search(words):
        return Refusal(HARD, "unknown", "")
    return None


def _words(parts: list[Message]) -> str:
    """The words of the server, before the returned email that some append to it."""
    text = next((text for part in parts if part.get_content_type() == "text/plain" and (text := _text(part))), "")
    if not text:
        html = next((_text(part) for part in parts if part.get_content_type() == "text/html"), "")
        text = re.sub(r"<[^<>]{0,500}>", " ", html[: 4 * MAX_TEXT])
    return RETURNED_BELOW.split(text[:MAX_TEXT], maxsplit=1)[0]
