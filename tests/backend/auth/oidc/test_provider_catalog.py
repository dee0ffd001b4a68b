"""Providers from the settings and from the operator's file; mistakes are reported at start."""

from pathlib import Path

import pytest

from balai.backend.auth.oidc.provider_catalog import load_providers
from balai.errors import StartError
from balai.settings import load_settings


def test_providers_from_settings_and_file(tmp_path: Path) -> None:
    file = tmp_path / "providers.toml"
    file.write_text(
        '[campus]\nissuer = "https://login.campus.example"\nclient_ids = ["hall"]\nlabel = "Campus"\n'
        '[google]\nlabel = "Gmail"\n[line]\nscopes = ["openid"]\n'
    )
    environment = {"BALAI_OAUTH_GOOGLE_CLIENT_ID": "site, app", "BALAI_OAUTH_PROVIDERS_FILE": str(file)}
    environment["BALAI_OAUTH_LINE_CLIENT_ID"] = "channel"
    providers = load_providers(load_settings(environment))
    assert sorted(providers) == ["campus", "google", "line"]
    assert (providers["google"].label, providers["google"].client_ids) == ("Gmail", ("site", "app"))
    assert (providers["line"].scopes, providers["line"].signs_with_secret) == (("openid",), True)


@pytest.mark.parametrize(
    "text",
    [
        "[campus",
        "campus = 1",
        "[campus]\nissuer = 3",
        '[campus]\nissuer = "https://a.example"',
        '[campus]\nissuer = "https://a.example"\nclient_ids = ["a"]\nunknown = 1',
        '[campus]\nauthorize_url = "https://a.example"\nclient_ids = ["a"]',
        '[email]\nissuer = "https://a.example"\nclient_ids = ["a"]',
    ],
)
def test_invalid_file_is_a_start_error(tmp_path: Path, text: str) -> None:
    file = tmp_path / "providers.toml"
    file.write_text(text)
    with pytest.raises(StartError, match="BALAI_OAUTH_PROVIDERS_FILE"):
        load_providers(load_settings({"BALAI_OAUTH_PROVIDERS_FILE": str(file)}))


def test_missing_file_is_a_start_error() -> None:
    with pytest.raises(StartError, match="No such file"):
        load_providers(load_settings({"BALAI_OAUTH_PROVIDERS_FILE": "/nowhere.toml"}))
