"""Every operator, with the rows that it finds among the four books of the library."""

import httpx
import pytest

from balai.backend.rest.errors import ParseError
from balai.backend.rest.request.filters import array_literal, parse_list, parse_tree
from balai.backend.rest.request.scanner import Scanner
from tests.backend.rest.reading import book_ids, get

COMPARISONS = {
    "year=eq.1990": [1],
    "year=neq.1990": [2, 3],
    "year=not.eq.1990": [2, 3],
    "year=gt.2000": [3],
    "year=gte.2000": [2, 3],
    "year=lt.2000": [1],
    "year=lte.2000": [1, 2],
    "title=eq.Delta, (x)": [4],
    'title=eq."Alpha"': [],
    "title=like.*eta*": [2],
    "title=ilike.*A": [1, 2, 3],
    "title=not.like.*a": [4],
    "title=match.^[AB]": [1, 2],
    "title=imatch.^a": [1],
    "title=like(any).{A*,B*}": [1, 2],
    "title=like(all).{*a*,*e*}": [2, 4],
    "year=eq(any).{1990,2010}": [1, 3],
    "year=isdistinct.1990": [2, 3, 4],
    "year=not.isdistinct.1990": [1],
    "id=in.(1,3)": [1, 3],
    "id=not.in.(1,3)": [2, 4],
    "id=in.()": [],
    "id=in.(  )": [],
    "id=not.in.()": [1, 2, 3, 4],
    'title=in.("Delta, (x)",Beta)': [2, 4],
    "year=is.null": [4],
    "year=is.not_null": [1, 2, 3],
    "year=not.is.null": [1, 2, 3],
    "is_out=is.true": [1, 4],
    "is_out=is.FALSE": [2],
    "is_out=is.unknown": [3],
    "price=eq.10.5": [1],
    "code=eq.de": [2],
    "score=gt.55": [2],
    "added=lt.2026-02-01": [1, 2, 3, 4],
}
CONTAINERS = {
    "tags=cs.{a}": [1],
    "tags=cd.{a,b}": [1, 2, 3],
    "tags=ov.{a,c}": [1, 4],
    "tags=eq.{b}": [2],
    "pages=cs.[2,3)": [1],
    "pages=ov.[5,12)": [1, 2],
    "pages=sl.[15,16)": [1],
    "pages=sr.[9,10)": [2, 4],
    "pages=nxr.[1,20)": [1, 2],
    "pages=nxl.[10,20)": [2, 4],
    "pages=adj.[30,40)": [4],
    'data=cs.{"k":{"n":1}}': [1],
    "data->k->n=eq.2": [2],
    "data->k->>t=eq.x": [1],
    "data->list->0=eq.10": [1],
    "data->list->>-1=eq.20": [1],
    "tags->>0=eq.b": [2],
    "raw->>z=eq.1.0": [1],
}
TEXTS = {
    "words=fts.alpha": [1],
    "words=plfts.beta word": [2],
    "words=phfts.beta word": [2],
    "words=wfts.alpha or delta": [1, 4],
    "words=not.fts.alpha": [2, 4],
    "title=fts(english).alpha": [1],
    "title=wfts(simple).gamma": [3],
    "data->k->>t=fts.x": [1],
}
TREES = {
    "or=(id.eq.1,year.eq.2010)": [1, 3],
    "not.or=(id.eq.1,id.eq.2)": [3, 4],
    "and=(id.gt.1,id.lt.4)": [2, 3],
    "not.and=(id.gt.1,id.lt.4)": [1, 4],
    "or=(id.eq.1,and(year.gt.2000,not.or(title.is.null,id.in.(2,9))))": [1, 3],
    'or=(title.eq."Delta, (x)",title.in.("Beta"))': [2, 4],
    'or=(tags.cs.{a,b},pages.adj."[30,40)")': [1, 4],
    "or=( id.eq.1 , id.eq.2)": [1, 2],
    "or=(data->k->>t.eq.x,id.eq.3)": [1, 3],
    "id=gt.1&id=lt.4&or=(id.eq.3,id.eq.4)": [3],
    "or=(id.not.in.(1,2),title.like.A*)": [1, 3, 4],
}


@pytest.mark.parametrize(
    "cases", [COMPARISONS, CONTAINERS, TEXTS, TREES], ids=["plain", "containers", "texts", "trees"]
)
async def test_each_operator_finds_its_rows(client: httpx.AsyncClient, cases: dict[str, list[int]]) -> None:
    found = {query: await book_ids(client, query) for query in cases}
    assert found == cases


REFUSED = ["id=1", "id=is.maybe", "id=foo.1", "or=()", "or=(id.eq.1", "or=id.eq.1", "id=in.1", "id=not.1", "a.id=eq.1"]


async def test_invalid_filters_are_rejected(client: httpx.AsyncClient) -> None:
    for query in REFUSED:
        body = (await get(client, f"/books?{query}", 400)).json()
        assert body["code"] in ("PGRST100", "PGRST108"), query
        assert body.keys() == {"code", "message", "details", "hint"}


async def test_postgres_rejects_values_of_the_wrong_type(client: httpx.AsyncClient) -> None:
    assert (await get(client, "/books?id=eq.x", 400)).json()["code"] == "22P02"
    assert (await get(client, "/books?id=in.(,3)", 400)).json()["code"] == "22P02"
    assert (await get(client, "/books?data->>a->b=eq.1", 404)).json()["code"] == "42883"


async def test_quotes_in_values_are_bound(client: httpx.AsyncClient) -> None:
    for value in ("'; drop table books; --", '"', "\\", "$1", "%27", "\u4f60\u597d"):
        response = await client.get("/books", params={"title": f"eq.{value}"})
        assert response.json() == []
    assert await book_ids(client, "id=eq.1") == [1]


def test_list_elements_are_unquoted_only_when_whole() -> None:
    assert parse_list(Scanner('(1,"a,b","a\\"b",x"y)', "list")) == ["1", "a,b", 'a"b', 'x"y']
    assert array_literal(['a"b', "c\\d", ""]) == '{"a\\"b","c\\\\d",""}'


def test_the_depth_of_a_tree_is_limited() -> None:
    with pytest.raises(ParseError):
        parse_tree(Scanner("(and" * 2000, "logic tree"), "or")
