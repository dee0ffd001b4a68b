"""The email to a blocked user: in their language, with the end and the reason of the block."""

from collections.abc import Callable
from datetime import datetime
from typing import Any

import pytest

from balai.jobs.message_delivery import deliver_emails
from balai.messaging.email_rendering import format_datetime
from balai.messaging.email_sender import MailboxSender, Mailer
from balai.messaging.templates import TEMPLATES
from tests.backend.auth.service import Service

EMAIL = "mei@example.org"
REASON = "Advertising in three threads <b>again</b>"
SENT = "select language, subject, plain, html from mailbox.messages where recipient = $1"


@pytest.fixture
def service(make_service: Callable[..., Service]) -> Service:
    return make_service(sends_security_notices=True)


async def set_block(service: Service, user_id: str, **body: Any) -> Any:
    return await service.http.put(f"/admin/users/{user_id}", json=body, headers=service.admin)


async def sent(service: Service) -> list[Any]:
    mailer = Mailer(MailboxSender(service.pool, email_from="site@example.org"), site="Site")
    while await deliver_emails(service.pool, mailer):
        pass
    return list(await service.pool.fetch(SENT, EMAIL))


async def member(service: Service, **metadata: str) -> str:
    session = await service.member(EMAIL)
    await set_block(service, session["user"]["id"], user_metadata=metadata)
    await service.pool.execute("delete from mailbox.queue")
    return str(session["user"]["id"])


@pytest.mark.parametrize("language", ["en", "zh", "ms", "vi"])
async def test_blocked_user_reads_end_and_reason(service: Service, language: str) -> None:
    user_id = await member(service, language=language, time_zone="Asia/Ho_Chi_Minh")
    blocked = (await set_block(service, user_id, ban_duration="24h", ban_reason=f" {REASON} ")).json()
    assert blocked["ban_reason"] == REASON
    [email] = await sent(service)
    assert (email["language"], email["subject"]) == (language, TEMPLATES[language].emails["notice_blocked"].subject)
    assert REASON in email["plain"]
    assert "<b>" not in email["html"]
    end = datetime.fromisoformat(blocked["banned_until"])
    assert format_datetime(end, "Asia/Ho_Chi_Minh", language) in email["plain"]


async def test_block_without_end_has_its_own_text(service: Service) -> None:
    user_id = await member(service, language="en")
    await set_block(service, user_id, ban_duration="876000h")
    [email] = await sent(service)
    labels = TEMPLATES["en"].layout.labels
    assert email["subject"] == TEMPLATES["en"].emails["notice_blocked_for_good"].subject
    assert labels["blocked_until"] not in email["plain"]
    assert labels["reason"] not in email["plain"]


async def test_unblocking_and_other_changes_send_nothing(service: Service) -> None:
    user_id = await member(service)
    await set_block(service, user_id, ban_duration="24h", ban_reason=REASON)
    assert len(await sent(service)) == 1
    await set_block(service, user_id, user_metadata={"a": 1})
    lifted = (await set_block(service, user_id, ban_duration="none", ban_reason=REASON)).json()
    assert "ban_reason" not in lifted and "banned_until" not in lifted
    assert len(await sent(service)) == 1


async def test_reason_is_bounded_and_needs_a_block(service: Service) -> None:
    user_id = await member(service)
    assert (await set_block(service, user_id, ban_duration="24h", ban_reason="x" * 501)).status_code == 400
    assert "ban_reason" not in (await set_block(service, user_id, ban_reason=REASON)).json()
    assert "ban_reason" not in (await set_block(service, user_id, ban_duration="24h", ban_reason="\0 ")).json()
    await service.pool.execute("delete from mailbox.queue")


async def test_backend_alone_sends_nothing(make_service: Callable[..., Service]) -> None:
    service = make_service()
    user_id = await member(service)
    await set_block(service, user_id, ban_duration="24h")
    assert await sent(service) == []
