"""Texts of a service in place of the standard ones: filled in, escaped, and counted as SMS."""

import pytest

from balai.messaging.email_rendering import render
from balai.messaging.own_texts.segments import count_segments
from balai.messaging.own_texts.texts import KINDS, standard_texts
from balai.messaging.queue import OutgoingMessage
from balai.messaging.sms_sender import render_sms
from balai.messaging.templates import LANGUAGES

FACTS = {"name": "Mei {link}", "service": "<b>Yoga</b>", "when": "Monday, 10:00", "url": "https://a.example/x"}


@pytest.mark.parametrize(
    ("text", "encoding", "units", "segments"),
    [
        ("a" * 160, "GSM-7", 160, 1),
        ("a" * 161, "GSM-7", 161, 2),
        ("a" * 307, "GSM-7", 307, 3),
        ("€" * 80, "GSM-7", 160, 1),
        # A character of two units is not cut at the end of a part: 152 of its 153 are used.
        ("€" * 153, "GSM-7", 306, 3),
        ("Hẹn gặp lại", "UCS-2", 11, 1),
        ("预" * 70, "UCS-2", 70, 1),
        ("预" * 71, "UCS-2", 71, 2),
        ("😀" * 35, "UCS-2", 70, 1),
        ("😀" * 67, "UCS-2", 134, 3),
        ("", "GSM-7", 0, 1),
    ],
)
def test_segments_are_counted_as_networks_do(text: str, encoding: str, units: int, segments: int) -> None:
    cost = count_segments(text)
    assert (cost.encoding, cost.units, cost.segments) == (encoding, units, segments)


def test_own_texts_stand_in_the_email_escaped_and_filled_in_once() -> None:
    own = {
        "own_subject": "See you,\n{service}",
        "own_body": "Hello {name}\nat <{service}>",
        "addition": "Bring a mat.",
        "link": "https://a.example/x",
    }
    email = render(OutgoingMessage("booking_confirmed", "m@example.org", "en", {**FACTS, **own}), site="Site")
    assert email.subject == "See you, <b>Yoga</b>"
    assert "Hello Mei {link}\nat <<b>Yoga</b>>\n\nBring a mat." in email.plain
    assert "Hello Mei {link}<br>at &lt;&lt;b&gt;Yoga&lt;/b&gt;&gt;</p>" in email.html
    assert ">Bring a mat.</p>" in email.html
    assert "<b>Yoga" not in email.html
    sms = render_sms(
        OutgoingMessage("booking_confirmed", "60", "en", {**FACTS, "own_sms": "{name}: {link}", "link": "L"}),
        site="Site",
    )
    assert sms == "Mei {link}: L"


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_message_has_standard_texts(language: str) -> None:
    for kind in KINDS:
        texts = standard_texts(kind, language)
        assert texts.subject
        assert texts.body
        assert "{link}" in texts.sms
        assert "{url}" not in texts.sms
