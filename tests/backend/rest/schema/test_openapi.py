"""The OpenAPI description: its content, its visibility, and the notes that generators read."""

from typing import Any

import asyncpg
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
    assert book["required"] == ["id", "title", "author_id", "tags", "added"]
    members = book["properties"]
    assert members["id"] == {"type": "integer", "format": "bigint", "description": "Note:\nThis is a Primary Key.<pk/>"}
    assert members["author_id"]["description"] == (
        "Note:\nThis is a Foreign Key to `authors.id`.<fk table='authors' column='id'/>"
    )
    assert members["price"]["type"] == "number"
    assert members["is_out"]["type"] == "boolean"
    assert members["tags"] == {"type": "array", "format": "text[]", "items": {"type": "string"}}
    assert members["data"] == {"format": "jsonb"}
    assert members["score"] == {"type": "integer", "format": "integer", "default": 7}
    assert members["code"] == {"type": "string", "format": "character", "maxLength": 3}
    assert members["price"]["format"] == "numeric"


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


DESCRIBED = """
comment on table public.books is E'All books\n\nOne row for each.\nNo doubles.';
comment on column public.books.title is 'As on the cover';
comment on column public.books.id is 'Never reused';
comment on function public.total(int[]) is E'Adds\nany number of numbers';
create domain public.email as varchar(80) default 'nobody@example.org';
create table public.kinds (
  id bigserial primary key, label varchar(40) default 'it''s', mood public.mood default 'calm', moods public.mood[],
  flag boolean default false, score numeric default 4.5, day date default '2026-01-01', at timestamptz default now(),
  mail public.email, doc jsonb default '{}', many json[], bits bit(4), owner uuid default gen_random_uuid()
);
grant select on public.kinds to anon;
create function public.joined(words text[], extra jsonb default null) returns text language sql stable
  as $$ select array_to_string(words, ' ') $$;
notify pgrst;
"""


async def _described(client: httpx.AsyncClient, library: str) -> Any:
    connection = await asyncpg.connect(library)
    await connection.execute(DESCRIBED)
    await connection.execute("grant execute on function public.joined(text[], jsonb) to anon")
    await connection.close()
    return (await get(client, "/")).json()


async def test_columns_have_defaults_choices_and_lengths(client: httpx.AsyncClient, library: str) -> None:
    document = await _described(client, library)
    kinds = document["definitions"]["kinds"]
    assert kinds["required"] == ["id"]
    assert kinds["properties"] == {
        "id": {"type": "integer", "format": "bigint", "description": "Note:\nThis is a Primary Key.<pk/>"},
        "label": {"type": "string", "format": "character varying", "maxLength": 40, "default": "it's"},
        "mood": {"type": "string", "format": "public.mood", "enum": ["calm", "glad"], "default": "calm"},
        "moods": {"type": "array", "format": "public.mood[]", "items": {"type": "string"}},
        "flag": {"type": "boolean", "format": "boolean", "default": False},
        "score": {"type": "number", "format": "numeric", "default": 4.5},
        "day": {"type": "string", "format": "date", "default": "2026-01-01"},
        "at": {"type": "string", "format": "timestamp with time zone", "default": "now()"},
        "mail": {"type": "string", "format": "character varying", "maxLength": 80, "default": "nobody@example.org"},
        "doc": {"format": "jsonb"},
        "many": {"type": "array", "format": "json[]", "items": {}},
        "bits": {"type": "string", "format": "bit", "maxLength": 4},
        "owner": {"type": "string", "format": "uuid", "default": "gen_random_uuid()"},
    }


async def test_comments_are_summaries_and_descriptions(client: httpx.AsyncClient, library: str) -> None:
    document = await _described(client, library)
    read = document["paths"]["/books"]["get"]
    assert (read["summary"], read["description"]) == ("All books", "One row for each.\nNo doubles.")
    assert document["definitions"]["books"]["description"] == "All books\n\nOne row for each.\nNo doubles."
    members = document["definitions"]["books"]["properties"]
    assert members["id"]["description"] == "Never reused\n\nNote:\nThis is a Primary Key.<pk/>"
    assert document["parameters"]["rowFilter.books.title"]["description"] == "As on the cover"
    assert "description" not in document["parameters"]["rowFilter.books.year"]
    called = document["paths"]["/rpc/total"]["post"]
    assert (called["summary"], called["description"]) == ("Adds", "any number of numbers")
    assert called["parameters"][0]["schema"]["description"] == "Adds\nany number of numbers"
    assert "summary" not in document["paths"]["/rpc/add"]["get"]


