"""Related rows inside rows: the relation chosen, its content, and the rows that remain."""

import httpx
import pytest

from tests.backend.rest.reading import get

ANA, BO = {"name": "Ana"}, {"name": "Bo"}

READS: list[tuple[str, object]] = [
    ("/books?select=id,authors!author_id(name)&id=eq.1", [{"id": 1, "authors": ANA}]),
    ("/books?select=id,authors!books_author_id_fkey(name)&id=eq.1", [{"id": 1, "authors": ANA}]),
    ("/books?select=id,author_id(name)&id=eq.1", [{"id": 1, "author_id": ANA}]),
    ("/books?select=id,books_editor_id_fkey(name)&id=eq.1", [{"id": 1, "books_editor_id_fkey": BO}]),
    ("/books?select=a:authors!author_id(name),e:authors!editor_id(name)&id=eq.2", [{"a": ANA, "e": None}]),
    ("/books?select=id,reviews(stars)&order=id&limit=1", [{"id": 1, "reviews": [{"stars": 5}, {"stars": 3}]}]),
    ("/books?select=id,reviews(stars)&id=eq.3", [{"id": 3, "reviews": []}]),
    ("/books?select=id,shelves(id)&id=eq.1", [{"id": 1, "shelves": [{"id": 1}, {"id": 2}]}]),
    ("/shelves?select=id,books(title)&id=eq.2", [{"id": 2, "books": [{"title": "Alpha"}]}]),
    ("/shelves?select=id,books!placements(title)&id=eq.2", [{"id": 2, "books": [{"title": "Alpha"}]}]),
    ("/books?select=covers(url)&id=eq.1", [{"covers": {"url": "one.png"}}]),
    ("/covers?select=books(id)", [{"books": {"id": 1}}]),
    ("/books?select=id,sequels(id)&id=eq.1", [{"id": 1, "sequels": [{"id": 2}]}]),
    ("/authors?select=name,authors(name)&id=eq.1", [{"name": "Ana", "authors": [BO, {"name": "Cy"}]}]),
    ("/authors?select=name,authors!boss_id(id)&id=eq.1", [{"name": "Ana", "authors": [{"id": 2}, {"id": 3}]}]),
    ("/authors?select=name,boss_id(name)&id=eq.2", [{"name": "Bo", "boss_id": ANA}]),
    (
        "/reviews?select=id,books(title,author_id(name))&id=eq.1",
        [{"id": 1, "books": {"title": "Alpha", "author_id": ANA}}],
    ),
    ("/recent_books?select=name,authors(name)&id=eq.2", [{"name": "Beta", "authors": ANA}]),
    ("/recent_books?select=name,reviews(id)&id=eq.2", [{"name": "Beta", "reviews": [{"id": 3}]}]),
    ("/newest_books?select=name,authors(name)", [{"name": "Gamma", "authors": BO}]),
    ("/authors?select=newest_books(name)&id=eq.2", [{"newest_books": [{"name": "Gamma"}]}]),
]
FILTERS: list[tuple[str, object]] = [
    (
        "/books?select=id,reviews(id)&reviews.stars=gt.4&order=id&limit=2",
        [{"id": 1, "reviews": [{"id": 1}]}, {"id": 2, "reviews": []}],
    ),
    ("/books?select=id,reviews!inner(id)&reviews.stars=gt.4", [{"id": 1, "reviews": [{"id": 1}]}]),
    (
        "/books?select=id,r:reviews!inner(id)&r.or=(stars.eq.3,stars.eq.1)&order=id",
        [{"id": 1, "r": [{"id": 2}]}, {"id": 2, "r": [{"id": 3}]}],
    ),
    ("/books?select=id,reviews()&reviews=is.null&order=id", [{"id": 3}, {"id": 4}]),
    ("/books?select=id,reviews()&reviews=not.is.null&order=id", [{"id": 1}, {"id": 2}]),
    (
        "/books?select=id,reviews(),covers()&or=(covers.not.is.null,reviews.is.null)&order=id",
        [{"id": 1}, {"id": 3}, {"id": 4}],
    ),
    (
        "/books?select=id,e:editor_id(born)&e=not.is.null&order=id",
        [
            {"id": 1, "e": {"born": "1960-03-04"}},
            {"id": 3, "e": {"born": "1960-03-04"}},
            {"id": 4, "e": {"born": "1950-01-02"}},
        ],
    ),
    ("/books?select=id,reviews(id)&reviews.order=id.desc&reviews.limit=1&id=eq.1", [{"id": 1, "reviews": [{"id": 2}]}]),
    ("/books?select=id,reviews(id)&reviews.order=id&reviews.offset=1&id=eq.1", [{"id": 1, "reviews": [{"id": 2}]}]),
    (
        "/authors?select=id,books!author_id!inner(reviews!inner(id))&books.reviews.stars=eq.1",
        [{"id": 1, "books": [{"reviews": [{"id": 3}]}]}],
    ),
    (
        "/books?select=id,author_id(name)&order=author_id(name).desc,id.desc",
        [
            {"id": 4, "author_id": BO},
            {"id": 3, "author_id": BO},
            {"id": 2, "author_id": ANA},
            {"id": 1, "author_id": ANA},
        ],
    ),
    ("/books?select=id,author_id()&order=author_id(born),id&limit=1", [{"id": 1}]),
    (
        "/reviews?select=id,books(author_id(name))&books.order=author_id(name)&id=eq.1",
        [{"id": 1, "books": {"author_id": ANA}}],
    ),
]
SPREADS: list[tuple[str, object]] = [
    ("/books?select=id,...author_id(author:name)&id=eq.1", [{"id": 1, "author": "Ana"}]),
    ("/books?select=id,...editor_id(name)&id=eq.2", [{"id": 2, "name": None}]),
    ("/books?select=id,...author_id(name)&order=author_id(born),id&limit=1", [{"id": 1, "name": "Ana"}]),
    ("/reviews?select=id,...books(title,...author_id(name))&id=eq.1", [{"id": 1, "title": "Alpha", "name": "Ana"}]),
    (
        "/authors?select=id,...books!author_id(title,year)&books.order=id&id=eq.2",
        [{"id": 2, "title": ["Gamma", "Delta, (x)"], "year": [2010, None]}],
    ),
    ("/authors?select=id,...books!author_id(title)&id=eq.3", [{"id": 3, "title": []}]),
    (
        "/shelves?select=id,...placements(place,...books(title))&placements.order=place&id=eq.1",
        [{"id": 1, "place": [1, 2], "title": ["Alpha", "Beta"]}],
    ),
    ("/authors?select=id,books!author_id(count)&order=id&limit=1", [{"id": 1, "books": [{"count": 2}]}]),
]


