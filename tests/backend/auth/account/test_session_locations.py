"""Approximate session locations, from the operator's file only, in the user's language."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx
import pytest
from mmdb_writer import MMDBWriter
from netaddr import IPSet

from balai.backend.auth.config import auth_config
from balai.errors import StartError
from balai.settings import load_settings
from tests.backend.auth.service import Service, bearer

Make = Callable[..., Service]
IPOH = {"city": {"names": {"en": "Ipoh", "zh-CN": "怡保"}}, "country": {"iso_code": "MY"}}
HUE = {"city": {"names": {"en": "Hue", "vi": "Huế"}}, "country": {"iso_code": "VN"}}
ODD = {"city": "Nowhere", "country": {"iso_code": "no country"}}


def write_file(path: Path, places: dict[str, dict[str, Any]]) -> str:
    writer = MMDBWriter(ip_version=6, ipv4_compatible=True, database_type="Test-City")
    for network, record in places.items():
        writer.insert_network(IPSet([network]), record)
    writer.to_db_file(str(path))
    return str(path)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "places.mmdb"
    write_file(path, {"203.0.113.0/24": IPOH, "2001:db8::/32": HUE, "198.51.100.0/24": ODD})
    return path


async def locations_of(service: Service, session: dict[str, Any], language: str) -> list[dict[str, str]]:
    response = await service.http.get("/sessions/locations", params={"language": language}, headers=bearer(session))
    assert response.status_code == 200, response.text
    assert response.headers["cache-control"] == "no-store"
    return list(response.json()["locations"].values())


async def test_location_of_each_session_in_the_users_language(make_service: Make, file: Path) -> None:
    session, other_session = {}, await make_service().member("tan@example.org")
    for peer in ("127.0.0.1", "198.51.100.3", "2001:db8::7", "203.0.113.9"):
        session = await make_service(peer=peer).member()
    service = make_service(geoip_file=str(file))
    assert await locations_of(service, session, "zh") == [
        {"city": "怡保", "country": "MY"}, {"city": "Hue", "country": "VN"}
    ]  # fmt: skip
    assert [place["city"] for place in await locations_of(service, session, "vi")] == ["Ipoh", "Huế"]
    assert [place["city"] for place in await locations_of(service, session, "\0%")] == ["Ipoh", "Hue"]
    assert await locations_of(service, other_session, "en") == []
    rejected = await service.http.get("/sessions/locations")
    assert (rejected.status_code, rejected.json()["error_code"]) == (401, "no_authorization")


async def test_without_a_file_no_lookup_is_made(make_service: Make, file: Path) -> None:
    asked: list[httpx.Request] = []

    def note(request: httpx.Request) -> httpx.Response:
        asked.append(request)
        return httpx.Response(200)

    session = await make_service(peer="203.0.113.9").member()
    without = make_service(transport=httpx.MockTransport(note))
    assert await locations_of(without, session, "en") == []
    lost = make_service(transport=httpx.MockTransport(note), geoip_file=str(file))
    assert len(await locations_of(lost, session, "en")) == 1
    file.write_bytes(b"cut short")  # noqa: ASYNC240 - no other task runs in this test
    assert await locations_of(lost, session, "en") == []
    # A replaced file takes effect at once.
    write_file(file, {"203.0.113.0/24": HUE})
    assert await locations_of(lost, session, "vi") == [{"city": "Huế", "country": "VN"}]
    assert asked == []


def test_unreadable_file_prevents_the_start(tmp_path: Path) -> None:
    for path in (tmp_path / "missing.mmdb", tmp_path):
        with pytest.raises(StartError, match="BALAI_GEOIP_FILE"):
            auth_config(load_settings({"BALAI_GEOIP_FILE": str(path)}), has_site=True)
    (tmp_path / "text.mmdb").write_text("no places")
    with pytest.raises(StartError, match="BALAI_GEOIP_FILE"):
        auth_config(load_settings({"BALAI_GEOIP_FILE": str(tmp_path / "text.mmdb")}), has_site=True)
