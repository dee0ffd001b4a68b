"""Account emails: security notices, languages, lifetimes of codes, and protection from mail scanners."""

from collections.abc import Callable
from datetime import timedelta

from balai.jobs.message_delivery import deliver_emails
from balai.messaging.email_sender import MailboxSender, Mailer
from balai.messaging.templates import TEMPLATES
from tests.backend.auth.service import PASSWORD, Service, bearer

Make = Callable[..., Service]
KINDS = "select array_agg(kind order by created_at) from mailbox.queue where recipient = $1 and kind like 'notice%'"


async def test_notices_are_off_by_default(service: Service) -> None:
    session = await service.member("mei@example.org")
    await service.http.put("/user", json={"password": "another good password"}, headers=bearer(session))
    assert await service.pool.fetchval(KINDS, "mei@example.org") is None


async def test_message_uses_the_language_at_send_time(service: Service) -> None:
    await service.sign_up("mei@example.org", data={"language": "vi"})
    change = """update auth.users set raw_user_meta_data = raw_user_meta_data || '{"language": "ms"}'"""
    await service.pool.execute(change)
    await deliver_emails(service.pool, Mailer(MailboxSender(service.pool, email_from="site@example.org"), site="Site"))
    row = await service.pool.fetchrow("select language, subject, plain from mailbox.messages")
    assert row is not None
    assert (row["language"], row["subject"]) == ("ms", TEMPLATES["ms"].emails["signup"].subject)


async def test_typed_code_expires_after_ten_minutes_and_its_link_after_a_day(make_service: Make) -> None:
    service = make_service(typed_code_ttl=timedelta(minutes=10))
    await service.sign_up("mei@example.org")
    message = await service.email_to("mei@example.org")
    service.wait(minutes=11)
    late = await service.post("/verify", {"type": "signup", "email": "mei@example.org", "token": message.code})
    assert (late.status_code, late.json()["code"]) == (403, "otp_expired")
    link = {"type": "signup", "token_hash": message.link["token_hash"]}
    assert (await service.post("/verify", link)).status_code == 200


async def test_unknown_address_gets_the_same_response(make_service: Make) -> None:
    service = make_service(reveals_unknown_addresses=False, sms_provider="mailbox")
    await service.member("mei@example.org")
    for email in ("mei@example.org", "nobody@example.org"):
        responses = [await service.post("/otp", {"email": email, "create_user": False}) for _ in range(2)]
        assert [response.status_code for response in responses] == [200, 429]
        assert responses[0].json() == {}
    unknown = await service.post("/otp", {"phone": "60123456789", "create_user": False})
    assert (unknown.status_code, unknown.json()) == (200, {})
    assert await service.pool.fetchval("select count(*) from auth.users") == 1


async def test_five_wrong_attempts_invalidate_an_emailed_code(service: Service) -> None:
    await service.sign_up("mei@example.org")
    message = await service.email_to("mei@example.org")
    body = {"type": "signup", "email": "mei@example.org"}
    for guess in range(5):
        await service.post("/verify", {**body, "token": f"{(int(message.code) + guess + 1) % 10**6:06d}"})
    assert (await service.post("/verify", {**body, "token": message.code})).status_code == 403
    link = {"type": "signup", "token_hash": message.link["token_hash"]}
    assert (await service.post("/verify", link)).status_code == 200
    assert (await service.sign_in("mei@example.org", PASSWORD)).status_code == 200
