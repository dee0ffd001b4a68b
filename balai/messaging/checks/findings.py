"""The findings of the checks of the site's emails, and the checks themselves.

Each finding has a state and a word, for which the interface has a sentence and an advice (`admin.email.found.…`,
`admin.email.advice.…`), and where a record is missing or wrong, the one to copy.
"""

import asyncio
import ipaddress
from collections.abc import Awaitable, Callable, Mapping
from email.utils import parseaddr
from typing import Literal, TypeAlias

import aiosmtplib
import msgspec

from balai.http.public_address import is_public, resolve
from balai.messaging.checks.policies import find_policy, read_key
from balai.messaging.checks.providers import FREE, include_of, is_below
from balai.messaging.checks.resolver import Dns, DnsUnavailable
from balai.messaging.checks.spf import SpfResult, add_to, evaluate, find_included
from balai.messaging.email_account import find_fault

Subject: TypeAlias = Literal["spf", "dkim", "dmarc", "reverse", "connection", "bounces"]
State: TypeAlias = Literal["good", "attention", "problem"]
ALL_S = 15.0
CONNECT_S = 10
MAX_ADDRESSES = 4


class Record(msgspec.Struct, frozen=True):
    """A TXT record to copy."""

    name: str
    value: str


class EmailFinding(msgspec.Struct, frozen=True):
    """The result of one check. `about`: the name or the address that the sentence names."""

    subject: Subject
    state: State
    code: str
    about: str = ""
    record: Record | None = None


class Target(msgspec.Struct, frozen=True):
    """The account to check. `is_given`: an administrator entered it, so it may not lead into this network.

    `bounces`: whether notifications arrive: in the inbound mailbox by an address of their own, perhaps, or not.
    """

    host: str
    port: int
    is_tls: bool
    sender: str
    is_given: bool
    bounces: Literal["inbound", "perhaps", "none"]

    @property
    def domain(self) -> str:
        return parseaddr(self.sender)[1].rpartition("@")[2].lower()


async def check_emails(target: Target, dns: Dns, selector: str = "") -> list[EmailFinding]:
    """All checks, at once, in 15 seconds at most."""
    checks: dict[Subject, Callable[[], Awaitable[EmailFinding]]] = {
        "connection": lambda: _check_connection(target),
        "spf": lambda: _check_spf(target, dns),
        "dkim": lambda: _check_dkim(target, dns, selector),
        "dmarc": lambda: _check_dmarc(target, dns),
        "reverse": lambda: _check_reverse(target, dns),
    }
    found = await asyncio.gather(*(_run(subject, check) for subject, check in checks.items()))
    return [*found, _check_bounces(target)]


async def _run(subject: Subject, check: Callable[[], Awaitable[EmailFinding]]) -> EmailFinding:
    try:
        async with asyncio.timeout(ALL_S):
            return await check()
    except (DnsUnavailable, TimeoutError):
        return EmailFinding(subject, "attention", "dns_unavailable")


def _judge_domain(subject: Subject, target: Target) -> EmailFinding | None:
    """The finding for a domain whose records are not in the hands of the site: that of a service, or none at all."""
    domain = target.domain
    if "." not in domain:
        return EmailFinding(subject, "problem", "no_domain", domain)
    if domain not in FREE:
        return None
    is_own = any(is_below(target.host, host) for host in FREE[domain])
    return EmailFinding(subject, "good" if is_own else "problem", "service_own" if is_own else "foreign_sender", domain)


async def _find_addresses(target: Target, dns: Dns) -> list[str]:
    """The public addresses of the SMTP server."""
    try:
        addresses = [str(ipaddress.ip_address(target.host))]
    except ValueError:
        addresses = await dns.addresses(target.host)
    return [address for address in addresses if is_public(address)][:MAX_ADDRESSES]


