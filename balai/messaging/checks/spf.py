"""SPF (RFC 7208): whether the record of a domain lets an IP address send.

Macros and `ptr` match nothing: they are rare, and neither can be decided without a message. Look-ups are counted as
servers count them.
"""

import ipaddress
import re
from typing import Literal

import msgspec

from balai.messaging.checks.resolver import Dns

Verdict = Literal["pass", "fail", "softfail", "neutral", "none", "permerror"]
MAX_LOOKUPS, MAX_VOID, MAX_EXCHANGES = 10, 2, 10
VERDICTS: dict[str, Verdict] = {"+": "pass", "-": "fail", "~": "softfail", "?": "neutral"}
TERM = re.compile(r"([+\-~?]?)(all|include|a|mx|ptr|ip4|ip6|exists)(?::(\S*)|(/\S*))?", re.IGNORECASE)
MODIFIER = re.compile(r"([a-z][a-z0-9_.\-]*)=(\S*)", re.IGNORECASE)
NETWORKS = re.compile(r"^(.*?)(?:/(\d{1,3}))?(?://(\d{1,3}))?$")


class SpfError(Exception):
    """The record cannot be evaluated: `reason` is "many" (records), "lookups" or "syntax"."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


class SpfResult(msgspec.Struct):
    """The verdict for an address. `record`: of the domain itself; `included`: all domains whose records were read."""

    verdict: Verdict
    record: str = ""
    included: set[str] = msgspec.field(default_factory=set)
    reason: str = ""


async def evaluate(domain: str, address: str, dns: Dns) -> SpfResult:
    """The verdict of the domain's record. Raises DnsUnavailable."""
    run = _Evaluation(address, dns)
    record = ""
    try:
        record = await run.read(domain) or ""
        verdict = await run.judge(domain) if record else "none"
    except SpfError as error:
        return SpfResult("permerror", record, run.included, error.reason)
    return SpfResult(verdict, record, run.included)


async def find_included(domain: str, dns: Dns) -> set[str]:
    """All domains whose records the domain's record names, whatever matches before. Raises DnsUnavailable."""
    # An address of no network: no mechanism but `all` ends the search.
    return (await evaluate(domain, "255.255.255.255", dns)).included


class _Evaluation:
    def __init__(self, address: str, dns: Dns) -> None:
        self._ip = ipaddress.ip_address(address)
        self._dns = dns
        self._lookups = self._void = 0
        self._records: dict[str, str | None] = {}
        self.included: set[str] = set()

    async def read(self, domain: str) -> str | None:
        """The SPF record of a domain."""
        if domain not in self._records:
            texts = await self._dns.texts(domain)
            found = [text for text in texts if text.lower() == "v=spf1" or text.lower().startswith("v=spf1 ")]
            if len(found) > 1:
                raise SpfError("many")
            self._records[domain] = found[0] if found else None
        return self._records[domain]

    async def judge(self, domain: str, depth: int = 0) -> Verdict:
        """The verdict of the record of a domain, with those that it includes."""
        record = await self.read(domain)
        if record is None:
            return "none"
        redirect = ""
        for term in record.split()[1:]:
            if modifier := MODIFIER.fullmatch(term):
                redirect = modifier[2] if modifier[1].lower() == "redirect" else redirect
                continue
            mechanism = TERM.fullmatch(term)
            if mechanism is None:
                raise SpfError("syntax")
            if await self._matches(mechanism, domain, depth):
                return VERDICTS[mechanism[1] or "+"]
        if not redirect:
            return "neutral"
        self._count(depth)
        self.included.add(redirect.lower())
        verdict = await self.judge(redirect.lower(), depth + 1)
        if verdict == "none":
            raise SpfError("syntax")
        return verdict

    async def _matches(self, mechanism: re.Match[str], domain: str, depth: int) -> bool:
        kind, value = mechanism[2].lower(), mechanism[3] if mechanism[3] is not None else mechanism[4] or ""
        if kind == "all":
            return True
        if kind in ("ip4", "ip6"):
            return self._is_in(value)
        self._count(depth)
        if "%" in value or kind in ("ptr", "exists"):
            return False
        if kind == "include":
            target = value.lower().rstrip(".")
            self.included.add(target)
            verdict = await self.judge(target, depth + 1)
            if verdict == "none":
                # The included domain has no record.
                raise SpfError("syntax")
            return verdict == "pass"
        return await self._matches_hosts(kind, value, domain)

    async def _matches_hosts(self, kind: str, value: str, domain: str) -> bool:
        parts = NETWORKS.fullmatch(value)
        if parts is None:
            raise SpfError("syntax")
        target = parts[1] or domain
        hosts = [target]
        if kind == "mx":
            hosts = await self._dns.exchanges(target)
            if len(hosts) > MAX_EXCHANGES:
                raise SpfError("lookups")
        found = [address for host in hosts for address in await self._dns.addresses(host)]
        if not found:
            self._void += 1
            if self._void > MAX_VOID:
                raise SpfError("lookups")
        length = parts[2] if self._ip.version == 4 else parts[3]
        return any(self._is_in(address if length is None else f"{address}/{length}") for address in found)

    def _is_in(self, network: str) -> bool:
        try:
            return self._ip in ipaddress.ip_network(network, strict=False)
        except ValueError as error:
            raise SpfError("syntax") from error

    def _count(self, depth: int) -> None:
        self._lookups += 1
        if self._lookups > MAX_LOOKUPS or depth > MAX_LOOKUPS:
            raise SpfError("lookups")


def add_to(record: str, mechanism: str) -> str:
    """The record with a mechanism before the one for all others."""
    if not record:
        return f"v=spf1 {mechanism} ~all"
    terms = record.split()
    ends = (at for at, term in enumerate(terms) if re.fullmatch(r"[+\-~?]?all|redirect=\S*", term, re.IGNORECASE))
    place = next(ends, len(terms))
    return " ".join([*terms[:place], mechanism, *terms[place:]])
