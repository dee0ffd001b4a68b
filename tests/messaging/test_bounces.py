"""Notifications that an email did not arrive, in the forms of common servers, and forged ones."""

import time
from email.message import EmailMessage
from uuid import UUID, uuid4

import aiosmtplib
import pytest

from balai.messaging.bounces.reading import Bounce, read_bounce
from balai.messaging.bounces.refusals import HARD, SOFT, Refusal, judge, refusal_of
from balai.messaging.bounces.tokens import HEADER, BounceTokens
from balai.messaging.hook_delivery import PermanentFailure

TOKENS = BounceTokens("a secret of the site that is long enough", "reply@site.example")
ID = UUID("6f9b1c1e-0d3a-4f55-8a3e-2b1f0c9d8e7f")
TOKEN = TOKENS.make(ID)
TO = f"reply+b{TOKEN}@site.example"
ORIGINAL = f"From: Site <site@site.example>\nTo: mei@far.example\nSubject: News\n{HEADER}: {TOKEN}\n"
UNKNOWN = Refusal(HARD, "unknown", "5.1.1")


def report(
    fields: str,
    *,
    words: str = "I'm sorry to have to inform you that your message could not be delivered.",
    to: str = TO,
    returned: str = ORIGINAL,
    sender: str = "Mail Delivery System <MAILER-DAEMON@far.example>",
) -> bytes:
    """A report of RFC 3464: the words, the fields of one recipient, the returned headers."""
    return (
        f"From: {sender}\nTo: {to}\nSubject: Undelivered Mail Returned to Sender\nAuto-Submitted: auto-replied\n"
        'MIME-Version: 1.0\nContent-Type: multipart/report; report-type=delivery-status; boundary="=_b"\n\n'
        f"--=_b\nContent-Type: text/plain; charset=us-ascii\n\n{words}\n\n"
        "--=_b\nContent-Type: message/delivery-status\n\nReporting-MTA: dns; far.example\n\n"
        f"Final-Recipient: rfc822; mei@far.example\n{fields}\n\n"
        f"--=_b\nContent-Type: text/rfc822-headers\n\n{returned}\n--=_b--\n"
    ).encode()


def plain(words: str, *, sender: str, subject: str, to: str = TO, more: str = "") -> bytes:
    """A notification without a report."""
    email = EmailMessage()
    email["From"], email["To"], email["Subject"] = sender, to, subject
    email.set_content(words)
    return more.encode() + email.as_bytes()


