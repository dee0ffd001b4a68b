"""REST with the unmodified official Python client."""

from typing import Any

import pytest
from postgrest import APIError, AsyncPostgrestClient
from postgrest.types import CountMethod, ReturnMethod

from balai.backend.rest.application import RestApplication
from tests.backend.rest.conftest import KEYS, bearer, library
from tests.clients.served import everything, served

__all__ = ["everything", "library"]


def client_of(url: str, **headers: str) -> AsyncPostgrestClient:
    return AsyncPostgrestClient(f"{url}/rest/v1", headers={"apikey": KEYS.anon, **headers})


async def test_reads(everything: RestApplication) -> None:
    async with served(everything) as url, client_of(url) as client:
        books = client.from_("books")
        found = await books.select("id, title", count=CountMethod.exact).gt("id", 1).order("id").limit(2).execute()
        assert (found.data, found.count) == ([{"id": 2, "title": "Beta"}, {"id": 3, "title": "Gamma"}], 3)
        one = await books.select("id, author:authors!author_id(name)").eq("id", 1).single().execute()
        assert one.data == {"id": 1, "author": {"name": "Ana"}}
        missing = await books.select("id").eq("id", 99).maybe_single().execute()
        assert missing is None or missing.data is None
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


async def test_writes(everything: RestApplication) -> None:
    async with served(everything) as url, client_of(url) as client:
        authors = client.from_("authors")
        added = await authors.insert([{"id": 60, "name": "J"}, {"id": 61, "name": "K"}]).execute()
        assert [row["id"] for row in added.data] == [60, 61]
        quiet = await authors.insert({"id": 62, "name": "L"}, returning=ReturnMethod.minimal).execute()
        assert quiet.data == []
        merged = await authors.upsert({"id": 60, "name": "JJ"}).execute()
        assert merged.data[0]["name"] == "JJ"
        changed = await authors.update({"name": "JJJ"}).eq("id", 60).execute()
        assert changed.data[0]["name"] == "JJJ"
        deleted = await authors.delete(count=CountMethod.exact).in_("id", [60, 61, 62]).execute()
        assert deleted.count == 3
        with pytest.raises(APIError) as raised:
            await authors.insert({"id": 1, "name": "again"}).execute()
        assert raised.value.code == "23505"


async def test_function_calls(everything: RestApplication) -> None:
    async with served(everything) as url, client_of(url, **bearer()) as client:
        assert (await client.rpc("add", {"a": 2, "b": 3}).execute()).data == 5
        assert (await client.rpc("add", {"a": 2}, get=True).execute()).data == 3
        rows = await client.rpc("old_books", {"before": 2005}).select("id").order("id").execute()
        assert rows.data == [{"id": 1}, {"id": 2}]
        who = await client.rpc("whoami", {}).execute()
        assert who.data["role"] == "authenticated"
        with pytest.raises(APIError) as raised:
            await client.rpc("none", {}).execute()
        assert raised.value.code == "PGRST202"


async def test_every_filter_and_modifier(everything: RestApplication) -> None:
    async with served(everything) as url, client_of(url) as client:

        def some() -> Any:
            return client.from_("books").select("id").order("id")

        for query, ids in [
            (some().neq("id", 1), [2, 3, 4]),
            (some().gte("id", 3).lte("id", 3), [3]),
            (some().lt("id", 2), [1]),
            (some().is_("year", "null"), [4]),
            (some().not_.is_("year", "null"), [1, 2, 3]),
            (some().like("title", "%eta"), [2]),
            (some().ilike("title", "ALPHA"), [1]),
            (some().like_all_of("title", "*a*,G*"), [3]),
            (some().like_any_of("title", "A*,B*"), [1, 2]),
            (some().ilike_all_of("title", "*A*,g*"), [3]),
            (some().ilike_any_of("title", "a*,b*"), [1, 2]),
            (some().fts("words", "alpha|delta"), [1, 4]),
            (some().plfts("words", "beta word"), [2]),
            (some().phfts("words", "beta word"), [2]),
            (some().wfts("words", "alpha or delta"), [1, 4]),
            (some().cs("tags", ["a"]), [1]),
            (some().cd("tags", ["a", "b"]), [1, 2, 3]),
            (some().contained_by("tags", ["a", "b"]), [1, 2, 3]),
            (some().contains("data", {"k": {"n": 2}}), [2]),
            (some().ov("tags", ["a", "c"]), [1, 4]),
            (some().overlaps("tags", ["a", "c"]), [1, 4]),
            (some().sl("pages", (20, 30)), [1, 2]),
            (some().sr("pages", (1, 9)), [2, 4]),
            (some().nxl("pages", (9, 20)), [2, 4]),
            (some().nxr("pages", (10, 20)), [1, 2]),
            (some().match({"id": 2, "author_id": 1}), [2]),
            (some().filter("id", "in", "(1,4)"), [1, 4]),
            (some().limit(2).offset(1), [2, 3]),
        ]:
            assert [row["id"] for row in (await query.execute()).data] == ids, query.request.params
        for query in (
            some().adj("pages", (29, 40)),
            some().range_gt("pages", (1, 9)),
            some().range_gte("pages", (1, 9)),
            some().range_lt("pages", (20, 30)),
            some().range_lte("pages", (20, 30)),
            some().range_adjacent("pages", (29, 40)),
            some().text_search("words", "alpha"),
            some().retry(False),
        ):
            assert (await query.execute()).data, query.request.params
        stripped = await client.from_("books").select("id, year").eq("id", 4).strip_nulls().execute()
        assert stripped.data == [{"id": 4}]
        assert "Aggregate" in await client.from_("books").select("id").explain(analyze=True, verbose=True).execute()
        joined = await client.from_("authors").select("id, books!author_id(id)").eq("id", 2).execute()
        assert joined.data == [{"id": 2, "books": [{"id": 3}, {"id": 4}]}]


async def test_functions_limits_and_schemas(everything: RestApplication) -> None:
    async with served(everything) as url, client_of(url) as client:
        one = await client.rpc("old_books", {"before": 1995}).select("id").single().execute()
        assert one.data == {"id": 1}
        assert (await client.rpc("pick", {}).select("n").order("n").csv().execute()).data == "n\n1\n2"
        maybe = await client.rpc("old_books", {"before": 1}).select("id").maybe_single().execute()
        assert maybe is None or maybe.data is None
        counted = await client.rpc("some_numbers", {}, count=CountMethod.exact).execute()
        assert counted.count == 2
        with pytest.raises(APIError) as raised:
            await client.from_("reviews").update({"note": "x"}).gt("id", 0).max_affected(2).execute()
        assert raised.value.code == "PGRST124"
        other = await client.schema("other").from_("things").select("name").execute()
        assert other.data == [{"name": "thing"}]
        defaults = client.from_("authors")
        await defaults.insert(
            [{"id": 62, "name": "L"}, {"id": 63, "name": "M", "mood": "glad"}], default_to_null=False
        ).execute()
        ignored = await defaults.upsert({"id": 62, "name": "X"}, ignore_duplicates=True, on_conflict="id").execute()
        assert ignored.data == []
        merged = await defaults.upsert({"id": 62, "name": "X"}, count=CountMethod.exact).execute()
        assert (merged.count, merged.data[0]["mood"]) == (1, "calm")