@pytest.mark.parametrize("cases", [READS, FILTERS, SPREADS], ids=["reads", "filters", "spreads"])
async def test_embeds(client: httpx.AsyncClient, cases: list[tuple[str, object]]) -> None:
    found = [(path, (await get(client, path)).json()) for path, _ in cases]
    assert found == cases


async def test_two_relationships_are_ambiguous(client: httpx.AsyncClient) -> None:
    body = (await get(client, "/books?select=id,authors(name)", 300)).json()
    assert body["code"] == "PGRST201"
    assert body["details"][0] == {
        "cardinality": "many-to-one",
        "embedding": "books with authors",
        "relationship": "books_author_id_fkey using books(author_id) and authors(id)",
    }
    assert body["hint"].startswith(
        "Try changing 'authors' to one of the following: 'authors!books_author_id_fkey', "
        "'authors!books_editor_id_fkey'. Find"
    )


async def test_no_relationship_is_an_error(client: httpx.AsyncClient) -> None:
    body = (await get(client, "/books?select=secrets(id)", 400)).json()
    assert body["code"] == "PGRST200"
    assert body["message"] == "Could not find a relationship between 'books' and 'secrets' in the schema cache"
    assert body["details"].startswith("Searched for a foreign key relationship between 'books' and 'secrets' in the")
    hinted = (await get(client, "/books?select=authors!nope(id)", 400)).json()
    assert "using the hint 'nope'" in hinted["details"]


async def test_clauses_on_relations_not_embedded_are_rejected(client: httpx.AsyncClient) -> None:
    for query in ("reviews.stars=eq.1", "reviews.order=id", "reviews.limit=1", "order=reviews(id)"):
        assert (await get(client, f"/books?select=id&{query}", 400)).json()["code"] == "PGRST108", query


async def test_order_by_a_to_many_embed_is_rejected(client: httpx.AsyncClient) -> None:
    body = (await get(client, "/books?select=id,reviews(id)&order=reviews(id)", 400)).json()
    assert body["code"] == "PGRST118"
    assert body["details"] == "'books' and 'reviews' do not form a many-to-one or one-to-one relationship"


async def test_counts_of_rows_with_embeds(client: httpx.AsyncClient) -> None:
    for query, total in {
        "select=id,reviews!inner(id)&reviews.stars=gt.4": "0-0/1",
        "select=id,reviews()&reviews=is.null&limit=1": "0-0/2",
        "select=id,reviews!inner()&limit=1&offset=1": "1-1/2",
    }.items():
        response = await client.get(f"/books?{query}", headers={"Prefer": "count=exact"})
        assert response.headers["content-range"] == total, query


async def test_embeds_of_other_schemas_are_not_found(client: httpx.AsyncClient) -> None:
    assert (await get(client, "/things?select=id,authors(id)", 400, accept_profile="other")).json()[
        "code"
    ] == "PGRST200"
