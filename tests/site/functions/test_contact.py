"""Contact messages: sent through the function as any browser does, shown in the list, emailed."""

import base64
import json
import time
import uuid
from collections.abc import Iterator
from typing import Any

import httpx
import pytest
from altcha.v1 import solve_challenge

from balai.security.tokens import api_keys
from tests.support.program import SECRET, running_program

KEYS = api_keys(SECRET)
SERVICE = {"apikey": KEYS.service_role, "Authorization": f"Bearer {KEYS.service_role}"}


@pytest.fixture(scope="module")
def url(postgres: str) -> Iterator[str]:
    with running_program(postgres, BALAI_MAILBOX="true", BALAI_CAPTCHA="altcha") as (address, _):
        yield address


def proof(url: str) -> str:
    puzzle = httpx.get(f"{url}/auth/v1/captcha").json()
    solved = solve_challenge(puzzle["challenge"], puzzle["salt"], puzzle["algorithm"], puzzle["maxNumber"])
    assert solved is not None
    facts = {name: puzzle[name] for name in ("algorithm", "challenge", "salt", "signature")}
    return base64.b64encode(json.dumps({**facts, "number": solved.number}).encode()).decode()


def send(url: str, **changes: Any) -> httpx.Response:
    message = {"id": str(uuid.uuid4()), "name": "Mai", "email": "mai@example.org", "language": "vi", "body": "Chào!"}
    headers = {"apikey": KEYS.anon, "Authorization": f"Bearer {KEYS.anon}"}
    return httpx.post(f"{url}/functions/v1/contact", json=message | changes, headers=headers, timeout=30)


def test_message_is_stored_once_and_emailed_to_every_administrator(url: str) -> None:
    assert (send(url).status_code, send(url).json()["details"]) == (400, "captcha_failed")
    given = proof(url)
    known = str(uuid.uuid4())
    assert send(url, id=known, captchaToken=given).status_code == 204
    assert send(url, captchaToken=given).json()["details"] == "captcha_failed", "a proof is good once"
    assert send(url, id=known, captchaToken=proof(url)).status_code == 204, "sent again after a lost answer"
    rows = httpx.get(f"{url}/rest/v1/messages", headers=SERVICE).json()
    assert [(row["name"], row["body"], row["language"]) for row in rows] == [("Mai", "Chào!", "vi")]
    until = time.monotonic() + 20
    told: list[dict[str, str]] = []
    while not told and time.monotonic() < until:
        shown = httpx.get(f"{url}/mailbox", params={"to": "admin@example.org"}, headers={"Accept": "application/json"})
        told = [mail for mail in shown.json()["messages"] if "Chào!" in mail["plain"]]
        time.sleep(0.05)
    assert len(told) == 1 and "mai@example.org" in told[0]["plain"]


def test_invalid_messages_are_rejected(url: str) -> None:
    for changes, status, detail in [
        ({"body": "  "}, 422, "no_text"),
        ({"body": "x" * 5001}, 422, "too_long"),
        ({"body": None}, 422, "no_text"),
        ({"name": "a\u202eb"}, 400, None),
        ({"email": "nobody"}, 400, None),
        ({"language": "xx"}, 400, None),
        ({"id": "x"}, 400, None),
    ]:
        refused = send(url, captchaToken=proof(url), **changes)
        assert refused.status_code == status, (changes, refused.text)
        assert detail is None or refused.json()["details"] == detail
    for number in range(6):
        response = send(url, email="many@example.org", captchaToken=proof(url))
        assert response.status_code == (204 if number < 5 else 429), response.text
    assert httpx.post(f"{url}/functions/v1/contact", json={}).status_code == 401
    direct = httpx.post(
        f"{url}/rest/v1/rpc/send_message",
        json={"id": str(uuid.uuid4()), "member": None, "name": "a", "email": "a@b.c", "language": "en", "body": "x"},
        headers={"apikey": KEYS.anon},
    )
    assert direct.status_code in (401, 403, 404), "past the proof there is no way in"
