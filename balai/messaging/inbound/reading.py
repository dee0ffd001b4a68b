"""Reads an email that arrived at a reply address: the secret of the address, the new text, what is attached.

The quoted email and the signature are cut off without knowing the language of the email program: quotations are marked
with `>` or `<blockquote>`, and the line that introduces them contains an address of the site or ends with a colon.

Anyone can send an email here. The parser of the standard library fails on some malformed headers, and its time grows
with the square of a header's length: what it reads is limited, and an email that it cannot read is reported as such.
"""

import hashlib
import re
from email import message_from_bytes
from email.errors import MessageError
from email.message import EmailMessage
from email.policy import EmailPolicy
from email.utils import getaddresses, parseaddr
from html.parser import HTMLParser
from time import thread_time
from typing import Any
from uuid import UUID

import msgspec

# Errors of the parser of the standard library for malformed headers.
PARSER_ERRORS = (
    MessageError,
    ValueError,
    LookupError,
    AttributeError,
    TypeError,
    NameError,
    RuntimeError,
    AssertionError,
)
RECIPIENT_HEADERS = ("to", "cc", "delivered-to", "x-original-to", "envelope-to")
BULK = {"bulk", "junk", "list", "auto_reply"}
ROBOTS = ("mailer-daemon@", "postmaster@", "no-reply@", "noreply@")
MAX_ATTACHMENTS = 10
# Parts that email programs add by themselves: signatures and keys, and Outlook's own form of the text.
ADDED_BY_PROGRAMS = re.compile(r"application/(?:(?:x-)?pkcs7-|pgp-|(?:vnd\.)?ms-tnef)")
MAX_HEADER, MAX_TEXT, MAX_DEPTH = 4000, 300_000, 200
# Each line is compared with the boundaries of all parts around it.
MAX_BOUNDARIES = 100
MAX_MARK_LENGTH = 200
# CPU seconds for all headers of an email.
MAX_HEADERS_S = 5.0
# "-----Original Message-----", a rule, the mark of a signature.
SEPARATOR = re.compile(r"^(-{2,}.*\w.*-{2,}|_{8,}|--)$")
# The copied header of an email, in the languages of common programs.
COPIED_HEADER = re.compile(
    r"^\*?(From|De|Von|Van|发件人|寄件者|寄件人|Daripada|Dari|Từ)\*?\s?[:：]\s?\S", re.IGNORECASE
)
DEVICE = re.compile(r"^(Sent from my |Sent from Outlook|Get Outlook for |发自我的|Dihantar dari |Được gửi từ |Gửi từ )")
QUOTING_CLASSES = ("gmail_quote", "moz-cite-prefix", "yahoo_quoted", "protonmail_quote")
QUOTING_IDS = ("divRplyFwdMsg", "appendonsend", "mail-editor-reference-message-container")
BLOCK_TAGS = {"p", "div", "br", "li", "tr", "h1", "h2", "h3", "h4", "ul", "ol", "table", "blockquote"}
SILENT_TAGS = {"style", "script", "head", "title"}
VOID_TAGS = {"br", "hr", "img", "meta", "link", "input", "wbr", "col"}


class UnreadableEmail(Exception):
    """The email is malformed, or takes too long to read."""


class Attachment(msgspec.Struct, frozen=True):
    """A picture or another file. `name`: as the email has it, maybe empty."""

    name: str
    body: bytes
    is_picture: bool


class ReplyEmail(msgspec.Struct, frozen=True):
    """A received email. `link`: the secret of the reply address; None if it was sent to another address.

    An email without a link, or that a program wrote, has no text and no attachments here: nothing reads them.
    """

    message_id: str
    sender: str
    link: UUID | None
    text: str
    is_automatic: bool
    attachments: tuple[Attachment, ...] = ()


def read_reply(raw: bytes, address: str, own_addresses: tuple[str, ...]) -> ReplyEmail:
    """Read an email. `address`: the reply address without a secret; `own_addresses`: the site's senders.

    Raises UnreadableEmail. May take seconds for a hostile email: call it in a thread.
    """
    try:
        return _read(raw, address, own_addresses)
    except Exception as error:
        # Any error of the parser: the next email must be read.
        raise UnreadableEmail(type(error).__name__) from error


def _read(raw: bytes, address: str, own_addresses: tuple[str, ...]) -> ReplyEmail:
    if raw.lower().count(b"boundary") > MAX_BOUNDARIES:
        raise UnreadableEmail("too many parts")
    email = message_from_bytes(raw, policy=bounded_policy())
    if not isinstance(email, EmailMessage):
        raise TypeError("the policy makes EmailMessage")
    link, is_automatic = _find_link(email, address), _is_automatic(email)
    is_read = link is not None and not is_automatic
    return ReplyEmail(
        # Without one, the same bytes are the same email.
        message_id=_header(email, "message-id") or hashlib.sha256(raw).hexdigest(),
        sender=parseaddr(_header(email, "from"))[1].lower(),
        link=link,
        text=cut_reply(_text_of(email), (address.partition("@")[0] + "+", *own_addresses)) if is_read else "",
        is_automatic=is_automatic,
        attachments=tuple(_attachments(email)) if is_read else (),
    )


def bounded_policy() -> EmailPolicy:
    """The default policy for one email, with limits. A header that cannot be parsed is empty."""
    begun = thread_time()

    class BoundedPolicy(EmailPolicy):
        def header_fetch_parse(self, name: str, value: str) -> Any:
            if thread_time() - begun > MAX_HEADERS_S:
                raise UnreadableEmail("too many headers")
            try:
                return super().header_fetch_parse(name, value[:MAX_HEADER])
            except PARSER_ERRORS:
                return super().header_fetch_parse(name, "")

    return BoundedPolicy()


