"""Log lines have no personal data and no secrets, whatever a program or library writes into them."""

import json
import subprocess
import sys

import pytest

from balai.server.log_masking import mask

TICKET = "0a" * 32
WRITE = """
import structlog, logging
from balai.server.observability import configure_logging
configure_logging("info", "json")
structlog.get_logger("balai").warning("message_abandoned", error="550 <mei@example.org>", path="/vi/book/ticket/0a0b")
logging.getLogger("library").error("no route to %s", "+6591234567")
try:
    raise ValueError("DETAIL:  Failing row contains (1, private words).")
except ValueError:
    structlog.get_logger("balai").exception("job_failed")
"""


@pytest.mark.parametrize(
    ("text", "masked"),
    [
        (f"/vi/book/ticket/{TICKET}/calendar.ics", "/vi/book/ticket/…/calendar.ics"),
        ("/calendar/staff/6f0c1b5e-3f0e-4f4f-9f57-0123456789ab.ics", "/calendar/staff/…"),
        ("{'mei@example.org': (550, 'no such user')}", "{'…@…': (550, 'no such user')}"),
        ("WhatsApp 131026: +6591234567 cannot be reached", "WhatsApp 131026: … cannot be reached"),
        ("duplicate key\nDETAIL:  Key (email)=(x) exists.\nHINT: y", "duplicate key\nDETAIL: …\nHINT: y"),
        ("token eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJ4In0.c2ln", "token …"),
        # Facts that help to find a fault stay.
        ("/en/book/view/6f0c1b5e-3f0e-4f4f-9f57-012345678901", "/en/book/view/6f0c1b5e-3f0e-4f4f-9f57-012345678901"),
        ("connect to 127.0.0.1:54321: timeout after 15 s", "connect to 127.0.0.1:54321: timeout after 15 s"),
    ],
)
def test_texts_are_masked(text: str, masked: str) -> None:
    assert mask(text) == masked


def test_every_logger_is_masked() -> None:
    run = subprocess.run([sys.executable, "-c", WRITE], capture_output=True, text=True, check=True)
    lines = [json.loads(line) for line in run.stderr.splitlines()]
    assert [line["event"] for line in lines] == ["message_abandoned", "no route to …", "job_failed"]
    assert not any(secret in run.stderr for secret in ("mei@", "0a0b", "91234567", "private words"))
    assert "Traceback" in lines[2]["exception"]
