"""Storage with the unmodified Python client, which sends forms and numbers as text, and parses responses strictly."""

from collections.abc import Callable, Iterator

import httpx
import pytest
from storage3.exceptions import StorageApiError
from storage3.types import VectorData, VectorObject
from supabase import Client, create_client
from supabase.lib.client_options import SyncClientOptions

from tests.clients.conftest import Instance


@pytest.fixture
def client(instance: Instance) -> Iterator[Client]:
    made = create_client(instance.url, instance.service_key, SyncClientOptions(auto_refresh_token=False))
    made.storage.create_bucket("python", options={"file_size_limit": 1000, "public": False})
    yield made
    made.storage.empty_bucket("python")
    made.storage.delete_bucket("python")


def test_every_method(client: Client) -> None:
    assert client.storage.get_bucket("python").file_size_limit == 1000
    client.storage.update_bucket("python", {"public": False, "file_size_limit": 2000, "allowed_mime_types": ["text/*"]})
    assert [bucket.id for bucket in client.storage.list_buckets() if bucket.id == "python"] == ["python"]
    files = client.storage.from_("python")
    made = files.upload("a/one.txt", b"one", {"content-type": "text/plain", "metadata": {"by": "Mei"}})
    assert made.full_path == "python/a/one.txt"
    assert files.download("a/one.txt") == b"one"
    assert files.info("a/one.txt")["metadata"] == {"by": "Mei"}
    assert (files.exists("a/one.txt"), files.exists("a/none")) == (True, False)
    files.update("a/one.txt", b"two", {"content-type": "text/plain"})
    assert [(entry["name"], entry["metadata"]["size"]) for entry in files.list("a")] == [("one.txt", 3)]
    page = files.list_v2({"prefix": "a", "with_delimiter": True, "limit": 1})
    assert ([folder.key for folder in page.folders], page.hasNext) == (["a"], False)
    signed = files.create_signed_url("a/one.txt", 60, {"download": "诊所.txt"})["signedURL"]
    assert httpx.get(signed).content == b"two"
    many = files.create_signed_urls(["a/one.txt", "a/none"], 60)
    assert [bool(entry["error"]) for entry in many] == [False, True]
    files.copy("a/one.txt", "a/two.txt")
    files.move("a/two.txt", "b/three.txt")
    token = files.create_signed_upload_url("c.txt")["token"]
    files.upload_to_signed_url("c.txt", token, b"signed", {"content-type": "text/plain"})
    assert [entry["name"] for entry in files.remove(["c.txt", "b/three.txt", "none"])] == ["b/three.txt", "c.txt"]
    with pytest.raises(StorageApiError, match="Object not found"):
        files.download("c.txt")
    client.storage.update_bucket("python", {"public": True, "file_size_limit": 2000, "allowed_mime_types": None})
    assert httpx.get(files.get_public_url("a/one.txt", {"download": True})).content == b"two"
    with pytest.raises(StorageApiError, match="exceeded the maximum"):
        files.upload("large.txt", b"x" * 2001, {"content-type": "text/plain"})


def test_unsupported_features_are_reported(client: Client) -> None:
    vectors, analytics = client.storage.vectors(), client.storage.analytics()
    scope = vectors.from_("v")
    index = scope.index("i")
    away: list[Callable[[], object]] = [
        lambda: vectors.create_bucket("v"),
        vectors.list_buckets,
        lambda: vectors.delete_bucket("v"),
        lambda: scope.create_index("i", 1, "cosine", "float32"),
        scope.list_indexes,
        lambda: scope.delete_index("i"),
        lambda: index.put([VectorObject(key="k", data=VectorData(float32=[1.0]))]),
        lambda: index.get("k"),
        index.list,
        lambda: index.query(VectorData(float32=[1.0]), 1),
        lambda: index.delete(["k"]),
        lambda: analytics.create("a"),
        analytics.list,
        lambda: analytics.delete("a"),
    ]
    for ask in away:
        with pytest.raises(StorageApiError, match=r"Route [A-Z]+:/\S+ not found"):
            ask()
    assert (vectors.get_bucket("v"), scope.get_index("i")) == (None, None)
