"""Look-ups for the checks of emails: three seconds each, over UDP and TCP, by the system's resolver or a named one."""

from typing import Any

import dns.asyncresolver
import dns.exception
import dns.name
import dns.rdatatype
import dns.resolver
import dns.reversename

from balai.settings.forms import split_server

LOOKUP_S = 3.0
# Of one name. More is a mistake, or hostile.
MAX_ANSWERS, MAX_TEXT = 50, 4000


class DnsUnavailable(Exception):
    """No answer in time, or the name server failed: nothing is known."""


class Dns:
    """`server`: `host` or `host:port` of a resolver; empty: those of the system."""

    def __init__(self, server: str = "") -> None:
        self._server = server

    async def texts(self, name: str) -> list[str]:
        """The TXT records of a name; none if there is no such name. Raises DnsUnavailable."""
        found = await self._look_up(name, dns.rdatatype.TXT)
        return [b"".join(record.strings).decode("utf-8", "replace")[:MAX_TEXT] for record in found]

    async def addresses(self, name: str) -> list[str]:
        """The IPv4 and IPv6 addresses of a name. Raises DnsUnavailable."""
        return [
            str(record.address)
            for kind in (dns.rdatatype.A, dns.rdatatype.AAAA)
            for record in await self._look_up(name, kind)
        ]

    async def exchanges(self, name: str) -> list[str]:
        """The names of the mail servers of a domain. Raises DnsUnavailable."""
        return [str(record.exchange).rstrip(".") for record in await self._look_up(name, dns.rdatatype.MX)]

    async def names_of(self, address: str) -> list[str]:
        """The names that an IP address has in reverse. Raises DnsUnavailable."""
        reverse = str(dns.reversename.from_address(address))
        return [str(record.target).rstrip(".") for record in await self._look_up(reverse, dns.rdatatype.PTR)]

    async def _look_up(self, name: str, kind: dns.rdatatype.RdataType) -> list[Any]:
        try:
            # Absolute: the search list of the machine would find names of its own network.
            absolute = dns.name.from_text(name.rstrip(".") + ".")
            answer = await self._resolver().resolve(absolute, kind, search=False, lifetime=LOOKUP_S)
        except (dns.resolver.NXDOMAIN, dns.resolver.NoAnswer, dns.name.LabelTooLong, dns.name.EmptyLabel):
            return []
        except (dns.exception.DNSException, OSError, UnicodeError) as error:
            raise DnsUnavailable(str(error) or type(error).__name__) from error
        return list(answer)[:MAX_ANSWERS]

    def _resolver(self) -> dns.asyncresolver.Resolver:
        if not self._server:
            return dns.asyncresolver.Resolver()
        resolver = dns.asyncresolver.Resolver(configure=False)
        host, port = split_server(self._server)
        resolver.nameservers, resolver.port = [host], port
        resolver.timeout = LOOKUP_S / 2
        return resolver