async def _check_spf(target: Target, dns: Dns) -> EmailFinding:
    domain = target.domain
    if without := _judge_domain("spf", target):
        return without
    addresses = await _find_addresses(target, dns)
    needed = include_of(target.host)
    result = SpfResult("none")
    for address in addresses or ["255.255.255.255"]:
        result = await evaluate(domain, address, dns)
        if result.verdict == "pass" and addresses:
            return EmailFinding("spf", "good", "spf_pass", domain)
    if result.verdict == "permerror":
        return EmailFinding("spf", "problem", f"spf_{result.reason}", domain)
    if needed and result.record and needed in await find_included(domain, dns):
        return EmailFinding("spf", "good", "spf_pass", domain)
    mechanism = f"include:{needed}" if needed else " ".join(_mechanism(address) for address in addresses)
    if not mechanism:
        # A server of this network sends by an address that is not known here: the probe shows it.
        if not result.record:
            return EmailFinding("spf", "problem", "spf_internal_none", domain)
        return EmailFinding("spf", "attention", "spf_internal", domain)
    record = Record(domain, add_to(result.record, mechanism))
    if not result.record:
        return EmailFinding("spf", "problem", "spf_none", domain, record)
    # A record that ends with "+all" or without "all" says nothing against the server, and nothing for it.
    state: State = "problem" if result.verdict in ("fail", "softfail") else "attention"
    return EmailFinding("spf", state, "spf_missing", domain, record)


def _mechanism(address: str) -> str:
    return f"ip{ipaddress.ip_address(address).version}:{address}"


async def _check_dkim(target: Target, dns: Dns, selector: str) -> EmailFinding:
    domain = target.domain
    if without := _judge_domain("dkim", target):
        return without
    if not selector:
        return EmailFinding("dkim", "attention", "dkim_unchecked", domain)
    key = await read_key(domain, selector, dns)
    name = f"{selector}._domainkey.{domain}"
    return EmailFinding("dkim", "good" if key == "found" else "problem", f"dkim_{key}", name)


async def _check_dmarc(target: Target, dns: Dns) -> EmailFinding:
    domain = target.domain
    if without := _judge_domain("dmarc", target):
        return without
    policy = await find_policy(domain, dns)
    address = parseaddr(target.sender)[1]
    record = Record(f"_dmarc.{domain}", f"v=DMARC1; p=none; rua=mailto:{address}")
    if policy is None:
        return EmailFinding("dmarc", "attention", "dmarc_missing", domain, record)
    if policy.error:
        return EmailFinding("dmarc", "problem", f"dmarc_{policy.error}", policy.domain, record)
    return EmailFinding("dmarc", "good", "dmarc_found", policy.domain)


async def _check_reverse(target: Target, dns: Dns) -> EmailFinding:
    addresses = await _find_addresses(target, dns)
    if include_of(target.host):
        return EmailFinding("reverse", "good", "reverse_service", target.host)
    if not addresses:
        return EmailFinding("reverse", "attention", "reverse_internal", target.host)
    for address in addresses:
        names = await dns.names_of(address)
        if not names:
            return EmailFinding("reverse", "problem", "reverse_none", address)
        confirmed = [name for name in names[:MAX_ADDRESSES] if address in await dns.addresses(name)]
        if not confirmed:
            return EmailFinding("reverse", "problem", "reverse_mismatch", f"{address} → {names[0]}")
    return EmailFinding("reverse", "good", "reverse_found", target.host)


async def _check_connection(target: Target) -> EmailFinding:
    about = f"{target.host}:{target.port}"
    client = aiosmtplib.SMTP(
        hostname=target.host,
        port=target.port,
        use_tls=target.is_tls,
        # An account of the site gets nothing without encryption (email_sender.py).
        start_tls=True if target.is_given and not target.is_tls else None,
        timeout=CONNECT_S,
    )
    try:
        if target.is_given and not all(is_public(address) for address in await resolve(target.host, target.port)):
            return EmailFinding("connection", "problem", "connection_host_unknown", about)
        async with client:
            is_encrypted = client.get_transport_info("sslcontext") is not None
    except (OSError, TimeoutError, UnicodeError, aiosmtplib.SMTPException) as error:
        fault = find_fault(error)
        known = fault if fault in ("timeout", "unreachable", "not_encrypted") else "failed"
        return EmailFinding("connection", "problem", f"connection_{known}", about)
    if not is_encrypted and await _is_far(target):
        return EmailFinding("connection", "problem", "connection_plain", about)
    if target.port == 25 and include_of(target.host):
        return EmailFinding("connection", "attention", "connection_port", about)
    return EmailFinding("connection", "good", "connection_encrypted" if is_encrypted else "connection_local", about)


async def _is_far(target: Target) -> bool:
    return any(is_public(address) for address in await resolve(target.host, target.port))


def _check_bounces(target: Target) -> EmailFinding:
    states: Mapping[str, State] = {"inbound": "good", "perhaps": "attention", "none": "attention"}
    return EmailFinding("bounces", states[target.bounces], f"bounces_{target.bounces}", parseaddr(target.sender)[1])
