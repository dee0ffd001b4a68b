"""Answers of mail servers about a recipient: refused for good (2 points), for now (1), or nothing about them.

Servers refuse emails for what the site does as well: a sender that is not verified, an address on a list of senders of
spam, a text that they take for spam. Such a refusal does not count: else one bad day of the site stopped its emails to
all members at one provider. The checks of the email account find these causes.
"""

import re
from typing import Literal

import aiosmtplib
import msgspec

Reason = Literal["unknown", "full", "refused", "unreachable"]
HARD, SOFT = 2, 1
# RFC 3463, not within an IP address or a version.
ENHANCED = re.compile(r"(?<![\d.])([245])\.(\d{1,3})\.(\d{1,3})(?!\.?\d)")
REPLY_CODE = re.compile(r"(?<![\d.])([45]\d\d)(?=[ \-#])")
FULL = re.compile(r"quota|full|over ?limit|storage|空间|已满|容量", re.IGNORECASE)
UNKNOWN = re.compile(
    r"user unknown|unknown user|no such|not found|does ?n[o']t exist|not exist|invalid recipient|no mailbox|unrouteable"
    r"|non.?existent|不存在|未找到",
    re.IGNORECASE,
)
ABOUT_SITE = re.compile(
    r"spam|block|black ?list|reputation|\bspf\b|\bdkim\b|dmarc|\brbl\b|authenticat|relay|policy|DT:|content denied"
    r"|frequency limited|垃圾|黑名单|频率",
    re.IGNORECASE,
)
MAX_TEXT = 20_000


class Refusal(msgspec.Struct, frozen=True):
    """A refusal that counts for the recipient."""

    points: int
    reason: Reason
    status: str


def judge(text: str, *, status: str = "", code: int | None = None) -> Refusal | None:
    """The meaning of an answer. `status`: the code of RFC 3463 if a field has it. None: not about the recipient."""
    text = text[:MAX_TEXT]
    found = ENHANCED.search(status)
    # "5.0.0" says only that it is permanent; the server's own answer may have more.
    if found is None or found[2] == "0":
        found = ENHANCED.search(text) or found
    if code is None and (replied := REPLY_CODE.search(text)):
        code = int(replied[1])
    if found is None or found[2] == "0":
        return _judge_code(text, code if code is not None else int(found[1]) * 100 if found else None, found)
    kind, subject, detail = found[1], int(found[2]), int(found[3])
    if kind == "2" or subject in (5, 6, 7) or (subject == 1 and detail in (7, 8)) or (subject, detail) == (3, 4):
        return None
    known = f"{kind}.{subject}.{detail}"
    if (subject, detail) == (2, 2):
        return Refusal(SOFT, "full", known)
    if kind == "4" or (subject, detail) == (4, 7):
        # The second: it was tried for days.
        return Refusal(SOFT, "unreachable", known)
    # Of a domain that does not exist, and of a mailbox that is closed.
    is_unknown = subject == 1 or (subject, detail) in ((2, 1), (4, 4), (4, 310)) or bool(UNKNOWN.search(text))
    return Refusal(HARD, "unknown" if is_unknown else "refused", known)


def _judge_code(text: str, code: int | None, found: re.Match[str] | None) -> Refusal | None:
    if code is None or not 400 <= code < 600:
        return None
    known = found[0] if found else str(code)
    is_unknown = bool(UNKNOWN.search(text))
    if not is_unknown and ABOUT_SITE.search(text):
        return None
    if code in (452, 552) or (FULL.search(text) and not is_unknown):
        return Refusal(SOFT, "full", known)
    if code < 500:
        return Refusal(SOFT, "unreachable", known)
    return Refusal(HARD, "unknown" if is_unknown else "refused", known)


def refusal_of(error: BaseException) -> Refusal | None:
    """The meaning of the error that ended a delivery: one of the connection or the account has none here."""
    cause: BaseException | None = error
    while cause is not None:
        match cause:
            case aiosmtplib.SMTPRecipientsRefused() if cause.recipients:
                return refusal_of(cause.recipients[0])
            case aiosmtplib.SMTPRecipientRefused():
                return judge(cause.message, code=cause.code)
            case aiosmtplib.SMTPDataError() if ENHANCED.search(cause.message):
                # Without such a code it is about the text.
                return judge(cause.message, code=cause.code)
        cause = cause.__cause__
    return None