async def test_functions_describe_their_arguments(client: httpx.AsyncClient, library: str) -> None:
    document = await _described(client, library)
    assert document["paths"]["/rpc/total"]["get"]["parameters"] == [
        {
            "in": "query",
            "name": "numbers",
            "required": True,
            "type": "array",
            "items": {"type": "integer", "format": "integer"},
            "collectionFormat": "multi",
        }
    ]
    assert document["paths"]["/rpc/joined"]["get"]["parameters"] == [
        {"in": "query", "name": "words", "required": True, "type": "string", "format": "text[]"},
        {"in": "query", "name": "extra", "required": False, "type": "string", "format": "jsonb"},
    ]
    assert document["paths"]["/rpc/joined"]["post"]["parameters"] == [
        {
            "in": "body",
            "name": "args",
            "required": True,
            "schema": {
                "type": "object",
                "required": ["words"],
                "properties": {
                    "words": {"type": "array", "format": "text[]", "items": {"type": "string"}},
                    "extra": {"format": "jsonb"},
                },
            },
        },
        {"$ref": "#/parameters/preferParams"},
    ]


async def test_operations_list_their_parameters_and_responses(client: httpx.AsyncClient) -> None:
    document = (await get(client, "/")).json()
    books = document["paths"]["/covers"]
    named = {
        method: [parameter["$ref"].removeprefix("#/parameters/") for parameter in operation["parameters"]]
        for method, operation in books.items()
    }
    filters = ["rowFilter.covers.book_id", "rowFilter.covers.url"]
    assert named == {
        "get": [*filters, "select", "order", "range", "rangeUnit", "offset", "limit", "preferCount"],
        "post": ["body.covers", "select", "preferPost"],
        "patch": [*filters, "body.covers", "preferReturn"],
        "delete": [*filters, "preferReturn"],
    }
    responses = {method: operation["responses"] for method, operation in books.items()}
    assert responses["post"] == {"201": {"description": "Created"}}
    assert responses["patch"] == responses["delete"] == {"204": {"description": "No Content"}}
    assert responses["get"]["206"] == {"description": "Partial Content"}
    assert responses["get"]["200"]["schema"] == {"type": "array", "items": {"$ref": "#/definitions/covers"}}
    assert document["parameters"]["rangeUnit"]["default"] == "items"
    assert document["parameters"]["body.covers"]["description"] == "covers"
    assert document["info"] == {
        "title": "standard public schema",  # PostgreSQL's own comment
        "description": "",
        "version": "14",
    }
    other = (await get(client, "/", accept_profile="other")).json()["info"]
    assert (other["title"], other["description"]) == ("PostgREST API", "This is a dynamic API generated by PostgREST")


KEYS_ELSEWHERE = """
create table hidden.halls (id int primary key);
create view public.halls as select id from hidden.halls;
create table public.rooms (
  id int primary key references auth.users_of_the_test, hall_id int references hidden.halls,
  author_id int references public.authors
);
grant select on public.rooms, public.halls to anon;
notify pgrst;
"""


async def test_keys_name_tables_of_the_schema_and_then_views(client: httpx.AsyncClient, library: str) -> None:
    connection = await asyncpg.connect(library)
    await connection.execute("create table auth.users_of_the_test (id int primary key)")
    await connection.execute("create view public.every_author as select id from public.authors")
    await connection.execute(KEYS_ELSEWHERE)
    await connection.close()
    rooms = (await get(client, "/")).json()["definitions"]["rooms"]["properties"]
    assert rooms["id"]["description"] == "Note:\nThis is a Primary Key.<pk/>"
    assert rooms["hall_id"]["description"].endswith("<fk table='halls' column='id'/>")
    assert rooms["author_id"]["description"].endswith("<fk table='authors' column='id'/>")
