"""Tells addresses on the public internet from all others."""

import asyncio
import ipaddress
import socket
from concurrent.futures import ThreadPoolExecutor

# The standard prefix of NAT64 (RFC 6052): networks without IPv4 reach IPv4 hosts through it.
NAT64 = ipaddress.IPv6Network("64:ff9b::/96")
GLOBAL_UNICAST = ipaddress.IPv6Network("2000::/3")
# Not for hosts, by the registries of special-purpose addresses (RFC 6890); older versions of Python lack them.
SPECIAL = (
    ipaddress.IPv4Network("192.0.0.0/24"),
    ipaddress.IPv4Network("192.88.99.0/24"),
    ipaddress.IPv6Network("2001::/23"),
    ipaddress.IPv6Network("2002::/16"),
    ipaddress.IPv6Network("3fff::/20"),
)
# A name server that never answers holds a thread for half a minute. In threads of its own it delays no other work.
_threads = ThreadPoolExecutor(8, thread_name_prefix="dns")


async def resolve(host: str, port: int) -> list[str]:
    """Resolve the IP addresses of a host."""
    loop = asyncio.get_running_loop()
    found = await loop.run_in_executor(_threads, lambda: socket.getaddrinfo(host, port, type=socket.SOCK_STREAM))
    return [str(entry[4][0]) for entry in found]


def is_public(address: str) -> bool:
    """Whether an IP address belongs to a host on the public internet.

    IPv6 addresses that contain an IPv4 address count as that one, since the network may deliver to it.
    """
    ip = ipaddress.ip_address(address)
    if isinstance(ip, ipaddress.IPv6Address):
        if ip.ipv4_mapped is not None:
            return is_public(str(ip.ipv4_mapped))
        if ip in NAT64:
            return is_public(str(ipaddress.IPv4Address(int(ip) & 0xFFFFFFFF)))
        if ip not in GLOBAL_UNICAST:
            return False
    if any(ip.version == network.version and ip in network for network in SPECIAL):
        return False
    return ip.is_global and not (ip.is_multicast or ip.is_reserved or ip.is_private)
