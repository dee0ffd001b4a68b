"""The client of a request, as far as rights and rate limits depend on its address.

uvicorn has already replaced the peer's address by the one that a trusted proxy forwarded (setting `trusted_proxies`).
"""

from collections.abc import Container, Iterable
from ipaddress import IPv6Address, ip_address, ip_network

# A request through a proxy is not local, even where the proxy runs on this machine.
PROXY_HEADERS = ("x-forwarded-for", "x-forwarded-host", "x-real-ip", "forwarded", "via")
# Names the network of a client to functions and rules. A value sent by a client under this name is dropped.
NETWORK_HEADER = b"x-balai-network"
# A household or server gets at least a /64, and could otherwise appear as a new client for each request.
IPV6_NETWORK_BITS = 64
# The prefix of one provider or office, in which a bot can change its address at will.
IPV4_RANGE_BITS = 24


def is_local_request(peer: str, headers: Container[str]) -> bool:
    """Whether a request was made on this machine and not through a proxy. `headers`: names in lower case."""
    return is_loopback(peer) and not any(name in headers for name in PROXY_HEADERS)


def is_loopback(peer: str) -> bool:
    """Whether an address is a loopback address; False for an invalid address."""
    try:
        return ip_address(peer).is_loopback
    except ValueError:
        return False


def client_network(peer: str) -> str:
    """The key under which a client is counted: its IPv4 address, or its IPv6 /64 network."""
    try:
        address = ip_address(peer)
    except ValueError:
        return peer
    if not isinstance(address, IPv6Address):
        return str(address)
    if address.ipv4_mapped is not None:
        return str(address.ipv4_mapped)
    return str(IPv6Address(int(address) >> IPV6_NETWORK_BITS << IPV6_NETWORK_BITS))


def client_range(peer: str) -> str:
    """The key of the network of a client: its IPv4 /24, or its IPv6 /64."""
    network = client_network(peer)
    try:
        return str(ip_network(f"{network}/{IPV4_RANGE_BITS}", strict=False)) if "." in network else network
    except ValueError:
        return network


def with_network(headers: Iterable[tuple[bytes, bytes]], peer: str) -> list[tuple[bytes, bytes]]:
    """The headers of a request with the network of its client."""
    return [
        *(header for header in headers if header[0] != NETWORK_HEADER),
        (NETWORK_HEADER, client_network(peer).encode()),
    ]
