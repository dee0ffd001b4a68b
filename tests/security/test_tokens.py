"""The key ring: which key signs, which tokens are accepted, and that no header selects another algorithm."""

import base64
import json
import time

import msgspec
import pytest
from joserfc import jws, jwt
from joserfc.jwk import ECKey, OctKey, RSAKey

from balai.security.tokens import Algorithm, KeyPair, KeyRing, TokenError, api_keys

SECRET = "a secret of the tests that is long enough to be one"
CLAIMS = {"sub": "mei", "role": "authenticated"}


def pair(algorithm: Algorithm = "ES256", **changes: float) -> KeyPair:
    key = ECKey.generate_key("P-256") if algorithm == "ES256" else RSAKey.generate_key(2048)
    public = type(key).import_key(key.as_dict(private=False))
    return KeyPair(kid=key.thumbprint(), algorithm=algorithm, public=public, private=key, **changes)


def header_of(token: str) -> dict[str, str]:
    first = token.split(".")[0]
    return dict(json.loads(base64.urlsafe_b64decode(first + "=" * (-len(first) % 4))))


def rejection_reason(ring: KeyRing, token: str, **more: float) -> str:
    with pytest.raises(TokenError) as refused:
        ring.verify(token, **more)
    return refused.value.reason


@pytest.mark.parametrize("algorithm", ["ES256", "RS256"])
def test_public_key_verifies_a_token(algorithm: Algorithm) -> None:
    ring = KeyRing(SECRET, [pair(algorithm)])
    token = ring.sign(CLAIMS)
    (shown,) = ring.public_keys()
    assert not {"d", "p", "q", "dp", "dq", "qi"} & set(shown)
    assert (shown["use"], shown["key_ops"], shown["alg"]) == ("sig", ["verify"], algorithm)
    assert header_of(token) == {"alg": algorithm, "typ": "JWT", "kid": shown["kid"]}
    assert jwt.decode(token, (ECKey if algorithm == "ES256" else RSAKey).import_key(shown)).claims == CLAIMS


def test_new_pair_is_accepted_before_it_signs_and_the_old_one_until_its_tokens_expire() -> None:
    now = time.time()
    old, new = pair(signs_from=now - 60, verifies_until=now + 3600), pair(signs_from=now + 60)
    ring = KeyRing(SECRET, [old, new])
    assert header_of(ring.sign(CLAIMS))["kid"] == old.kid
    other_node = KeyRing(SECRET, [old, msgspec.structs.replace(new, signs_from=now - 1)])
    token = other_node.sign(CLAIMS)
    assert header_of(token)["kid"] == new.kid and ring.verify(token)["sub"] == "mei"
    ring.replace([pair(signs_from=now - 60), old])
    assert ring.verify(KeyRing(SECRET, [old]).sign(CLAIMS))
    assert rejection_reason(ring, token) == "key"


def test_retired_pair_is_neither_accepted_nor_published() -> None:
    old = pair(verifies_until=time.time() - 1)
    ring = KeyRing(SECRET, [old])
    assert rejection_reason(ring, KeyRing(SECRET, [old]).sign(CLAIMS)) == "key"
    assert ring.public_keys() == []


def test_accepted_token_is_rejected_after_its_key_is_withdrawn() -> None:
    old = pair()
    ring = KeyRing(SECRET, [old])
    token = ring.sign(CLAIMS)
    assert ring.verify(token)
    ring.replace([pair()])
    assert rejection_reason(ring, token) == "key"


def test_api_keys_stay_valid_through_rotations() -> None:
    ring = KeyRing(SECRET, [pair(), pair("RS256")])
    assert ring.verify(api_keys(SECRET).anon)["role"] == "anon"


def test_cached_token_expires() -> None:
    ring = KeyRing(SECRET, [pair()])
    token = ring.sign({**CLAIMS, "exp": 1000})
    assert ring.verify(token, now=999)
    assert rejection_reason(ring, token, now=1000) == "expired"


def test_token_is_rejected_before_its_start() -> None:
    ring = KeyRing(SECRET, [pair()])
    assert ring.verify(ring.sign({**CLAIMS, "nbf": time.time() + 20})), "within the clock skew"
    for _ in range(2):
        assert rejection_reason(ring, ring.sign({**CLAIMS, "nbf": time.time() + 60})) == "early"
    cached = ring.sign({**CLAIMS, "nbf": time.time() + 60})
    assert [rejection_reason(ring, cached) for _ in range(2)] == ["early", "early"]
    assert rejection_reason(ring, cached, now=1000) == "early", "whatever clock the service has for the expiry"
    for start in ("soon", True, {}):
        assert rejection_reason(ring, ring.sign({**CLAIMS, "nbf": start})) == "start"


def test_no_header_selects_the_verification_algorithm() -> None:
    mine = pair()
    ring = KeyRing(SECRET, [mine])
    public = json.dumps(mine.public.as_dict(private=False)).encode()
    body = json.dumps({**CLAIMS, "role": "service_role"}).encode()

    def forged(header: dict[str, str], key: OctKey | ECKey) -> str:
        return jws.serialize_compact(header, body, key, algorithms=["HS256", "ES256"])

    # The public key as HS256 secret, an attacker's key under our key id, no signature.
    confused = forged({"alg": "HS256", "kid": mine.kid}, OctKey.import_key(public))
    assert rejection_reason(ring, confused) == "algorithm"
    assert rejection_reason(ring, forged({"alg": "ES256", "kid": mine.kid}, ECKey.generate_key("P-256"))) == "signature"
    assert rejection_reason(ring, forged({"alg": "ES256"}, ECKey.generate_key("P-256"))) == "key"
    unsigned = base64.urlsafe_b64encode(b'{"alg":"none"}').decode().rstrip("=")
    assert rejection_reason(ring, f"{unsigned}.{base64.urlsafe_b64encode(body).decode().rstrip('=')}.") == "algorithm"
    changed = ring.sign(CLAIMS).split(".")
    changed[1] = base64.urlsafe_b64encode(body).decode().rstrip("=")
    assert rejection_reason(ring, ".".join(changed)) == "signature"


@pytest.mark.parametrize("token", ["", "a.b", "a.b.c", "....", "W10.e30.AA", "é.é.é", f"{'W1s' * 9000}.e30.AA"])
def test_invalid_token_is_malformed(token: str) -> None:
    assert rejection_reason(KeyRing(SECRET), token) == "malformed"
