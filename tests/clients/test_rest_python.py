"""The official Python client against the data service, unmodified."""

import pytest
from postgrest import APIError, AsyncPostgrestClient
from postgrest.types import CountMethod, ReturnMethod

from balai.backend.rest.application import RestApplication
from tests.backend.rest.conftest import KEYS, application, bearer, library
from tests.clients.served import served

__all__ = ["application", "library"]


def client_of(url: str, **headers: str) -> AsyncPostgrestClient:
    return AsyncPostgrestClient(f"{url}/rest/v1", headers={"apikey": KEYS.anon, **headers})


async def test_reading(application: RestApplication) -> None:
    async with served(application) as url, client_of(url) as client:
        books = client.from_("books")
        found = await books.select("id, title", count=CountMethod.exact).gt("id", 1).order("id").limit(2).execute()
        assert (found.data, found.count) == ([{"id": 2, "title": "Beta"}, {"id": 3, "title": "Gamma"}], 3)
        one = await books.select("id, author:authors!author_id(name)").eq("id", 1).single().execute()
        assert one.data == {"id": 1, "author": {"name": "Ana"}}
        nobody = await books.select("id").eq("id", 99).maybe_single().execute()
        assert nobody is None or nobody.data is None
        either = await books.select("id").or_("id.eq.1,title.eq.Gamma").order("id", desc=True).execute()
        assert either.data == [{"id": 3}, {"id": 1}]
        listed = await books.select("id").in_("title", ["Delta, (x)", "Beta"]).order("id").execute()
        assert listed.data == [{"id": 2}, {"id": 4}]
        tagged = await books.select("id").contains("tags", ["a"]).execute()
        assert tagged.data == [{"id": 1}]
        windowed = await books.select("id").order("id").range(1, 2).execute()
        assert windowed.data == [{"id": 2}, {"id": 3}]
        text = await books.select("id, year").eq("id", 1).csv().execute()
        assert text.data == "id,year\n1,1990"


async def test_writing(application: RestApplication) -> None:
    async with served(application) as url, client_of(url) as client:
        authors = client.from_("authors")
        added = await authors.insert([{"id": 60, "name": "J"}, {"id": 61, "name": "K"}]).execute()
        assert [row["id"] for row in added.data] == [60, 61]
        quiet = await authors.insert({"id": 62, "name": "L"}, returning=ReturnMethod.minimal).execute()
        assert quiet.data == []
        merged = await authors.upsert({"id": 60, "name": "JJ"}).execute()
        assert merged.data[0]["name"] == "JJ"
        changed = await authors.update({"name": "JJJ"}).eq("id", 60).execute()
        assert changed.data[0]["name"] == "JJJ"
        gone = await authors.delete(count=CountMethod.exact).in_("id", [60, 61, 62]).execute()
        assert gone.count == 3
        with pytest.raises(APIError) as refusal:
            await authors.insert({"id": 1, "name": "again"}).execute()
        assert refusal.value.code == "23505"


async def test_calling(application: RestApplication) -> None:
    async with served(application) as url, client_of(url, **bearer()) as client:
        assert (await client.rpc("add", {"a": 2, "b": 3}).execute()).data == 5
        assert (await client.rpc("add", {"a": 2}, get=True).execute()).data == 3
        rows = await client.rpc("old_books", {"before": 2005}).select("id").order("id").execute()
        assert rows.data == [{"id": 1}, {"id": 2}]
        who = await client.rpc("whoami", {}).execute()
        assert who.data["role"] == "authenticated"
        with pytest.raises(APIError) as refusal:
            await client.rpc("none", {}).execute()
        assert refusal.value.code == "PGRST202"
