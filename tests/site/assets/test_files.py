import gzip
from pathlib import Path

import brotli
import httpx
import pytest

from balai.site.assets.files import Assets
from balai.site.assets.precompress import precompress
from balai.site.request.exchange import Request
from tests.site.conftest import write_front_end


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return write_front_end(tmp_path)


def asking(path: str, encoding: str = "") -> Request:
    return Request("GET", path, path, accept_encoding=encoding.encode())


async def test_hashed_files_are_immutable_and_the_build_name_is_revalidated(site: httpx.AsyncClient) -> None:
    assert "immutable" in (await site.get("/assets/client-1.js")).headers["cache-control"]
    latest = await site.get("/builds/latest.json?1763665000")
    assert (latest.json(), latest.headers["cache-control"]) == ({"id": "build-1"}, "no-store")


@pytest.mark.parametrize(
    "path", ["/assets/../server.js", "/assets/%2e%2e/manifest.json", "/server.js", "/assets/none.js"]
)
async def test_only_listed_files_are_served(site: httpx.AsyncClient, path: str) -> None:
    assert (await site.get(path)).status_code == 404


@pytest.mark.parametrize(("encoding", "opened"), [("br", brotli.decompress), ("gzip", gzip.decompress)])
async def test_precompressed_files_are_sent_as_they_are(folder: Path, encoding: str, opened: object) -> None:
    assert precompress(folder) == 2
    plain = (folder / "assets/client-1.js").read_bytes()
    response = await Assets(folder).respond(asking("/assets/client-1.js", encoding))
    suffix = {"br": ".br", "gzip": ".gz"}[encoding]
    assert response.body == (folder / f"assets/client-1.js{suffix}").read_bytes()
    assert opened(response.body) == plain  # type: ignore[operator]


async def test_other_files_are_compressed_on_request(folder: Path) -> None:
    assets = Assets(folder)
    response = await assets.respond(asking("/assets/client-1.css", "br"))
    assert brotli.decompress(response.body) == (folder / "assets/client-1.css").read_bytes()
    assert (b"content-encoding", b"br") in response.headers
    plain = await assets.respond(asking("/assets/client-1.css"))
    assert b"content-encoding" not in dict(plain.headers)
    assert dict(plain.headers)[b"etag"] != dict(response.headers)[b"etag"]
