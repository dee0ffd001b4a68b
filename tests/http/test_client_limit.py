"""The rate limit of clients: a burst, a rate, one bucket for an IPv6 network, none for private addresses, bounded."""

from balai.http.client_limit import MAX_CLIENTS, ClientLimit

PHONE, OTHER = "1.2.3.4", "1.2.3.5"


def test_burst_and_rate() -> None:
    limit = ClientLimit(per_second=2, burst=5)
    assert [limit.take(PHONE, 0.0) for _ in range(7)] == [0, 0, 0, 0, 0, 1, 1]
    assert limit.take(OTHER, 0.0) == 0
    # Refused requests take no tokens; after a second there are two.
    assert [limit.take(PHONE, 1.0) for _ in range(3)] == [0, 0, 1]
    assert [limit.take(PHONE, 1000.0) for _ in range(6)] == [0, 0, 0, 0, 0, 1]
    slow = ClientLimit(per_second=0.1, burst=1)
    assert [slow.take(PHONE, 0.0), slow.take(PHONE, 2.5), slow.take(PHONE, 10.0)] == [0, 8, 0]


def test_one_bucket_for_a_network_and_none_for_private_addresses() -> None:
    limit = ClientLimit(per_second=1, burst=1)
    assert [limit.take(f"2001:4860:1:2::{number}", 0.0) for number in range(2)] == [0, 1]
    assert limit.take("2001:4860:1:3::1", 0.0) == 0
    for hidden in ("127.0.0.1", "::1", "10.1.2.3", "172.18.0.1", "192.168.1.9", "fd00::1", "", "unix"):
        assert [limit.take(hidden, 0.0) for _ in range(3)] == [0, 0, 0]


def test_many_clients_take_bounded_memory() -> None:
    limit = ClientLimit(per_second=1, burst=1)
    for number in range(MAX_CLIENTS + 100):
        limit.take(f"3.{number >> 16}.{number >> 8 & 255}.{number & 255}", 0.0)
    assert len(limit._levels) == MAX_CLIENTS
    # The clients seen last are still limited.
    assert limit.take(f"3.{number >> 16}.{number >> 8 & 255}.{number & 255}", 0.0) == 1
