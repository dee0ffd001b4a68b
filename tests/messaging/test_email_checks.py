"""The checks of the site's emails, against a real name server and a real SMTP server."""

import time
from collections.abc import Iterator

import msgspec
import pytest

from balai.messaging.checks.findings import EmailFinding, Record, Target, check_emails
from balai.messaging.checks.policies import Policy, find_policy, read_key
from balai.messaging.checks.resolver import Dns, DnsUnavailable
from balai.messaging.checks.spf import add_to, evaluate
from tests.jobs.conftest import SmtpServer
from tests.jobs.conftest import smtp_server as smtp_server
from tests.support.dns_server import DnsServer, running_dns_server

IP, IP6 = "203.98.7.9", "2400:cb00::9"
KEY = "v=DKIM1; k=rsa; p=" + "MIGfMA0GCSqGSIb3DQEBAQUAA4GNADCBiQKBgQ" * 18 + "AA=="


@pytest.fixture(scope="module")
def running() -> Iterator[DnsServer]:
    with running_dns_server() as server:
        yield server


@pytest.fixture
def zone(running: DnsServer) -> DnsServer:
    running.records, running.failing, running.silent = {}, set(), set()
    running.asked.clear()
    return running


def quoted(text: str) -> str:
    """A TXT value, in strings of 255 characters."""
    return " ".join(f'"{text[at : at + 255]}"' for at in range(0, len(text), 255))


def publish(zone: DnsServer, name: str, *texts: str) -> None:
    zone.records[name, "TXT"] = [quoted(text) for text in texts]


async def judge(zone: DnsServer, record: str, address: str = IP) -> str:
    publish(zone, "site.example", "another=record", record)
    result = await evaluate("site.example", address, Dns(zone.address))
    return result.reason or result.verdict


async def test_spf_by_each_mechanism(zone: DnsServer) -> None:
    zone.records["site.example", "A"] = ["203.98.7.9"]
    zone.records["six.example", "AAAA"] = [IP6]
    zone.records["site.example", "MX"] = ["10 mx.site.example."]
    zone.records["mx.site.example", "A"] = ["203.98.7.10"]
    publish(zone, "relay.example", "v=spf1 ip4:198.18.0.0/15 include:deep.example -all")
    publish(zone, "deep.example", "v=spf1 a:six.example ~all")
    for record, address, verdict in (
        ("v=spf1 ip4:203.98.7.0/24 -all", IP, "pass"),
        ("v=spf1 ip4:203.98.8.0/24 -all", IP, "fail"),
        ("v=spf1 ip4:203.98.8.0/24 ~all", IP, "softfail"),
        ("v=spf1 a -all", IP, "pass"),
        ("v=spf1 a/24 -all", "203.98.7.200", "pass"),
        ("v=spf1 mx -all", "203.98.7.10", "pass"),
        ("v=spf1 a:six.example//64 -all", "2400:cb00::77", "pass"),
        ("v=spf1 include:relay.example -all", IP6, "pass"),
        ("v=spf1 include:relay.example -all", IP, "fail"),
        ("v=spf1 redirect=relay.example", "198.18.3.4", "pass"),
        ("v=spf1 exists:%{i}.site.example ptr ?all", IP, "neutral"),
        ("V=SPF1 IP4:203.98.7.9 -ALL", IP, "pass"),
        ("v=spf1 ip4:none -all", IP, "syntax"),
        ("v=spf1 include:absent.example -all", IP, "syntax"),
        ("v=spf10 +all", IP, "none"),
    ):
        assert await judge(zone, record, address) == verdict, record


async def test_spf_stops_at_ten_lookups_and_in_circles(zone: DnsServer) -> None:
    for number in range(12):
        publish(zone, f"s{number}.example", f"v=spf1 include:s{number + 1}.example ?all")
    publish(zone, "circle.example", "v=spf1 include:site.example")
    assert await judge(zone, "v=spf1 include:s0.example -all") == "lookups"
    assert await judge(zone, "v=spf1 include:circle.example -all") == "lookups"
    assert len(zone.asked) < 40
    publish(zone, "site.example", "v=spf1 -all", "v=spf1 +all")
    assert (await evaluate("site.example", IP, Dns(zone.address))).reason == "many"
    assert add_to("v=spf1 mx -all", "ip4:1.2.3.4") == "v=spf1 mx ip4:1.2.3.4 -all"
    assert add_to("v=spf1 redirect=a.example", "mx") == "v=spf1 mx redirect=a.example"


async def test_policies_and_keys(zone: DnsServer) -> None:
    dns = Dns(zone.address)
    publish(zone, "_dmarc.site.example", "v=DMARC1; p=none; sp=reject")
    assert await find_policy("site.example", dns) == Policy("site.example", "none")
    assert await find_policy("mail.site.example", dns) == Policy("site.example", "reject")
    assert await find_policy("other.example", dns) is None
    publish(zone, "_dmarc.site.example", "v=DMARC1", "note")
    assert await find_policy("site.example", dns) == Policy("site.example", error="syntax")
    # Too large for UDP.
    publish(zone, "s1._domainkey.site.example", KEY)
    publish(zone, "old._domainkey.site.example", "v=DKIM1; p=")
    publish(zone, "cut._domainkey.site.example", "v=DKIM1; p=MIG*")
    states = [await read_key("site.example", selector, dns) for selector in ("s1", "old", "cut", "none")]
    assert states == ["found", "revoked", "broken", "missing"]
    assert "tcp TXT s1._domainkey.site.example" in zone.asked