POSTFIX = report("Action: failed\nStatus: 5.1.1\nDiagnostic-Code: smtp; 550 5.1.1 <mei@far.example>: User unknown")
POSTFIX_EXPIRED = report("Action: failed\nStatus: 4.4.1\nDiagnostic-Code: X-Postfix; connect to far.example: timed out")
POSTFIX_DELAYED = report("Action: delayed\nStatus: 4.4.1\nDiagnostic-Code: X-Postfix; connection refused")
EXIM = report("Action: failed\nStatus: 5.0.0\nDiagnostic-Code: smtp; 550 No such user here")
EXCHANGE = report(
    "Action: failed\nStatus: 5.1.10\nDiagnostic-Code: smtp;550 5.1.10 RESOLVER.ADR.RecipientNotFound; not found",
    sender="postmaster@far.onmicrosoft.example",
)
GMAIL_FULL = report(
    "Action: failed\nStatus: 5.2.2\nDiagnostic-Code: smtp; 552-5.2.2 The recipient's inbox is out of storage space.",
    sender="Mail Delivery Subsystem <mailer-daemon@googlemail.example>",
)
GMAIL_SPAM = report("Action: failed\nStatus: 5.7.26\nDiagnostic-Code: smtp; 550-5.7.26 not authenticated (SPF, DKIM)")
ARRIVED = report("Action: delivered\nStatus: 2.0.0")
EXIM_OLD = plain(
    "This message was created automatically by mail delivery software.\n\nA message that you sent could not be"
    " delivered to one or more of its\nrecipients. This is a permanent error. The following address(es) failed:\n\n"
    "  mei@far.example\n    host mx.far.example [192.0.2.5]\n    SMTP error from remote mail server after RCPT TO:\n"
    "    550 5.1.1 unknown user\n\n"
    f"------ This is a copy of the message, including all the headers. ------\n\n{ORIGINAL}",
    sender="Mail Delivery System <Mailer-Daemon@far.example>",
    subject="Mail delivery failed: returning message to sender",
    to="site@site.example",
    more="X-Failed-Recipients: mei@far.example\n",
)
EXIM_WARNING = plain(
    "A message that you sent has not yet been delivered. No action is required. It will be retried. 451 4.7.1 later",
    sender="Mailer-Daemon@far.example",
    subject="Warning: message 1aBcDe delayed 24 hours",
)
QMAIL = plain(
    "Hi. This is the qmail-send program.\nI'm afraid I wasn't able to deliver your message to the following addresses."
    "\nThis is a permanent error; I've given up. Sorry it didn't work out.\n\n<mei@far.example>:\n"
    "192.0.2.9 does not like recipient.\nRemote host said: 550 Mailbox unavailable\nGiving up on 192.0.2.9.\n",
    sender="MAILER-DAEMON@far.example",
    subject="failure notice",
)
QQ = plain(
    "很抱歉，您发送的邮件被退回，以下是该邮件的相关信息：\n收件人: mei@qq.example\n"
    "退信原因: 收件人邮件地址（mei@qq.example）不存在，邮件无法送达。\n"
    "host mx.qq.example said: 550 Mailbox not found (in reply to RCPT TO command)\n",
    sender="PostMaster@qq.example",
    subject="系统退信/Systems bounce",
)
NETEASE = plain(
    "抱歉，您的邮件被退回来了……\n收件人: mei@163.example\n退信原因: 552 Quota exceeded, 对方邮箱已满\n",
    sender="Postmaster@163.example",
    subject="系统退信",
)
NETEASE_SPAM = plain(
    "抱歉，您的邮件被退回来了……\n退信代码: 554 DT:SPM 发送的邮件内容包含了未被许可的信息，或被系统识别为垃圾邮件\n",
    sender="Postmaster@163.example",
    subject="系统退信",
)


@pytest.mark.parametrize(
    ("raw", "refusal"),
    [
        (POSTFIX, UNKNOWN),
        (POSTFIX_EXPIRED, Refusal(SOFT, "unreachable", "4.4.1")),
        (POSTFIX_DELAYED, None),
        (EXIM, Refusal(HARD, "unknown", "5.0.0")),
        (EXCHANGE, Refusal(HARD, "unknown", "5.1.10")),
        (GMAIL_FULL, Refusal(SOFT, "full", "5.2.2")),
        (GMAIL_SPAM, None),
        (ARRIVED, None),
        (EXIM_OLD, UNKNOWN),
        (EXIM_WARNING, None),
        (QMAIL, Refusal(HARD, "refused", "550")),
        (QQ, Refusal(HARD, "unknown", "550")),
        (NETEASE, Refusal(SOFT, "full", "552")),
        (NETEASE_SPAM, None),
    ],
)
def test_notifications_of_common_servers(raw: bytes, refusal: Refusal | None) -> None:
    assert read_bounce(raw, TOKENS) == Bounce(ID, refusal)


def test_the_secret_is_found_in_returned_headers_in_any_encoding() -> None:
    """Where the provider replaces the envelope sender, the notification goes to the account itself."""
    fields = "Action: failed\nStatus: 5.1.1"
    assert read_bounce(report(fields, to="site@site.example"), TOKENS) == Bounce(ID, UNKNOWN)
    encoded = EmailMessage()
    encoded["From"], encoded["To"], encoded["Subject"] = "postmaster@far.example", "site@site.example", "failure notice"
    encoded.set_content(
        f"Delivery failed: 550 5.1.1 unknown\n\n--- Below this line is a copy.\n\n{ORIGINAL}", cte="base64"
    )
    assert read_bounce(encoded.as_bytes(), TOKENS) == Bounce(ID, UNKNOWN)
    # Some servers write the address in upper case.
    assert read_bounce(report(fields, to=TO.upper(), returned=""), TOKENS) == Bounce(ID, UNKNOWN)


