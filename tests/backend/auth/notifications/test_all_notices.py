"""The seven changes of an account that its owner is told of: each by a mail, in her language, to the address before."""

from collections.abc import Callable

from balai.jobs.message_delivery import deliver_emails
from balai.messaging.email_sender import MailboxSender, Mailer
from balai.messaging.templates import TEMPLATES
from tests.backend.auth.mfa.test_factors import code_of, enrol, give
from tests.backend.auth.oauth.flows import link
from tests.backend.auth.service import Service, bearer
from tests.support.oidc_provider import IdentityProvider

SENT = "select language, subject, plain from mailbox.messages where recipient = 'mei@example.org'"


async def test_each_change_is_told(make_service: Callable[..., Service], campus: IdentityProvider) -> None:
    hall = make_service(
        providers={"campus": campus.settings()},
        manual_linking=True,
        sends_security_notices=True,
        sms_provider="mailbox",
    )
    session = await hall.member("mei@example.org")
    me = bearer(session)
    await hall.http.put("/user", json={"data": {"language": "vi"}}, headers=me)
    await link(hall, campus, session, "mei-at-work")
    [_, work] = (await hall.http.get("/user", headers=me)).json()["identities"]
    await hall.http.delete(f"/user/identities/{work['identity_id']}", headers=me)
    await hall.http.put("/user", json={"password": "another good password"}, headers=me)
    await hall.http.put("/user", json={"phone": "60123456789"}, headers=me)
    code = (await hall.text_to("60123456789")).code
    await hall.post("/verify", {"type": "phone_change", "phone": "60123456789", "token": code})
    made = (await enrol(hall, session)).json()
    strong = await give(hall, session, made["id"], code_of(hall, made["totp"]["secret"]))
    me = bearer(strong.json())
    assert (await hall.http.delete(f"/factors/{made['id']}", headers=me)).status_code == 200
    # Both addresses have to say yes; the mail about it goes to the one that loses the account.
    await hall.http.put("/user", json={"email": "new@example.org"}, headers=me)
    for address in ("new@example.org", "mei@example.org"):
        body = {"type": "email_change", "email": address, "token": (await hall.mail_to(address)).code}
        done = await hall.post("/verify", body)
    assert done.json()["user"]["email"] == "new@example.org"
    while await deliver_emails(hall.pool, Mailer(MailboxSender(hall.pool, email_from="hall@example.org"), site="Hall")):
        pass
    told = {row["subject"]: row for row in await hall.pool.fetch(SENT) if row["language"] == "vi"}
    changes = (
        "password_changed email_changed phone_changed identity_linked identity_unlinked factor_added factor_removed"
    )
    wanted = {TEMPLATES["vi"].emails[f"notice_{change}"].subject: change for change in changes.split()}
    assert len(wanted) == 7 and set(wanted) <= set(told)
    for subject, change in wanted.items():
        assert "new@example.org" in told[subject]["plain"] or change != "email_changed"
