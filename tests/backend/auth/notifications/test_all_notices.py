"""The seven account changes that send a security notice: in the user's language, to the email before the change."""

from collections.abc import Callable

from balai.jobs.message_delivery import deliver_emails
from balai.messaging.email_sender import MailboxSender, Mailer
from balai.messaging.templates import TEMPLATES
from tests.backend.auth.mfa.test_factors import answer_challenge, code_of, enroll
from tests.backend.auth.oauth.flows import link_identity
from tests.backend.auth.service import Service, bearer
from tests.support.oidc_provider import IdentityProvider

SENT = "select language, subject, plain from mailbox.messages where recipient = 'mei@example.org'"


async def test_each_account_change_sends_a_notice(
    make_service: Callable[..., Service], campus: IdentityProvider
) -> None:
    service = make_service(
        providers={"campus": campus.settings()},
        manual_linking=True,
        sends_security_notices=True,
        sms_provider="mailbox",
    )
    session = await service.member("mei@example.org")
    headers = bearer(session)
    await service.http.put("/user", json={"data": {"language": "vi"}}, headers=headers)
    await link_identity(service, campus, session, "mei-at-work")
    [_, work] = (await service.http.get("/user", headers=headers)).json()["identities"]
    await service.http.delete(f"/user/identities/{work['identity_id']}", headers=headers)
    await service.http.put("/user", json={"password": "another good password"}, headers=headers)
    await service.http.put("/user", json={"phone": "60123456789"}, headers=headers)
    code = (await service.sms_to("60123456789")).code
    await service.post("/verify", {"type": "phone_change", "phone": "60123456789", "token": code})
    factor = (await enroll(service, session)).json()
    verified = await answer_challenge(service, session, factor["id"], code_of(service, factor["totp"]["secret"]))
    headers = bearer(verified.json())
    assert (await service.http.delete(f"/factors/{factor['id']}", headers=headers)).status_code == 200
    # Both emails have to confirm; the notice goes to the old one.
    await service.http.put("/user", json={"email": "new@example.org"}, headers=headers)
    for address in ("new@example.org", "mei@example.org"):
        body = {"type": "email_change", "email": address, "token": (await service.email_to(address)).code}
        done = await service.post("/verify", body)
    assert done.json()["user"]["email"] == "new@example.org"
    mailer = Mailer(MailboxSender(service.pool, email_from="site@example.org"), site="Site")
    while await deliver_emails(service.pool, mailer):
        pass
    sent = {row["subject"]: row for row in await service.pool.fetch(SENT) if row["language"] == "vi"}
    changes = (
        "password_changed email_changed phone_changed identity_linked identity_unlinked factor_added factor_removed"
    )
    expected = {TEMPLATES["vi"].emails[f"notice_{change}"].subject: change for change in changes.split()}
    assert len(expected) == 7 and set(expected) <= set(sent)
    for subject, change in expected.items():
        assert "new@example.org" in sent[subject]["plain"] or change != "email_changed"
        assert "Campus" in sent[subject]["plain"] or "identity" not in change