def cut_reply(text: str, own_addresses: tuple[str, ...]) -> str:
    """The text without quotations, the lines that introduce them, and signatures."""
    kept: list[str] = []
    for line in text.replace("\r\n", "\n").split("\n"):
        bare = line.strip()
        if any(own and own.lower() in bare.lower() for own in own_addresses):
            # The address alone on its line: the beginning of the sentence is above it.
            if bare.startswith("<"):
                _drop_paragraph_end(kept)
            break
        is_mark = len(bare) <= MAX_MARK_LENGTH and SEPARATOR.match(bare)
        if is_mark or COPIED_HEADER.match(bare) or DEVICE.match(bare):
            break
        if bare.startswith(">"):
            _drop_introduction(kept)
            continue
        kept.append(line.rstrip())
    return re.sub(r"\n{3,}", "\n\n", "\n".join(kept)).strip()


def _drop_introduction(kept: list[str]) -> None:
    """Remove "On Monday … wrote:" before a quotation: up to three lines, of which the last ends with a colon."""
    while kept and not kept[-1].strip():
        kept.pop()
    if kept and kept[-1].strip().endswith((":", "：")) and any(mark.isdigit() for mark in "".join(kept[-3:])):
        _drop_paragraph_end(kept)
    else:
        kept.append("")


def _drop_paragraph_end(kept: list[str]) -> None:
    for _ in range(3):
        if not kept or not kept[-1].strip():
            break
        kept.pop()


def _find_link(email: EmailMessage, address: str) -> UUID | None:
    local, _, domain = address.lower().partition("@")
    given = [value for name in RECIPIENT_HEADERS for value in email.get_all(name, [])]
    for _, found in getaddresses([str(value) for value in given]):
        name, _, host = found.lower().partition("@")
        base, plus, secret = name.partition("+")
        if plus and base == local and host == domain and re.fullmatch(r"[0-9a-f]{32}", secret):
            return UUID(secret)
    return None


def _is_automatic(email: EmailMessage) -> bool:
    """Whether a program wrote it: a bounce, an absence note, a mailing list."""
    return (
        _header(email, "auto-submitted").lower().partition(";")[0].strip() not in ("", "no")
        or _header(email, "precedence").lower() in BULK
        or any(_header(email, name) for name in ("x-autoreply", "x-autorespond", "list-id", "x-failed-recipients"))
        or _header(email, "return-path").strip() == "<>"
        or email.get_content_type() in ("multipart/report", "message/delivery-status")
        or parseaddr(_header(email, "from"))[1].lower().startswith(ROBOTS)
    )


def _header(email: EmailMessage, name: str) -> str:
    return str(email.get(name, "")).replace("\0", "").strip()


def _text_of(email: EmailMessage) -> str:
    body = email.get_body(preferencelist=("plain", "html"))
    if body is None:
        return ""
    try:
        text = str(body.get_content())
    except (LookupError, ValueError):
        payload = body.get_payload(decode=True)
        text = payload.decode("utf-8", "replace") if isinstance(payload, bytes) else ""
    text = text[:MAX_TEXT]
    if body.get_content_type() == "text/html":
        reader = _HtmlText()
        reader.feed(text)
        text = reader.text()
    # Some encodings decode to single surrogates, which are no characters.
    return text.replace("\0", "").replace("\xa0", " ").encode("utf-8", "replace").decode()


def _attachments(email: EmailMessage) -> list[Attachment]:
    """Pictures, and files with a name."""
    body = email.get_body(preferencelist=("plain", "html"))
    found: list[Attachment] = []
    for part in email.walk():
        name, is_picture = part.get_filename(""), part.get_content_maintype() == "image"
        is_file = bool(name) and not part.is_multipart() and not ADDED_BY_PROGRAMS.match(part.get_content_type())
        if part is body or len(found) == MAX_ATTACHMENTS or not (is_picture or is_file):
            continue
        payload = part.get_payload(decode=True)
        if isinstance(payload, bytes) and payload:
            found.append(Attachment(name, payload, is_picture))
    return found


class _HtmlText(HTMLParser):
    """The text of an HTML email, without quotations. Everything after a marked beginning of a quotation is left out."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self._parts: list[str] = []
        self._skipped: list[str] = []
        self._is_over = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Begin a line, or leave out what the element contains."""
        if self._is_over:
            return
        given = {name: value or "" for name, value in attrs}
        if given.get("id", "") in QUOTING_IDS:
            self._is_over = True
        classes = given.get("class", "")
        is_quotation = tag == "blockquote" or any(name in classes for name in QUOTING_CLASSES)
        if tag not in VOID_TAGS and (self._skipped or is_quotation or tag in SILENT_TAGS):
            self._skipped.append(tag)
            # Only to slow the search for the beginning of an element that ends.
            self._is_over = self._is_over or len(self._skipped) > MAX_DEPTH
        elif tag in BLOCK_TAGS:
            self._parts.append("\n")

    def handle_endtag(self, tag: str) -> None:
        """End a line."""
        if self._is_over:
            return
        if self._skipped:
            if tag in self._skipped:
                while self._skipped.pop() != tag:
                    pass
        elif tag in BLOCK_TAGS:
            self._parts.append("\n")

    def handle_data(self, data: str) -> None:
        """Add text."""
        if not self._skipped and not self._is_over:
            self._parts.append(re.sub(r"\s+", " ", data))

    def text(self) -> str:
        """All text, a line for each block."""
        lines = (line.strip() for line in "".join(self._parts).split("\n"))
        return re.sub(r"\n{3,}", "\n\n", "\n".join(lines)).strip()
