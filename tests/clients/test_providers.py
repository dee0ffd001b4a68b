"""Both unmodified official clients sign in through providers, and link and unlink identities."""

import hashlib
import os
import subprocess
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import httpx
import pytest
from supabase import AuthApiError, Client, create_client
from supabase.lib.client_options import SyncClientOptions

from balai.security.tokens import api_keys
from tests.support.oidc_provider import IdentityProvider, query_of, running_provider
from tests.support.program import SECRET, running_program
from tests.support.saml_provider import SamlIdentityProvider, running_saml_provider

ROOT = Path(__file__).parents[2]
# The program's port is unknown when the provider's callback URL is registered: the browser substitutes it.
BACKEND = "http://backend.example"
CALLBACK = f"{BACKEND}/auth/v1/callback"


@dataclass(frozen=True)
class Places:
    """The running program and its two providers."""

    url: str
    anon_key: str
    campus: IdentityProvider
    company: SamlIdentityProvider

    def walk(self, address: str) -> dict[str, str]:
        """Follow the browser through the provider and back; return the parameters of the final URL."""
        back = self.campus.visit(address, until=CALLBACK)
        end = httpx.get(back.replace(BACKEND, self.url))
        assert end.status_code == 302
        return query_of(end.headers["location"])


@pytest.fixture(scope="module")
def places(postgres: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Places]:
    file = tmp_path_factory.mktemp("providers") / "providers.toml"
    with running_provider(CALLBACK) as campus, running_saml_provider() as company:
        # A provider name that the Python client knows: it rejects others before any request.
        file.write_text(
            f'[keycloak]\nlabel = "Campus"\nissuer = "{campus.issuer}"\nclient_ids = ["hall"]\n'
            'secret = "secret of the hall"\n'
        )
        settings = {
            "BALAI_OAUTH_PROVIDERS_FILE": str(file),
            "BALAI_SAML": "true",
            "BALAI_MANUAL_LINKING": "true",
            "BALAI_BACKEND_URL": BACKEND,
        }
        with running_program(postgres, command="backend", **settings) as (url, _):
            keys = api_keys(SECRET)
            body = {"type": "saml", "metadata_xml": company.metadata, "domains": ["campus.example"]}
            headers = {"Authorization": f"Bearer {keys.service_role}"}
            httpx.post(f"{url}/auth/v1/admin/sso/providers", json=body, headers=headers).raise_for_status()
            yield Places(url, keys.anon, campus, company)


@pytest.fixture
def client(places: Places) -> Client:
    options = SyncClientOptions(auto_refresh_token=False, flow_type="pkce")
    return create_client(places.url, places.anon_key, options)


def test_javascript_client(places: Places) -> None:
    environment = {
        **os.environ,
        "URL_": places.url,
        "ANON": places.anon_key,
        "ISSUER": places.campus.issuer,
        "CALLBACK": CALLBACK,
        "SAML": places.company.url,
        "WEB": str(ROOT / "web"),
    }
    script = Path(__file__).with_name("providers.mjs")
    done = subprocess.run(["node", script], env=environment, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.count("ok ") == 5


def sign_in(places: Places, client: Client, who: str) -> None:
    options = {"redirect_to": f"{places.url}/en", "query_params": {"login_hint": who}}
    started = client.auth.sign_in_with_oauth({"provider": "keycloak", "options": options})
    end = places.walk(started.url)
    response = client.auth.exchange_code_for_session({"auth_code": end["code"]})
    assert response.user is not None
    assert response.user.email == f"{who}@example.org"
    assert response.session is not None
    assert response.session.provider_token


def test_python_client_links_and_unlinks(places: Places, client: Client) -> None:
    sign_in(places, client, "py-mei")
    options = {"redirect_to": f"{places.url}/en", "query_params": {"login_hint": "py-mei-at-work"}}
    linked = client.auth.link_identity({"provider": "keycloak", "options": options})
    assert "code" in places.walk(linked.url)
    identities = client.auth.get_user_identities().identities
    assert [identity.id for identity in identities] == ["py-mei", "py-mei-at-work"]
    client.auth.unlink_identity(identities[1])
    with pytest.raises(AuthApiError) as refused:
        client.auth.unlink_identity(identities[0])
    assert refused.value.code == "single_identity_not_deletable"


def test_python_client_signs_in_with_an_id_token(places: Places, client: Client) -> None:
    now, nonce = int(time.time()), "a raw nonce"
    token = places.campus.sign(
        iss=places.campus.issuer,
        aud="hall",
        sub="py-token",
        iat=now,
        exp=now + 60,
        nonce=hashlib.sha256(nonce.encode()).hexdigest(),
        email="py-token@example.org",
        email_verified=True,
    )
    response = client.auth.sign_in_with_id_token({"provider": "keycloak", "token": token, "nonce": nonce})
    assert response.user is not None
    assert response.user.email == "py-token@example.org"
    with pytest.raises(AuthApiError, match="Nonces mismatch"):
        client.auth.sign_in_with_id_token({"provider": "keycloak", "token": token, "nonce": "x"})


def test_python_client_signs_in_by_saml(places: Places, client: Client) -> None:
    started = client.auth.sign_in_with_sso({"domain": "campus.example"})
    metadata = httpx.get(f"{places.url}/auth/v1/sso/saml/metadata").text
    form = places.company.respond(started.url, "py-mei", metadata)
    end = httpx.post(f"{places.url}/auth/v1/sso/saml/acs", data=form)
    code = query_of(end.headers["location"])["code"]
    response = client.auth.exchange_code_for_session({"auth_code": code})
    assert response.user is not None
    assert response.user.email == "py-mei@campus.example"
    with pytest.raises(AuthApiError) as unknown:
        client.auth.sign_in_with_sso({"domain": "nowhere.example"})
    assert unknown.value.code == "sso_provider_not_found"
