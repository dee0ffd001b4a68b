"""Rendered emails: complete in four languages, escaped, with every variable of the template."""

import re
from html import unescape
from itertools import product
from typing import Any

import msgspec
import pytest

from balai.messaging.email_rendering import RenderedEmail, format_duration, render
from balai.messaging.queue import OutgoingMessage
from balai.messaging.templates import LANGUAGES, TEMPLATES, VARIABLE
from balai.tones import tones_of
from tests.journeys.texts import words_in

VARIABLES = {
    "member": "Mei <b>",
    "url": "https://site.example/x?a=1&b=2",
    "code": "012345",
    "email": "old@example.org",
    "new_email": "new@example.org",
    "new_phone": "+60123456789",
    "provider": "google",
    "code_minutes": "10",
    "host": "Dr Tan",
    "service": "Legal <advice>",
    "when": "Friday",
    "place": "Room 2",
    "deleted_on": "2026-12-22",
    "blocked_until": "2026-12-22T10:00:00+00:00",
    "reason": "Advertising",
    "until": "Saturday",
    "title": "Where to register",
    "files": "form.zip",
    "sender": "Mai <mai@example.org>",
}
KINDS = sorted(TEMPLATES["en"].emails)


def values_of(texts: Any) -> Any:
    """The values that each text of a language shows, by its key."""
    if isinstance(texts, dict):
        return {key: values_of(text) for key, text in texts.items()}
    return [values_of(text) for text in texts] if isinstance(texts, tuple | list) else set(VARIABLE.findall(texts))


def test_every_language_has_the_same_keys_and_values() -> None:
    expected = values_of(msgspec.to_builtins(TEMPLATES["en"]))
    for language in LANGUAGES:
        assert values_of(msgspec.to_builtins(TEMPLATES[language])) == expected


@pytest.mark.parametrize(("kind", "language"), list(product(KINDS, LANGUAGES)))
def test_every_email_is_complete(kind: str, language: str) -> None:
    message = render(OutgoingMessage(kind, "mei@example.org", language, VARIABLES), site="Hội quán")
    for text in (message.subject, message.plain, message.html):
        assert not re.search(r"\{\w+\}", text)
    assert "\n" not in message.subject
    if TEMPLATES[language].emails[kind].button:
        assert VARIABLES["url"] in message.plain
        assert 'href="https://site.example/x?a=1&amp;b=2"' in message.html
    assert "<advice>" not in message.html


def test_braces_in_user_text_stay() -> None:
    variables = {"sender": "{url} {code} {site}", "url": "https://site.example/x", "code": "012345"}
    message = render(OutgoingMessage("message", "mei@example.org", "en", variables), site="Site")
    assert "{url} {code} {site}" in message.subject


def test_latin_names_have_room_among_chinese_characters() -> None:
    variables = {**VARIABLES, "host": "Nguyễn Thị Mai", "service": "法律咨询"}
    message = render(OutgoingMessage("booking_handed_over", "mei@example.org", "zh", variables), site="Balai 和谐馆")
    assert message.subject == "改由 Nguyễn Thị Mai 接待：法律咨询，Friday"
    assert "在 Balai 和谐馆有账号" in message.plain


def test_no_template_has_a_space_between_chinese_and_a_value() -> None:
    texts = str(msgspec.to_builtins(TEMPLATES["zh"]))
    assert not re.findall(r"[\u4e00-\u9fff] \{\w+\}|\{\w+\} [\u4e00-\u9fff]", texts)
    assert (format_duration(90, "zh"), format_duration(120, "zh")) == ("90 分钟", "2 小时")


def test_user_text_is_escaped() -> None:
    variables = {
        **VARIABLES,
        "service": '<img src=x onerror="alert(1)">\r\nBcc: all@example.org',
        "place": "{site} {email}",
    }
    message = render(OutgoingMessage("booking_confirmed", "mei@example.org", "en", variables), site="Site")
    assert "<img" not in message.html
    assert "\r" not in message.subject
    assert "\n" not in message.subject


def test_unknown_language_falls_back_to_english() -> None:
    message = render(OutgoingMessage("signup", "mei@example.org", "fr", VARIABLES), site="Site")
    assert message.subject == "Confirm your email address"
    assert message.language == "en"


