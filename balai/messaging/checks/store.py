"""Runs the checks of the site's emails, stores their findings, and completes them once the probe has arrived."""

from email.utils import parseaddr
from typing import Literal
from urllib.parse import urlsplit
from uuid import UUID, uuid4

import msgspec
import structlog

from balai.database.pool import Connection, Pool
from balai.database.transaction import as_owner
from balai.messaging.bounces.tokens import MAX_LOCAL_PART, BounceTokens
from balai.messaging.checks.findings import EmailFinding, Target, check_emails
from balai.messaging.checks.probe import Probe, apply_probe, probe_address
from balai.messaging.checks.resolver import Dns
from balai.messaging.email_account import read_account
from balai.messaging.email_rendering import render
from balai.messaging.email_sender import make_sender
from balai.messaging.queue import OutgoingMessage
from balai.settings import Settings

BEGIN = """
insert into public.email_checks (selector) values (coalesce($1, ''))
on conflict (only_row) do update set started_at = now(), selector = coalesce($1, public.email_checks.selector)
returning selector
"""
STORE = """
update public.email_checks set checked_at = now(), findings = $1::jsonb, probe_id = $2,
  probe_sent_at = case when $2::uuid is not null then now() end, probe_arrived_at = null
"""
END_PROBE = "update public.email_checks set probe_id = null, probe_sent_at = null where probe_id = $1"
FORGET = "delete from public.email_checks"
# One of several workers; a check that was cut off is begun again later.
CLAIM = """
update public.email_checks set started_at = now()
where checked_at < now() - interval '1 day' and started_at < now() - interval '1 hour' returning true
"""
FIND_PROBE = "select findings from public.email_checks where probe_id = $1 and probe_arrived_at is null for update"
STORE_PROBE = "update public.email_checks set findings = $2::jsonb, probe_arrived_at = now() where probe_id = $1"

log = structlog.get_logger("balai.messaging.checks")


async def read_target(conn: Connection, settings: Settings) -> Target | None:
    """The account that emails leave by; None: there is none, or a hook sends them."""
    if settings.smtp_url:
        url = urlsplit(settings.smtp_url)
        is_tls = url.scheme == "smtps"
        sender, port = settings.email_from, url.port or (465 if is_tls else 587)
        return Target(url.hostname or "", port, is_tls, sender, False, _judge_bounces(sender, settings))
    if settings.hook_send_email:
        return None
    account = await read_account(conn, settings.jwt_secret)
    if account is None:
        return None
    bounces = _judge_bounces(account.sender, settings)
    return Target(account.host, account.port, account.is_tls, account.sender, True, bounces)


def _judge_bounces(sender: str, settings: Settings) -> Literal["inbound", "perhaps", "none"]:
    if not settings.inbound_imap_url:
        return "none"
    domains = {parseaddr(address)[1].rpartition("@")[2].lower() for address in (sender, settings.inbound_address)}
    return "inbound" if len(domains) == 1 else "perhaps"


async def run_checks(pool: Pool, settings: Settings, selector: str | None = None) -> bool:
    """Run all checks, store their findings and send the probe. `selector` None: as before. False: no account."""
    async with as_owner(pool) as conn:
        target = await read_target(conn, settings)
        if target is None:
            await conn.execute(FORGET)
            return False
        selector = await conn.fetchval(BEGIN, selector)
    findings = await check_emails(target, Dns(settings.dns_server), selector or "")
    recipient, id = _probe_recipient(settings), uuid4()
    async with as_owner(pool) as conn:
        await conn.execute(STORE, msgspec.json.encode(findings).decode(), id if recipient else None)
    if recipient:
        await _send_probe(pool, settings, id, recipient)
    return True


def _probe_recipient(settings: Settings) -> str:
    """The address of the inbound mailbox, which gets the token of the probe; empty where no probe can arrive."""
    longest = len(parseaddr(settings.inbound_address)[1].rpartition("@")[0]) + len("+p") + 39
    return settings.inbound_address if settings.inbound_imap_url and longest <= MAX_LOCAL_PART else ""


async def _send_probe(pool: Pool, settings: Settings, id: UUID, inbound: str) -> None:
    tokens = BounceTokens(settings.jwt_secret, inbound)
    recipient = probe_address(inbound, tokens.make(id))
    site, address = parseaddr(settings.email_from)
    message = render(OutgoingMessage("email_test", recipient, "en", {"name": site or address}), site=site or address)
    try:
        await make_sender(pool, settings).send(id, message)
    except Exception as error:  # noqa: BLE001 - a response of the server; the checks are done
        # The finding about the connection says why.
        log.warning("email_probe_failed", error=str(error) or type(error).__name__)
        async with as_owner(pool) as conn:
            await conn.execute(END_PROBE, id)


async def take_probe(pool: Pool, settings: Settings, probe: Probe) -> bool:
    """Complete the findings of the last check by its probe. False: the probe of an earlier one."""
    async with as_owner(pool) as conn:
        found = await conn.fetchval(FIND_PROBE, probe.message)
        target = await read_target(conn, settings) if found is not None else None
        if target is None:
            return False
        findings = apply_probe(msgspec.json.decode(found, type=list[EmailFinding]), probe, target)
        await conn.execute(STORE_PROBE, probe.message, msgspec.json.encode(findings).decode())
    return True


async def forget_checks(conn: Connection) -> None:
    """Forget the findings: there is another account, or none."""
    await conn.execute(FORGET)


async def repeat_checks(pool: Pool, settings: Settings) -> bool:
    """Repeat checks that are older than a day. One worker at a time."""
    async with as_owner(pool) as conn:
        is_due = await conn.fetchval(CLAIM)
    if is_due:
        await run_checks(pool, settings)
    return False
