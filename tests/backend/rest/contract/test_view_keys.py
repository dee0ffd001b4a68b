"""Keys of views: Location, PUT and upsert on views over one table and over several."""

import httpx
import pytest

from tests.backend.rest.contract.requests import SHOWN, Case, case, check, each

pytestmark = pytest.mark.asyncio(loop_scope="session")
LOCATED = "return=headers-only"


def located(name: str, path: str, body: object, location: str | None) -> Case:
    return case(f"3.7 {name}", f"POST {path}", 201, "", body=body, prefer=LOCATED, shows={"location": location})


LOCATION = [
    located("a table of two keys", "/sites", {"firm_id": 2, "code": "b c"}, "/sites?firm_id=eq.2&code=eq.b%20c"),
    located("a view of one table", "/plain_sites", {"f": 2, "c": "b"}, "/plain_sites?c=eq.b&f=eq.2"),
    located(
        "a view of two tables",
        "/firm_sites",
        {"id": 2, "site_firm": 2, "code": "b"},
        "/firm_sites?id=eq.2&site_firm=eq.2&code=eq.b",
    ),
    located("null parts", "/firm_sites", {"id": 2}, "/firm_sites?id=eq.2&site_firm=is.null&code=is.null"),
    located("a key that is not whole does not count", "/site_parts", {"id": 2, "code": "b"}, "/site_parts?id=eq.2"),
    located(
        "a view of a view",
        "/sites_of_firms",
        {"id": 2, "code": "b"},
        "/sites_of_firms?id=eq.2&site_firm=is.null&code=eq.b",
    ),
    located("a column shown twice", "/twice", {"one": 3, "two": 3}, "/twice?one=eq.3"),
    located("no key", "/keyless", {"a": 3}, None),
    located("not for several rows", "/sites", [{"firm_id": 2, "code": "b"}, {"firm_id": 2, "code": "c"}], None),
    case(
        "3.7 not if the row is shown",
        "POST /sites",
        201,
        body={"firm_id": 2, "code": "b"},
        prefer=SHOWN,
        shows={"location": None},
    ),
    case("3.7 not by default", "POST /sites", 201, "", body={"firm_id": 2, "code": "b"}, shows={"location": None}),
]
PUT = [
    case(
        "2.6 all keys of a view",
        "PUT /plain_sites?c=eq.b&f=eq.2",
        201,
        [{"c": "b", "f": 2, "city": "y"}],
        body={"f": 2, "c": "b", "city": "y"},
        prefer=SHOWN,
    ),
    case(
        "2.6 an existing row of a view",
        "PUT /plain_sites?f=eq.1&c=eq.a",
        200,
        [{"c": "a", "f": 1, "city": "z"}],
        body={"f": 1, "c": "a", "city": "z"},
        prefer=SHOWN,
    ),
    case("2.6 one key is missing", "PUT /plain_sites?f=eq.1", 405, {"code": "PGRST105"}, body={"f": 1, "c": "a"}),
    case("2.6 one key of two tables is missing", "PUT /firm_sites?id=eq.1", 405, {"code": "PGRST105"}, body={"id": 1}),
    case("2.6 another row", "PUT /plain_sites?f=eq.1&c=eq.b", 400, {"code": "PGRST115"}, body={"f": 1, "c": "a"}),
    case("2.6 OPTIONS", "OPTIONS /plain_sites", 200, shows={"allow": "OPTIONS,GET,HEAD,POST,PUT,PATCH,DELETE"}),
]
UPSERT = [
    case(
        "2.4 the keys of a view",
        "POST /plain_sites",
        200,
        [{"c": "a", "f": 1, "city": "q"}],
        body={"f": 1, "c": "a", "city": "q"},
        prefer=f"{SHOWN}, resolution=merge-duplicates",
        shows={"preference-applied": "resolution=merge-duplicates, return=representation, tx=rollback"},
    ),
    case(
        "2.4 named keys of a view",
        "POST /plain_sites?on_conflict=f,c&select=city",
        200,
        [{"city": "q"}],
        body={"f": 1, "c": "a", "city": "q"},
        prefer=f"{SHOWN}, resolution=merge-duplicates",
    ),
    case(
        "2.4 ignored rows of a view",
        "POST /plain_sites",
        201,
        [],
        body={"f": 1, "c": "a"},
        prefer=f"{SHOWN}, resolution=ignore-duplicates",
    ),
    case(
        "2.4 a key that has no constraint",
        "POST /plain_sites?on_conflict=city",
        400,
        {"code": "42P10"},
        body={"f": 1, "c": "a"},
        prefer="resolution=merge-duplicates",
    ),
]


@each(LOCATION + PUT + UPSERT)
async def test_keys_of_views(client: httpx.AsyncClient, case: Case) -> None:
    await check(client, case)


async def test_the_description_names_all_keys(client: httpx.AsyncClient) -> None:
    described = (await client.get("/")).json()["definitions"]
    keys = {
        name: [column for column, one in described[name]["properties"].items() if "<pk/>" in one.get("description", "")]
        for name in ("firm_sites", "site_parts", "firm_pairs")
    }
    assert keys == {"firm_sites": ["id", "site_firm", "code"], "site_parts": ["id"], "firm_pairs": ["first"]}
