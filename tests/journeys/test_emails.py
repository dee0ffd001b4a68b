"""Emails on a phone: every kind in every language fits 320 px, with a URL and a name without a break."""

from itertools import product

from playwright.sync_api import Browser

from balai.messaging.email_rendering import render
from balai.messaging.queue import OutgoingMessage
from balai.messaging.templates import LANGUAGES, TEMPLATES

LONG = "x" * 90
VARIABLES = {
    "url": f"https://hall.example.org/vi/signin?token_hash={LONG}&type=signup&redirect_to=https%3A%2F%2Fhall.example.org",
    "code": "0123456789",
    "email": f"{LONG[:60]}@example.org",
    "new_email": f"new-{LONG[:60]}@example.org",
    "new_phone": "+60123456789",
    "provider": "google",
    "code_minutes": "10",
    "service": LONG,
    "when": "10:00 Thứ Năm, 26 tháng 11, 2026 (Asia/Ho_Chi_Minh)",
    "your_when": "10:00 Thứ Năm, 26 tháng 11, 2026 (Asia/Ho_Chi_Minh)",
    "place": LONG,
    "online_url": f"https://meet.example.org/{LONG}",
    "day": "2026-12-22",
    "sender": f"Mai <{LONG}@example.org>",
    "message": LONG,
    "note": LONG,
}


def test_every_email_fits_a_small_phone(browser: Browser) -> None:
    page = browser.new_page(viewport={"width": 320, "height": 640})
    wide = []
    for kind, language in product(sorted(TEMPLATES["en"].emails), LANGUAGES):
        page.set_content(render(OutgoingMessage(kind, "mei@example.org", language, VARIABLES), site=LONG).html)
        width = page.evaluate("document.documentElement.scrollWidth")
        if width > 320:
            wide.append(f"{kind} in {language}: {width} px")
    page.close()
    assert wide == []
