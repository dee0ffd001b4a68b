"""Section 1.8, by raw HTTP: aggregates beside, inside and through embeds."""

import httpx
import pytest

from tests.backend.rest.contract.requests import Case, case, check, each

pytestmark = pytest.mark.asyncio(loop_scope="session")
BATCH, MASS = {"name": "batch"}, {"name": "mass"}


def rows(section: str, query: str, *expected: dict[str, object]) -> Case:
    return case(f"1.8 {section}", f"GET {query}", 200, list(expected))


def wrong(section: str, query: str, status: int, code: str) -> Case:
    return case(f"1.8 {section}", f"GET {query}", status, {"code": code})


LEVEL = [
    rows(
        "a group by an alias",
        "/machines?select=n:count(),p:plant_id&order=plant_id",
        {"n": 2, "p": 1},
        {"n": 2, "p": 2},
        {"n": 1, "p": None},
    ),
    rows("a group by a cast", "/machines?select=plant_id::text,count()&plant_id=eq.1", {"plant_id": "1", "count": 2}),
    rows(
        "a group by a path",
        "/plants?select=place->>city,count()&order=place->>city",
        {"city": "x", "count": 2},
        {"city": "y", "count": 1},
    ),
    rows(
        "a group by a path of an alias",
        "/plants?select=c:place->city,count()&order=place->city.desc",
        {"c": "y", "count": 1},
        {"c": "x", "count": 2},
    ),
    rows("casts before and after", "/costs?select=s:cost::int.sum()::text", {"s": "101"}),
    rows("a path", "/plants?select=n:place->>city.count(),m:place->>city.max()", {"n": 3, "m": "y"}),
    rows(
        "the same aggregate twice",
        "/costs?select=a:cost.sum(),b:cost.sum(),cost.min()",
        {"a": 100.5, "b": 100.5, "min": 10},
    ),
    rows("of no rows", "/costs?select=cost.sum(),count()&cost=gt.999", {"sum": None, "count": 0}),
    rows("groups of no rows", "/costs?select=machine_id,count()&cost=gt.999"),
    rows(
        "windows count groups",
        "/machines?select=plant_id,count()&order=plant_id.desc.nullslast&limit=1&offset=1",
        {"plant_id": 1, "count": 2},
    ),
    rows("all columns", "/kinds?select=*,count()&order=id&limit=1", {"id": 1, "name": "batch", "count": 1}),
    rows("functions", "/rpc/machines_of?plant=1&select=id.max(),plant_id", {"max": 2, "plant_id": 1}),
    wrong("no order by an aggregate", "/machines?select=plant_id,n:count()&order=n", 400, "42703"),
    wrong("no order by another column", "/machines?select=plant_id,count()&order=id", 400, "42803"),
    wrong("json has no equality", "/costs?select=raw,count()", 404, "42883"),
    wrong("no such aggregate", "/costs?select=cost.median()", 400, "PGRST100"),
]
EMBEDS = [
    rows(
        "a JSON embed is a group",
        "/machines?select=kinds(name),count()&kinds.order=id&id=lt.5&order=kinds(name)",
        {"kinds": BATCH, "count": 3},
        {"kinds": MASS, "count": 1},
    ),
    rows(
        "beside a column",
        "/shifts?select=operator_id,hours.sum(),operators(name)&order=operator_id",
        {"operator_id": 1, "sum": 7, "operators": {"name": "Mia"}},
        {"operator_id": 2, "sum": 5, "operators": {"name": "Jon"}},
    ),
    rows("an embed of many is a group", "/operators?select=shifts(hours),count()&id=eq.3", {"shifts": [], "count": 1}),
    rows(
        "in an embed",
        "/plants?select=name,machines(count())&order=id",
        *({"name": n, "machines": [{"count": c}]} for n, c in (("A", 2), ("B", 2), ("C", 0))),
    ),
    rows(
        "groups in an embed",
        "/plants?select=name,machines(kind_id,count())&machines.order=kind_id&id=lt.3&order=id",
        {"name": "A", "machines": [{"kind_id": 1, "count": 1}, {"kind_id": 2, "count": 1}]},
        {"name": "B", "machines": [{"kind_id": 1, "count": 2}]},
    ),
    rows("groups of no rows in an embed", "/plants?select=machines(kind_id,count())&id=eq.3", {"machines": []}),
    rows("in an embed of one", "/machines?select=costs(cost.sum())&id=eq.2", {"costs": {"sum": 20.5}}),
    rows(
        "in an embed of an embed",
        "/operators?select=name,shifts(hours,machines(name.max()))&shifts.order=machine_id&id=eq.1",
        {"name": "Mia", "shifts": [{"hours": 3, "machines": {"max": "a1"}}, {"hours": 4, "machines": {"max": "b1"}}]},
    ),
    rows("beside an empty embed", "/machines?select=count(),kinds()&kinds=is.null", {"count": 1}),
    rows("beside an inner embed", "/machines?select=count(),kinds!inner()&kinds.name=eq.batch", {"count": 3}),
    rows(
        "ordered by an embedded alias",
        "/machines?select=kinds(k:name),count()&order=kinds(k).desc&id=lt.5",
        {"kinds": {"k": "mass"}, "count": 1},
        {"kinds": {"k": "batch"}, "count": 3},
    ),
    wrong("not ordered by what an embed hides", "/machines?select=kinds(name),count()&order=kinds(id)", 400, "42803"),
]
SPREADS = [
    rows(
        "beside a spread",
        "/machines?select=count(),...plants(name)&order=plants(name)",
        {"count": 2, "name": "A"},
        {"count": 2, "name": "B"},
        {"count": 1, "name": None},
    ),
    rows(
        "beside a spread of several columns",
        "/machines?select=kind_id,...plants(id,name,place),count()&order=plants(id),kind_id&id=lt.4",
        *(
            {"kind_id": k, "id": i, "name": n, "place": {"city": "x"}, "count": 1}
            for k, i, n in ((1, 1, "A"), (2, 1, "A"), (1, 2, "B"))
        ),
    ),
    rows(
        "beside all columns of a spread",
        "/machines?select=...plants(*),count()&id=lt.3",
        {"id": 1, "name": "A", "place": {"city": "x"}, "count": 2},
    ),
    rows(
        "beside two spreads",
        "/machines?select=...plants(plant:name),...kinds(kind:name),count()&order=plants(name),kinds(name)&id=lt.5",
        {"plant": "A", "kind": "batch", "count": 1},
        {"plant": "A", "kind": "mass", "count": 1},
        {"plant": "B", "kind": "batch", "count": 2},
    ),
    rows(
        "a path and a cast in a spread",
        "/machines?select=...plants(place->>city,id::text),count()&id=lt.3",
        {"city": "x", "id": "1", "count": 2},
    ),
    rows(
        "in a spread",
        "/costs?select=...machines(plant_id,id.count())&order=machines(plant_id)",
        {"plant_id": 1, "count": 2},
        {"plant_id": 2, "count": 2},
    ),
    rows(
        "in a spread, with a cast and an alias",
        "/costs?select=...machines(plant_id,t:id::numeric.sum()::text)&order=machines(plant_id)",
        {"plant_id": 1, "t": "3"},
        {"plant_id": 2, "t": "7"},
    ),
    rows(
        "on both levels",
        "/costs?select=cost.sum(),...machines(kind_id,ids:id.sum())&order=machines(kind_id)",
        {"sum": 80, "kind_id": 1, "ids": 8},
        {"sum": 20.5, "kind_id": 2, "ids": 2},
    ),
    rows("only in a spread", "/costs?select=...machines(id.max())", {"max": 4}),
    rows(
        "rows of a spread",
        "/machines?select=plant_id,...kinds(n:count())&order=plant_id.nullsfirst",
        {"plant_id": None, "n": 1},
        {"plant_id": 1, "n": 2},
        {"plant_id": 2, "n": 2},
    ),
    rows(
        "one spread groups another",
        "/machines?select=...costs(cost.sum()),...kinds(name)&order=kinds(name)&id=lt.5",
        {"sum": 80, "name": "batch"},
        {"sum": 20.5, "name": "mass"},
    ),
    rows(
        "through two spreads",
        "/shifts?select=operator_id,...machines(...costs(cost.sum()))&order=operator_id",
        {"operator_id": 1, "sum": 40},
        {"operator_id": 2, "sum": 50.5},
    ),
    rows(
        "through two spreads, grouped on the way",
        "/shifts?select=...machines(plant_id,...costs(total:cost.sum()))&order=machines(plant_id)",
        {"plant_id": 1, "total": 30.5},
        {"plant_id": 2, "total": 60},
    ),
    rows(
        "grouped by a spread in a spread",
        "/shifts?select=operator_id,...machines(...costs(cost.sum()),...kinds(name))&operator_id=eq.1",
        {"operator_id": 1, "sum": 40, "name": "batch"},
    ),
    rows(
        "grouped by an embed in a spread",
        "/shifts?select=...machines(plants(name),...costs(cost.sum()))&operator_id=eq.1&machine_id=eq.1",
        {"plants": {"name": "A"}, "sum": 10},
    ),
    rows(
        "a count on each level",
        "/shifts?select=...machines(plant:plant_id,machines:count(),...costs(costs:count()))&order=machines(plant)",
        {"plant": 1, "machines": 2, "costs": 2},
        {"plant": 2, "machines": 2, "costs": 2},
    ),
    rows(
        "in a spread of an embed",
        "/operators?select=name,shifts(...machines(plant_id,...costs(cost.sum())))&shifts.order=machines(plant_id)&id=lt.3&order=id",
        {"name": "Mia", "shifts": [{"plant_id": 1, "sum": 10}, {"plant_id": 2, "sum": 30}]},
        {"name": "Jon", "shifts": [{"plant_id": 1, "sum": 20.5}, {"plant_id": 2, "sum": 30}]},
    ),
    rows(
        "filters of a spread",
        "/shifts?select=...machines!inner(plant_id,count())&machines.kind_id=eq.2",
        {"plant_id": 1, "count": 1},
    ),
    rows(
        "a spread of functions",
        "/rpc/machines_of?plant=1&select=...kinds(name),count()&order=kinds(name)",
        {"name": "batch", "count": 1},
        {"name": "mass", "count": 1},
    ),
    rows(
        "beside a spread of many",
        "/operators?select=...shifts(hours),count()&shifts.order=hours&id=eq.1",
        {"hours": [3, 4], "count": 1},
    ),
    rows(
        "beside a spread of many of none",
        "/operators?select=name,...shifts(hours,machine_id),count()&id=eq.3",
        {"name": "Eve", "hours": [], "machine_id": [], "count": 1},
    ),
    wrong("in a spread of many", "/operators?select=name,...shifts(hours.sum())", 400, "PGRST127"),
    wrong(
        "in a spread of many, through one of one",
        "/operators?select=name,...shifts(...machines(id.count()))",
        400,
        "PGRST127",
    ),
]
OFF = [
    wrong("off", "/costs?select=cost.sum()", 400, "PGRST123"),
    wrong("off in embeds", "/plants?select=name,machines(id.count())", 400, "PGRST123"),
    wrong("off in spreads", "/costs?select=...machines(id.count())", 400, "PGRST123"),
    wrong("off for functions", "/rpc/machines_of?plant=1&select=id.max()", 400, "PGRST123"),
    rows(
        "count without parentheses is no aggregate",
        "/plants?select=machines(count)&id=eq.1",
        {"machines": [{"count": 2}]},
    ),
]


@each(LEVEL + EMBEDS + SPREADS)
async def test_aggregates(client: httpx.AsyncClient, case: Case) -> None:
    await check(client, case)


@each(OFF)
async def test_aggregates_that_are_off(plain: httpx.AsyncClient, case: Case) -> None:
    await check(plain, case)
