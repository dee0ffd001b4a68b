"""The network of a client in the headers that rules and functions read."""

from balai.backend.rest.application import _with_network
from balai.http.client_address import NETWORK_HEADER, with_network

FORGED = [(b"accept", b"*/*"), (NETWORK_HEADER, b"198.51.100.1")]


def test_no_client_sets_its_network() -> None:
    assert with_network(FORGED, "203.0.113.9") == [(b"accept", b"*/*"), (NETWORK_HEADER, b"203.0.113.9")]


def test_all_that_may_write_name_the_network() -> None:
    for method, path in (("POST", "/posts"), ("PATCH", "/posts"), ("POST", "/rpc/book"), ("DELETE", "/replies")):
        scope = {"method": method, "path": path, "headers": FORGED, "client": ("2001:db8::7", 1)}
        assert dict(_with_network(scope))[NETWORK_HEADER] == b"2001:db8::", (method, path)
    scope = {"method": "GET", "path": "/posts", "headers": FORGED, "client": ("203.0.113.9", 1)}
    assert _with_network(scope) == [(b"accept", b"*/*")]