@pytest.mark.parametrize(("minutes", "expected"), [("120", "2 hours"), ("90", "90 minutes"), (None, "24 hours")])
def test_email_names_the_lifetime_of_its_link(minutes: str | None, expected: str) -> None:
    variables = VARIABLES | ({"link_minutes": minutes} if minutes else {})
    message = render(OutgoingMessage("signup", "mei@example.org", "en", variables), site="Site")
    assert f"The link works for {expected}, the code for 10 minutes" in message.plain


def test_durations_have_a_form_for_one_hour() -> None:
    assert [format_duration(minutes, "en") for minutes in (45, 60, 90, 120)] == [
        "45 minutes",
        "1 hour",
        "90 minutes",
        "2 hours",
    ]
    assert format_duration(60, "vi") == "1 giờ"


def booked(**changes: str) -> RenderedEmail:
    variables = {**VARIABLES, "code": "", "starts_at": "2026-11-30T17:00:00+00:00", "time_zone": "Asia/Kuala_Lumpur"}
    message = OutgoingMessage("booking_confirmed", "mei@example.org", "vi", variables | changes)
    return render(message, site="Hội quán")


def test_greeting_has_the_name_if_it_is_known() -> None:
    assert booked().plain.startswith("Xin chào,\n")
    message = booked(name="Thu\r\nHà <b>")
    assert message.plain.startswith("Xin chào Thu Hà <b>,\n")
    assert ">Xin chào Thu Hà &lt;b&gt;,</h1>" in message.html


def test_day_of_a_booking_is_that_of_its_place() -> None:
    """17:00 in London is the next day in Kuala Lumpur."""
    html = booked().html
    assert ">Tháng 12</span>" in html
    assert ">1</span>" in html


@pytest.mark.parametrize(("kind", "language"), list(product(KINDS, LANGUAGES)))
def test_both_texts_say_the_same(kind: str, language: str) -> None:
    message = render(OutgoingMessage(kind, "mei@example.org", language, VARIABLES), site="Hội quán")
    shown = unescape(re.sub(r"<style>.*?</style>|<[^>]+>", " ", message.html, flags=re.S))
    words = set(re.findall(r"[^\s:：—-]+", shown))
    template = TEMPLATES[language]
    # The HTML has labels of the rows that stand without one beside the date, and the address a second time.
    unlabelled = {word for name in ("service", "when", "place") for word in template.layout.labels[name].split()}
    said = set(re.findall(r"[^\s:：—-]+", message.plain)) - unlabelled
    assert said <= words


@pytest.mark.parametrize("preset", ["teduh", "pagi", "senja"])
def test_email_has_the_colours_of_the_site(preset: str) -> None:
    tones = tones_of(preset, "#7a3b12")
    html = booked(preset=preset, accent="#7a3b12").html
    assert f"background:{tones.light['shade']}" in html
    assert f".hd{{background:{tones.dark['shade']}!important}}" in html
    assert tones_of("teduh").light["accent"] not in html


def test_email_loads_nothing() -> None:
    html = booked().html
    assert not re.search(r"<img|<link|url\(|@import|src=", html)


def test_button_is_48_px_high() -> None:
    button = re.search(r'<a class="bt bl"[^>]*style="([^"]*)"', booked().html)
    assert button is not None
    assert "padding:14px 28px" in button[1]
    assert "line-height:20px" in button[1]


@pytest.mark.parametrize("language", LANGUAGES)
def test_reason_of_a_penalty_is_in_the_language_of_its_reader(language: str) -> None:
    texts, say = TEMPLATES[language].layout.penalty_reasons, words_in(language)
    assert texts == {reason: say(f"penalty.reasons.{reason}") for reason in texts}
    for kind in ("notice_silenced", "notice_blocked", "notice_blocked_for_good"):
        for reason, text in {**texts, "Sells phones": "Sells phones"}.items():
            message = OutgoingMessage(kind, "mei@example.org", language, {"reason": reason})
            assert text in render(message, site="Site").plain
    message = OutgoingMessage("booking_cancelled", "mei@example.org", language, {**VARIABLES, "reason": "rules"})
    assert texts["rules"] not in render(message, site="Site").plain