@pytest.mark.parametrize(
    "raw",
    [
        # The id alone, as a Message-ID has it, and tokens that another site made.
        report("Action: failed\nStatus: 5.1.1", to="site@site.example", returned=f"Message-ID: <{ID}@site.example>\n"),
        report("Action: failed\nStatus: 5.1.1", to=TO.replace(TOKEN, TOKEN[:-1] + "a"), returned=""),
        report(
            "Action: failed\nStatus: 5.1.1",
            to=TO.replace(TOKEN, BounceTokens("another secret", "reply@site.example").make(ID)),
            returned="",
        ),
        report("Action: failed\nStatus: 5.1.1", to=TO.replace("site.example", "evil.example"), returned=""),
        # A member's own words, and an absence note with the true address.
        plain("550 5.1.1 unknown user", sender="Mei <mei@far.example>", subject="Delivery failed"),
        plain("I am away. 550 5.1.1", sender="mei@far.example", subject="Away", more="Auto-Submitted: auto-replied\n"),
        b"",
        b"\xff\xfe" * 400,
    ],
)
def test_what_has_no_secret_is_no_bounce(raw: bytes) -> None:
    assert read_bounce(raw, TOKENS) is None


def test_hostile_notifications_take_little_time() -> None:
    begun = time.thread_time()
    read_bounce(POSTFIX.replace(b"--=_b--", b"x" * 30_000_000), TOKENS)
    read_bounce(f"From: postmaster@a.example\nTo: {'<' * 200_000}\n\n{HEADER}: {'a' * 200_000}".encode(), TOKENS)
    read_bounce(f"From: postmaster@a.example\n\n{f'{HEADER}: {TOKEN[::-1]} ' * 4000}".encode(), TOKENS)
    assert time.thread_time() - begun < 5


def test_the_envelope_sender_fits_its_domain_and_its_length() -> None:
    assert TOKENS.sender_of(ID, "Site@Site.Example") == TO
    assert TOKENS.sender_of(ID, "site@other.example") is None
    assert BounceTokens("secret", f"{'reply' * 6}@site.example").sender_of(ID, "a@site.example") is None
    assert BounceTokens("secret", "").sender_of(ID, "a@site.example") is None
    assert TOKENS.read(TOKENS.make(other := uuid4())) == other


def refused(code: int, text: str) -> PermanentFailure:
    error = PermanentFailure(text)
    answers = [aiosmtplib.SMTPRecipientRefused(code, text, "mei@far.example")]
    error.__cause__ = aiosmtplib.SMTPRecipientsRefused(answers)
    return error


def test_refusals_at_the_door_are_about_the_recipient_or_the_site() -> None:
    assert refusal_of(refused(550, "5.1.1 no such user")) == UNKNOWN
    assert refusal_of(refused(550, "no such person")) == Refusal(HARD, "unknown", "550")
    assert refusal_of(refused(450, "4.2.0 greylisted")) == Refusal(SOFT, "unreachable", "4.2.0")
    assert refusal_of(refused(553, "5.7.1 Sender address rejected: not owned by user")) is None
    assert refusal_of(refused(554, "192.0.2.1 is on our block list")) is None
    assert refusal_of(aiosmtplib.SMTPDataError(554, "looks like spam")) is None
    assert refusal_of(aiosmtplib.SMTPDataError(550, "5.2.1 mailbox closed")) == Refusal(HARD, "unknown", "5.2.1")
    assert refusal_of(aiosmtplib.SMTPConnectError("down")) is None
    assert judge("see 10.5.1.1 and 5.1.1.7") is None
