"""Who is at the other end of a connection, as far as rights and counters depend on it.

The server has already put the address that a trusted proxy noted in the peer's place (setting `trusted_proxies`).
"""

from collections.abc import Container
from ipaddress import IPv6Address, ip_address

# Whoever comes through a proxy is somebody else, even where the proxy runs on this machine or names it.
PROXY_HEADERS = ("x-forwarded-for", "x-forwarded-host", "x-real-ip", "forwarded", "via")
# A household or a server is given a whole /64 at least, and could otherwise be a new client for every request.
IPV6_NETWORK_BITS = 64


def is_local_request(peer: str, headers: Container[str]) -> bool:
    """Whether a request was made on this very machine, by no proxy's hand. `headers`: names in lower case."""
    return is_loopback(peer) and not any(name in headers for name in PROXY_HEADERS)


def is_loopback(peer: str) -> bool:
    """Whether an address is this machine's own; what is no address is not."""
    try:
        return ip_address(peer).is_loopback
    except ValueError:
        return False


def client_network(peer: str) -> str:
    """Under what name a client is counted: its address, or the network that an IPv6 address lies in."""
    try:
        address = ip_address(peer)
    except ValueError:
        return peer
    if not isinstance(address, IPv6Address):
        return str(address)
    if address.ipv4_mapped is not None:
        return str(address.ipv4_mapped)
    return str(IPv6Address(int(address) >> IPV6_NETWORK_BITS << IPV6_NETWORK_BITS))
