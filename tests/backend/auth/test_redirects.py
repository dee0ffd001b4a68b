"""Allowed redirect targets, by the rules of the contract."""

import json
from pathlib import Path

import pytest
from msgspec.structs import replace

from balai.backend.auth.config import AuthConfig, auth_config
from balai.backend.auth.redirects import glob_pattern, is_allowed
from balai.settings import load_settings

CONFIG = AuthConfig(
    site_url="https://site.example:8443",
    backend_url="https://site.example:8443",
    jwt_secret="x",
    redirect_urls=("https://app.example.net/welcome", "hall-app://**", "https://*.preview.example.net/*"),
)

TABLE = json.loads((Path(__file__).parents[2] / "support/local_paths.json").read_text())
ORIGIN = "https://site.example"


@pytest.mark.parametrize("url", TABLE["own"])
def test_own_addresses_are_allowed(url: str) -> None:
    assert is_allowed(url, replace(CONFIG, site_url=ORIGIN))


@pytest.mark.parametrize(
    "url", [*TABLE["other"], *TABLE["foreign"], *(ORIGIN + path for path in TABLE["foreign"] if path.startswith("/"))]
)
def test_hostile_addresses_are_rejected(url: str) -> None:
    assert not is_allowed(url, replace(CONFIG, site_url=ORIGIN))


@pytest.mark.parametrize(
    ("url", "allowed"),
    [
        ("https://site.example:8443/vi/forum?a=b#c", True),
        ("https://site.example/vi", False),
        ("http://site.example:8443/vi", False),
        ("http://127.0.0.1:5173/x", True),
        ("http://[::1]/x", True),
        ("http://203.0.113.9/x", False),
        ("http://2130706433/x", False),
        ("https://app.example.net/welcome", True),
        ("https://app.example.net/welcome#fragment", True),
        ("https://app.example.net/welcome?x=1", False),
        ("https://a.preview.example.net/x", True),
        ("https://a.b.preview.example.net/x", False),
        ("https://a.preview.example.net/x/y", False),
        ("hall-app://open/me", True),
        ("javascript:alert(1)", False),
        ("javascript://127.0.0.1/%0aalert(1)", False),
        ("javascript://site.example:8443/%0aalert(1)", False),
        ("data://127.0.0.1/x", False),
        ("//site.example:8443/x", False),
        ("https://site.example:8443\\@evil.example/", False),
        ("https://site.example:8443@evil.example/", False),
        ("https://site.example:8443//evil.example/", False),
        ("https://site.example:8443/../..//evil.example/x", False),
        ("http://127.0.0.1//evil.example/", False),
        ("https://user@a.preview.example.net/x", False),
        (" https://site.example:8443/", False),
        ("https://site.example:8443/\n", False),
        ("https://site.example:port/", False),
        ("", False),
    ],
)
def test_allowed_redirects(url: str, allowed: bool) -> None:
    assert is_allowed(url, CONFIG) is allowed


@pytest.mark.parametrize(
    ("glob", "text", "matches"),
    [
        ("https://a.b/*", "https://a.b/c", True),
        ("https://a.b/*", "https://a.b/c.d", False),
        ("https://a.b/**", "https://a.b/c/d.e?f=g", True),
        ("https://a.b/?", "https://a.b/c", True),
        ("https://a.b/?", "https://a.b//", False),
        ("https://a.b/[a-c]", "https://a.b/b", True),
        ("https://a.b/[!a-c]", "https://a.b/b", False),
        ("https://{a,b}.c/", "https://b.c/", True),
        ("https://{a,b}.c/", "https://c.c/", False),
        (r"https://a.b/\*", "https://a.b/*", True),
        ("https://a.b/", "https://axb/", False),
    ],
)
def test_wildcards(glob: str, text: str, matches: bool) -> None:
    assert bool(glob_pattern(glob).fullmatch(text)) is matches


def test_setting_is_split_at_commas() -> None:
    settings = load_settings({"BALAI_REDIRECT_URLS": "https://a.example/** , hall-app://open"})
    assert auth_config(settings, has_site=True).redirect_urls == ("https://a.example/**", "hall-app://open")
