"""Rules from settings, and the keys that tokens are verified with."""

import json
import time
from pathlib import Path

import pytest
from joserfc.jwk import ECKey

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
