"""The OpenAPI description: its content, its visibility, and the notes that generators read."""

import httpx

from tests.backend.rest.conftest import KEYS
from tests.backend.rest.reading import get


async def test_the_description_follows_the_caller_s_privileges(client: httpx.AsyncClient) -> None:
    response = await get(client, "/")
    assert response.headers["content-type"] == "application/openapi+json; charset=utf-8"
    document = response.json()
    assert document["swagger"] == "2.0"
    assert "/books" in document["paths"]
    assert "/secrets" not in document["paths"]
    assert "secrets" not in document["definitions"]
    every = await client.get("/", headers={"Authorization": f"Bearer {KEYS.service_role}"})
    assert "/secrets" in every.json()["paths"]


async def test_rows_their_types_and_keys(client: httpx.AsyncClient) -> None:
    book = (await get(client, "/")).json()["definitions"]["books"]
    assert book["required"] == ["title", "author_id"]
    members = book["properties"]
    assert members["id"] == {"type": "integer", "format": "bigint", "description": "Note:\nThis is a Primary Key.<pk/>"}
    assert members["author_id"]["description"] == (
        "Note:\nThis is a Foreign Key to `authors.id`.<fk table='authors' column='id'/>"
    )
    assert members["price"]["type"] == "number"
    assert members["is_out"]["type"] == "boolean"
    assert members["tags"] == {"type": "array", "format": "text[]", "items": {"type": "string"}}
    assert members["data"] == {"format": "jsonb"}
    assert members["score"]["type"] == "integer"


async def test_methods_and_functions(client: httpx.AsyncClient) -> None:
    document = (await get(client, "/")).json()
    assert document["paths"]["/books"].keys() == {"get", "post", "patch", "delete"}
    assert document["paths"]["/rpc/add"].keys() == {"get", "post"}
    assert document["paths"]["/rpc/nothing"].keys() == {"post"}
    arguments = document["paths"]["/rpc/add"]["post"]["parameters"][0]["schema"]
    assert (arguments["required"], arguments["properties"]["a"]["type"]) == (["a"], "integer")
    for path in document["paths"].values():
        for operation in path.values():
            for parameter in operation.get("parameters", ()):
                name = parameter.get("$ref", "").removeprefix("#/parameters/")
                assert not name or name in document["parameters"], name


async def test_other_schemas_and_formats(client: httpx.AsyncClient) -> None:
    assert (await get(client, "/", accept_profile="other")).json()["definitions"].keys() == {"things"}
    assert (await get(client, "/", 406, accept="text/csv")).json()["code"] == "PGRST107"
    assert (await client.head("/")).content == b""
