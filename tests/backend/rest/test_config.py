"""Rules from settings, and the keys that tokens are verified with."""

import json
import time
from pathlib import Path

import pytest
from joserfc import jwt
from joserfc.jwk import ECKey, OctKey, RSAKey

from balai.backend.rest.config import rules_from_settings
from balai.backend.token_verification import verify_with
from balai.errors import StartError
from balai.security.tokens import KeyPair, KeyRing, TokenError
from balai.settings import Settings, load_settings

SECRET = "a secret of these tests that is long enough"


def settings(**given: str) -> Settings:
    return load_settings({f"BALAI_{name.upper()}": value for name, value in given.items()}, jwt_secret=SECRET)


def test_settings_become_rules() -> None:
    defaults = rules_from_settings(settings())
    assert (defaults.schemas, defaults.max_rows, defaults.anon_role, defaults.role_claim) == (
        ("public",),
        1000,
        "anon",
        ("role",),
    )
    rules = rules_from_settings(
        settings(
            rest_schemas="api, other",
            rest_max_rows="0",
            rest_anon_role="none",
            rest_pre_request="hooks.check",
            rest_root_spec="root",
            rest_role_claim=".app.roles[0]",
            rest_tx_end="commit-allow-override",
        )
    )
    assert (rules.schemas, rules.max_rows, rules.anon_role) == (("api", "other"), None, "")
    assert (rules.pre_request, rules.root_spec) == (("hooks", "check"), ("public", "root"))
    assert (rules.role_claim, rules.allows_tx_override) == (("app", "roles", 0), True)


@pytest.mark.parametrize("given", [{"rest_role_claim": "role"}, {"rest_tx_end": "later"}, {"rest_max_rows": "-1"}])
def test_invalid_settings_stop_the_start(given: dict[str, str]) -> None:
    with pytest.raises(StartError):
        rules_from_settings(settings(**given))


def test_the_keys_of_another_issuer(tmp_path: Path) -> None:
    key = ECKey.generate_key("P-256", {"kid": "theirs"})
    signer = KeyRing(SECRET, [KeyPair(kid="theirs", algorithm="ES256", public=key, private=key)])
    token = signer.sign({"role": "authenticated", "exp": int(time.time()) + 60})
    ring = KeyRing(SECRET)
    with pytest.raises(TokenError):
        verify_with(ring, settings())(token)
    single = verify_with(ring, settings(rest_jwks=json.dumps(key.as_dict(private=False))))
    assert single(token)["role"] == "authenticated"
    file = tmp_path / "jwks.json"
    file.write_text(json.dumps({"keys": [key.as_dict(private=False)]}))
    verify = verify_with(ring, settings(rest_jwks=str(file)))
    assert verify(token)["role"] == "authenticated"
    assert verify(ring.sign({"role": "anon"}))["role"] == "anon"
    with pytest.raises(StartError, match="JWKS"):
        verify_with(ring, settings(rest_jwks="{}"))


def unnamed(claims: dict[str, object], key: ECKey | RSAKey, algorithm: str) -> str:
    """A token whose header names no key."""
    return jwt.encode({"alg": algorithm}, claims, key, algorithms=[algorithm])


def test_a_token_without_a_key_id_is_compared_with_every_key() -> None:
    own, theirs, other = (ECKey.generate_key("P-256", {"kid": kid}) for kid in ("own", "theirs", "other"))
    ring = KeyRing(SECRET, [KeyPair(kid="own", algorithm="ES256", public=own, private=own)])
    public = {name: value for name, value in theirs.as_dict(private=False).items() if name != "kid"}
    rsa = RSAKey.generate_key(2048)
    keys = {"keys": [other.as_dict(private=False), public, rsa.as_dict(private=False)]}
    for given in (json.dumps(public), json.dumps(keys)):
        verify = verify_with(ring, settings(rest_jwks=given))
        assert verify(unnamed({"sub": "a"}, theirs, "ES256")) == {"sub": "a"}
        # Tokens of our own sessions always name their key.
        with pytest.raises(TokenError):
            verify(unnamed({}, own, "ES256"))
        with pytest.raises(TokenError) as refused:
            verify(unnamed({}, ECKey.generate_key("P-256"), "ES256"))
        assert refused.value.reason == "signature"
        with pytest.raises(TokenError):
            verify(unnamed({"exp": 1}, theirs, "ES256"))
        # A token that names a key is compared with that key alone.
        with pytest.raises(TokenError) as refused:
            verify(jwt.encode({"alg": "ES256", "kid": "unknown"}, {}, theirs, algorithms=["ES256"]))
        assert refused.value.reason == "key"
    assert verify(unnamed({"sub": "r"}, rsa, "RS256")) == {"sub": "r"}
    # The public key is no shared secret.
    with pytest.raises(TokenError):
        verify(jwt.encode({"alg": "HS256"}, {}, OctKey.import_key(json.dumps(public)), algorithms=["HS256"]))
