"""The checks of the site's emails: stored, completed by the probe, repeated daily, shown on the health page."""

from collections.abc import Iterator
from email.message import EmailMessage

import msgspec
import pytest

from balai.database.pool import Pool
from balai.jobs.health.run import store_findings
from balai.messaging.bounces.tokens import HEADER
from balai.messaging.checks.store import repeat_checks, run_checks
from balai.messaging.inbound.mailbox import ArrivedEmail
from balai.settings import Settings, load_settings
from tests.jobs.conftest import SmtpServer
from tests.jobs.test_bounces import Mail
from tests.site.conftest import SECRET
from tests.support.dns_server import DnsServer, running_dns_server

CODES = """
select jsonb_object_agg(f ->> 'subject', f ->> 'code') from public.email_checks, jsonb_array_elements(findings) f
"""
ARRIVED = "select probe_arrived_at is not null from public.email_checks"
MAKE_OLD = """
update public.email_checks set checked_at = now() - interval '25 hours', started_at = now() - interval '2 hours'
"""
HEALTH = "select state || ' ' || code from public.health_findings where subject = 'email_records'"


@pytest.fixture
def zone() -> Iterator[DnsServer]:
    with running_dns_server() as server:
        server.records["site.example", "TXT"] = ['"v=spf1 ip4:203.98.7.9 -all"']
        yield server


@pytest.fixture
def settings(zone: DnsServer, smtp_server: tuple[SmtpServer, str]) -> Settings:
    return load_settings(
        {
            "BALAI_SITE_URL": "https://site.example",
            "BALAI_SMTP_URL": smtp_server[1],
            "BALAI_EMAIL_FROM": "Site <post@site.example>",
            "BALAI_INBOUND_IMAP_URL": "imap://u:p@127.0.0.1/",
            "BALAI_INBOUND_ADDRESS": "reply@site.example",
            "BALAI_DNS_SERVER": zone.address,
            "BALAI_JWT_SECRET": SECRET,
        }
    )


async def codes(pool: Pool) -> dict[str, str]:
    return msgspec.json.decode(await pool.fetchval(CODES), type=dict[str, str])


async def deliver(mail: Mail, email: EmailMessage, notes: str) -> None:
    """The email arrives in the inbound mailbox, with the notes of its server at the top."""
    waiting = [ArrivedEmail("1", notes.encode() + email.as_bytes())]

    async def read() -> list[ArrivedEmail]:
        return waiting

    async def mark(_uids: object) -> None:
        waiting.clear()

    mail.receiver._mailbox.read_unseen = read  # type: ignore[method-assign]
    mail.receiver._mailbox.mark_seen = mark  # type: ignore[method-assign,assignment]
    await mail.receiver.receive()


async def test_the_probe_completes_the_findings_and_old_ones_are_repeated(
    pool: Pool, smtp_server: tuple[SmtpServer, str], settings: Settings, zone: DnsServer
) -> None:
    server, url = smtp_server
    mail = Mail(pool, server, url)
    mail.receiver._settings = settings
    assert await run_checks(pool, settings)
    assert (await codes(pool))["dkim"] == "dkim_unchecked"
    [probe] = server.received
    assert probe["To"].startswith("reply+p")
    # A forged one: with a token that this site did not make.
    forged = EmailMessage()
    forged["To"], forged[HEADER] = probe["To"], "a" * 39
    passed = "Authentication-Results: mx.site.example; spf=pass smtp.mailfrom=site.example;\n"
    passed += " dkim=pass header.d=site.example\n"
    await deliver(mail, forged, passed)
    assert await pool.fetchval(ARRIVED) is False
    await deliver(mail, probe, passed)
    assert await pool.fetchval(ARRIVED) is True
    found = await codes(pool)
    assert (found["spf"], found["dkim"], found["dmarc"]) == ("spf_probe", "dkim_signed", "dmarc_missing")
    await store_findings(pool, settings, None)
    assert await pool.fetchval(HEALTH) == "good email_records_right"
    # Within a day nothing is repeated; later it is, once.
    await repeat_checks(pool, settings)
    assert len(server.received) == 1
    zone.records["site.example", "TXT"] = ['"v=spf1 -all"', '"v=spf1 mx -all"']
    await pool.execute(MAKE_OLD)
    for _ in range(2):
        await repeat_checks(pool, settings)
    assert len(server.received) == 2
    assert (await codes(pool))["spf"] == "spf_many"
    await deliver(mail, server.received[1], "Authentication-Results: mx.site.example; dkim=none\n")
    assert (await codes(pool))["dkim"] == "dkim_unsigned"
    await store_findings(pool, settings, None)
    assert await pool.fetchval(HEALTH) == "problem email_records_bad"
