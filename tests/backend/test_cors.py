"""CORS headers: which pages may call, and which may send credentials."""

from balai.backend.cors import REQUESTED, CorsPolicy, is_preflight

POLICY = CorsPolicy(methods="GET, POST", headers=("Authorization", REQUESTED, "Accept"), exposed="ETag", max_age_s=60)
OWN = ("https://a.example", "https://b.example")


def test_every_origin_may_read_without_credentials() -> None:
    assert POLICY.response_headers("https://any.example") == (
        (b"access-control-allow-origin", b"*"),
        (b"access-control-expose-headers", b"ETag"),
    )


def test_a_restricted_service_names_the_allowed_origin_only() -> None:
    allowed = dict(POLICY.response_headers("https://b.example", OWN))
    assert allowed[b"access-control-allow-origin"] == b"https://b.example"
    assert allowed[b"access-control-allow-credentials"] == b"true"
    assert allowed[b"vary"] == b"Origin"
    assert POLICY.response_headers("https://c.example", OWN) == ()


def test_preflight_allows_the_requested_headers() -> None:
    request = {"origin": "https://c.example", "access-control-request-headers": "x-a, x-b"}
    headers = dict(POLICY.preflight_headers(request))
    assert headers == {
        b"access-control-allow-origin": b"*",
        b"access-control-allow-methods": b"GET, POST",
        b"access-control-allow-headers": b"Authorization, x-a, x-b, Accept",
        b"access-control-max-age": b"60",
    }
    assert dict(POLICY.preflight_headers({}))[b"access-control-allow-headers"] == b"Authorization, Accept"
    assert b"access-control-allow-origin" not in dict(POLICY.preflight_headers(request, OWN))


def test_preflight_needs_an_origin_and_a_method() -> None:
    headers = {"origin": "https://a.example", "access-control-request-method": "POST"}
    assert is_preflight("OPTIONS", headers)
    assert not is_preflight("POST", headers)
    assert not any(is_preflight("OPTIONS", {name: value}) for name, value in headers.items())
