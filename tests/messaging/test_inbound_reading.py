"""The reply in an email: without quotations and signatures, whatever the language of the email program."""

import time
from email.message import EmailMessage
from uuid import UUID

import pytest

from balai.messaging.inbound.reading import Attachment, UnreadableEmail, cut_reply, read_reply

LINK = UUID("6f0c1b5e-3f0e-4f4f-9f57-0123456789ab")
ADDRESS = "reply@site.example"
OWN = ("site@site.example",)
SECRET = f"reply+{LINK.hex}@site.example"


def make(text: str = "Thank you!", html: str | None = None, **headers: str) -> bytes:
    email = EmailMessage()
    given = {"From": "Mei <Mei@Example.org>", "To": SECRET, "Subject": "Re: x", "Message-ID": "<1@example.org>"}
    for name, value in (given | {name.replace("_", "-"): value for name, value in headers.items()}).items():
        email[name] = value
    email.set_content(text)
    if html is not None:
        email.add_alternative(html, subtype="html")
    return email.as_bytes()


@pytest.mark.parametrize(
    "tail",
    [
        "On Mon, 23 Nov 2026 at 10:00, Site <site@site.example> wrote:\n\n> Hello Mei,\n> more",
        "On Monday, 23 November 2026 at ten to ten in the\nmorning, Site\n<site@site.example>\nwrote:\n\n> Hello",
        "在 2026年11月23日，Site <site@site.example> 写道：\n> 您好",
        "Vào Th 2, 23 thg 11, 2026 lúc 10:00 Site <site@site.example> đã viết:\n> Xin chào",
        "2026-11-23 10:00 GMT+08:00, Site menulis:\n> Hai",
        "-----Original Message-----\nFrom: Site",
        "________________________________\nFrom: Site <site@site.example>\nSent: Monday",
        "发件人： Site\n发送时间：2026",
        "-- \nMei Tan\n+60 12 345",
        "Sent from my phone",
    ],
)
def test_quotations_and_signatures_are_cut_off(tail: str) -> None:
    assert cut_reply(f"Thank you!\n\nSecond paragraph: really.\n\n{tail}", ("reply+", *OWN)) == (
        "Thank you!\n\nSecond paragraph: really."
    )


def test_answers_between_quotations_stay() -> None:
    text = "> Where do I register?\n\nAt the clinic.\n\n> And when?\n\nOn Monday."
    assert cut_reply(text, OWN) == "At the clinic.\n\nOn Monday."


def test_own_words_with_colons_and_numbers_stay() -> None:
    text = "Bring 3 things:\n- passport\n- photo\n\nSee you at 10:30"
    assert cut_reply(text, OWN) == text


def test_html_alone_is_read_without_quotations() -> None:
    email = EmailMessage()
    email["From"], email["To"] = "mei@example.org", f"Site <{SECRET.upper()}>"
    email.set_content(
        "<style>p{}</style><div>Thank&nbsp;you!<br>Bye</div>"
        '<div class="gmail_quote">On Monday<blockquote>old</blockquote></div><script>x</script>',
        subtype="html",
    )
    reply = read_reply(email.as_bytes(), ADDRESS, OWN)
    assert (reply.text, reply.link) == ("Thank you!\nBye", LINK)
    # Without a Message-ID the bytes name the email.
    assert len(reply.message_id) == 64


def test_reply_address_is_found_in_any_recipient_header() -> None:
    assert read_reply(make(), ADDRESS, OWN).link == LINK
    forwarded = make(To="other@site.example", Delivered_To=SECRET)
    assert read_reply(forwarded, ADDRESS, OWN).link == LINK
    for other in ("reply@site.example", f"reply+{LINK.hex}@evil.example", "reply+short@site.example"):
        assert read_reply(make(To=other), ADDRESS, OWN).link is None
    assert read_reply(make(), ADDRESS, OWN).sender == "mei@example.org"


@pytest.mark.parametrize(
    "headers",
    [
        {"Auto_Submitted": "auto-replied"},
        {"Precedence": "bulk"},
        {"X_Autoreply": "yes"},
        {"List_Id": "<list.example.org>"},
        {"Return_Path": "<>"},
        {"From": "MAILER-DAEMON@example.org"},
    ],
)
def test_emails_of_programs_are_recognised(headers: dict[str, str]) -> None:
    assert read_reply(make(**headers), ADDRESS, OWN).is_automatic
    assert not read_reply(make(Auto_Submitted="no"), ADDRESS, OWN).is_automatic


@pytest.mark.parametrize(
    "raw",
    [
        b"",
        b"\xff\xfe\x00",
        b"From: \xff\nTo: <<>>\n\nhello",
        b"Content-Type: text/plain; charset=nonsense\n\nhello \xff",
        b"Content-Type: multipart/mixed; boundary=x\n\n--x\n\n",
        b"Content-Type: multipart/report; report-type=delivery-status; boundary=x\n\n--x--",
    ],
)
def test_broken_emails_raise_nothing(raw: bytes) -> None:
    assert read_reply(raw, ADDRESS, OWN).link is None


def test_attachments_are_pictures_and_named_files() -> None:
    email = EmailMessage()
    email["To"] = SECRET
    email.set_content("See")
    email.add_attachment(b"\x89PNG\r\n\x1a\n", maintype="image", subtype="png")
    email.add_attachment(b"%PDF-1.7", maintype="application", subtype="pdf", filename="đơn.pdf")
    email.add_attachment("BEGIN:VCARD", subtype="vcard")
    email.add_attachment(b"0", maintype="application", subtype="pkcs7-signature", filename="smime.p7s")
    assert read_reply(email.as_bytes(), ADDRESS, OWN).attachments == (
        Attachment("", b"\x89PNG\r\n\x1a\n", is_picture=True),
        Attachment("đơn.pdf", b"%PDF-1.7", is_picture=False),
    )


# Each of these made the parser of the standard library fail, and the email wait at the head of the mailbox for ever.
@pytest.mark.parametrize("value", ["<", '"', "a@", "<a@[", "a@[1", "(" * 3000, "=?utf-8?q?a=00b?=", "a\0b"])
@pytest.mark.parametrize("name", ["From", "Cc", "Message-ID", "Content-Type", "Content-Transfer-Encoding"])
def test_a_malformed_header_is_an_empty_one(name: str, value: str) -> None:
    given = {"From": "mei@example.org", "To": SECRET, "Message-ID": "<1@example.org>"} | {name: value}
    raw = "".join(f"{key}: {line}\r\n" for key, line in given.items()).encode() + b"\r\nThank you!"
    email = read_reply(raw, ADDRESS, OWN)
    assert (email.link, email.text) == (LINK, "Thank you!")
    assert "\0" not in email.message_id + email.sender


def test_an_email_of_thousands_of_parts_is_not_read() -> None:
    raw = b"".join(b"Content-Type: multipart/mixed; boundary=b%d\r\n\r\n--b%d\r\n" % (n, n) for n in range(3000))
    with pytest.raises(UnreadableEmail):
        read_reply(raw, ADDRESS, OWN)


@pytest.mark.parametrize("text", ["-" * 300_000 + "a", "<" * 2_000_000, "<style>" + "<x>" * 50_000 + "</y>" * 30_000])
def test_a_hostile_text_takes_a_moment(text: str) -> None:
    kind = "text/html" if text.startswith("<") else "text/plain"
    begun = time.thread_time()
    read_reply(f"From: a@b.c\r\nTo: {SECRET}\r\nContent-Type: {kind}\r\n\r\n{text}".encode(), ADDRESS, OWN)
    assert time.thread_time() - begun < 8