async def test_name_servers_that_fail_or_stay_silent(zone: DnsServer) -> None:
    zone.failing, zone.silent = {"failing.example"}, {"silent.example"}
    begun = time.monotonic()
    for name in ("failing.example", "silent.example"):
        with pytest.raises(DnsUnavailable):
            await Dns(zone.address).texts(name)
    assert time.monotonic() - begun < 5
    assert await Dns(zone.address).texts("a" * 300) == await Dns(zone.address).texts("..") == []


def target(host: str, sender: str = "Clinic <post@site.example>", **facts: object) -> Target:
    plain = Target(host=host, port=9, is_tls=False, sender=sender, is_given=False, bounces="inbound")
    return msgspec.structs.replace(plain, **facts)


async def find(zone: DnsServer, given: Target, selector: str = "") -> dict[str, EmailFinding]:
    return {found.subject: found for found in await check_emails(given, Dns(zone.address), selector)}


async def test_findings_have_the_record_to_copy(zone: DnsServer) -> None:
    """A server of one's own, whose name leads nowhere outside of the test."""
    zone.records["smtp.site.example", "A"] = [IP]
    found = await find(zone, target("smtp.site.example"))
    assert found["spf"].record == Record("site.example", f"v=spf1 ip4:{IP} ~all")
    assert found["dmarc"].record == Record("_dmarc.site.example", "v=DMARC1; p=none; rua=mailto:post@site.example")
    codes = {subject: finding.code for subject, finding in found.items()}
    assert codes["connection"] == "connection_unreachable"
    assert (codes["dkim"], codes["reverse"], codes["bounces"]) == ("dkim_unchecked", "reverse_none", "bounces_inbound")
    publish(zone, "site.example", "v=spf1 mx -all")
    zone.records["9.7.98.203.in-addr.arpa", "PTR"] = ["mail.site.example."]
    zone.records["mail.site.example", "A"] = ["203.98.7.8"]
    found = await find(zone, target("smtp.site.example"), "s1")
    assert found["spf"] == EmailFinding(
        "spf", "problem", "spf_missing", "site.example", Record("site.example", f"v=spf1 mx ip4:{IP} -all")
    )
    assert (found["dkim"].code, found["reverse"].code) == ("dkim_missing", "reverse_mismatch")
    publish(zone, "site.example", "v=spf1 mx ip4:203.98.7.9 -all")
    publish(zone, "s1._domainkey.site.example", KEY)
    publish(zone, "_dmarc.site.example", "v=DMARC1; p=reject")
    zone.records["mail.site.example", "A"] = [IP]
    found = await find(zone, target("smtp.site.example"), "s1")
    states = {found[subject].state for subject in ("spf", "dkim", "dmarc", "reverse")}
    assert states == {"good"}


async def test_services_and_servers_of_this_network(zone: DnsServer, smtp_server: tuple[SmtpServer, str]) -> None:
    # The service's server sends from other addresses than the one that takes emails.
    publish(zone, "site.example", "v=spf1 include:spf.far.example -all")
    publish(zone, "spf.far.example", "v=spf1 include:_spf.google.com ~all")
    publish(zone, "_spf.google.com", "v=spf1 ip4:198.18.0.0/15 ~all")
    zone.records["smtp.gmail.com", "A"] = [IP]
    gmail = target("smtp.gmail.com", is_given=True, port=587)
    found = await find(zone, gmail)
    assert (found["spf"].code, found["reverse"].code) == ("spf_pass", "reverse_service")
    publish(zone, "site.example", "v=spf1 mx -all")
    record = (await find(zone, gmail))["spf"].record
    assert record is not None and record.value == "v=spf1 mx include:_spf.google.com -all"
    for sender, code in (("x@gmail.com", "service_own"), ("x@qq.com", "foreign_sender"), ("x@localhost", "no_domain")):
        found = await find(zone, target("smtp.gmail.com", sender=sender))
        assert {found[subject].code for subject in ("spf", "dkim", "dmarc")} == {code}
    port = int(smtp_server[1].rpartition(":")[2])
    found = await find(zone, target("127.0.0.1", port=port))
    assert (found["connection"].code, found["spf"].code) == ("connection_local", "spf_internal")
    # An administrator's account leads to nothing in this network.
    found = await find(zone, target("127.0.0.1", port=port, is_given=True))
    assert found["connection"].code == "connection_host_unknown"
    zone.silent = {"site.example", "_dmarc.site.example"}
    found = await find(zone, target("127.0.0.1", port=port))
    assert (found["spf"].code, found["dmarc"].code) == ("dns_unavailable", "dns_unavailable")
