"""Section 4, by raw HTTP: the relation that an embed means, and its result."""

import httpx
import pytest

from tests.backend.rest.contract.requests import Case, case, check, each

pytestmark = pytest.mark.asyncio(loop_scope="session")
ANA, BO = {"name": "Ana"}, {"name": "Bo"}

CATALOGUE = [
    case("4.1.1 many-to-one", "GET /reviews?select=books(title)&id=eq.1", 200, [{"books": {"title": "Alpha"}}]),
    case("4.1.1 one-to-one by its key", "GET /covers?select=books(id)", 200, [{"books": {"id": 1}}]),
    case(
        "4.1.1 composite keys",
        "GET /pair_notes?select=id,pairs(note)&order=id",
        200,
        [{"id": 1, "pairs": {"note": "one"}}, {"id": 2, "pairs": None}],
    ),
    case("4.1.2 one-to-many", "GET /books?select=reviews(id)&id=eq.2", 200, [{"reviews": [{"id": 3}]}]),
    case("4.1.2 composite keys", "GET /pairs?select=pair_notes(id)", 200, [{"pair_notes": [{"id": 1}]}]),
    case(
        "4.1.2 one-to-one",
        "GET /books?select=covers(url)&id=in.(1,2)&order=id",
        200,
        [{"covers": {"url": "one.png"}}, {"covers": None}],
    ),
    case(
        "4.1.3 many-to-many",
        "GET /books?select=shelves(id)&shelves.order=id.desc&id=eq.1",
        200,
        [{"shelves": [{"id": 2}, {"id": 1}]}],
    ),
    case("4.1.4 view to table", "GET /recent_books?select=authors(name)&id=eq.2", 200, [{"authors": ANA}]),
    case("4.1.4 table to view", "GET /authors?select=recent_books(id)&id=eq.1", 200, [{"recent_books": [{"id": 2}]}]),
    case("4.1.4 view of a view", "GET /newest_books?select=authors(name)", 200, [{"authors": BO}]),
    case(
        "4.1.4 view to what refers to its table",
        "GET /recent_books?select=reviews(id)&id=eq.2",
        200,
        [{"reviews": [{"id": 3}]}],
    ),
    case("4.1.4 nothing for expressions", "GET /doors?select=books(id)", 400, {"code": "PGRST200"}),
    case("4.1.4 nothing for unions", "GET /together?select=reviews(id)", 400, {"code": "PGRST200"}),
    case("4.1.4 materialized", "GET /reviews?select=titles(title)&id=eq.1", 200, [{"titles": {"title": "Alpha"}}]),
    case("4.1.5 computed to many", "GET /books?select=sequels(id)&id=eq.1", 200, [{"sequels": [{"id": 2}]}]),
    case(
        "4.1.5 computed to one",
        "GET /books?select=first_sequel(id)&id=gt.2&order=id",
        200,
        [{"first_sequel": {"id": 4}}, {"first_sequel": None}],
    ),
    case(
        "4.1.5 computed overrides",
        "GET /players?select=id,teams(name)&order=id",
        200,
        [{"id": 1, "teams": {"name": "reds"}}, {"id": 2, "teams": {"name": "reds"}}],
    ),
    case(
        "4.1.5 computed overrides",
        "GET /teams?select=players(id)&order=id",
        200,
        [{"players": [{"id": 1}, {"id": 2}]}, {"players": []}],
    ),
    case(
        "4.1.6 other schemas are out of reach",
        "GET /things?select=authors(id)",
        400,
        {"code": "PGRST200"},
        accept_profile="other",
    ),
    case(
        "4.1.6 hidden ones have no name",
        "GET /books?select=lent(book_id)",
        400,
        {"code": "PGRST200", "hint": "Perhaps you meant 'placements' instead of 'lent'."},
    ),
    case(
        "4.1 functions",
        "GET /rpc/old_books?before=1995&select=authors!author_id(name),reviews(id)&reviews.id=eq.1",
        200,
        [{"authors": ANA, "reviews": [{"id": 1}]}],
    ),
    case(
        "4.1 writes",
        "PATCH /books?id=eq.1&select=shelves(id),sequels(id),author_id(name)&shelves.order=id",
        200,
        [{"shelves": [{"id": 1}, {"id": 2}], "sequels": [{"id": 2}], "author_id": ANA}],
        body={"year": 1},
        prefer="return=representation",
    ),
]
RESOLUTION = [
    case(
        "4.2 by constraint", "GET /books?select=books_editor_id_fkey(name)&id=eq.1", 200, [{"books_editor_id_fkey": BO}]
    ),
    case("4.2 by column", "GET /books?select=editor_id(name)&id=eq.1", 200, [{"editor_id": BO}]),
    case(
        "4.2 hint: constraint", "GET /books?select=authors!books_author_id_fkey(name)&id=eq.1", 200, [{"authors": ANA}]
    ),
    case("4.2 hint: column here", "GET /books?select=authors!editor_id(name)&id=eq.1", 200, [{"authors": BO}]),
    case("4.2 hint: column there", "GET /authors?select=books!editor_id(id)&id=eq.1", 200, [{"books": [{"id": 4}]}]),
    case("4.2 hint: junction", "GET /shelves?select=books!placements(id)&id=eq.2", 200, [{"books": [{"id": 1}]}]),
    case(
        "4.2 a constraint of a junction is no way",
        "GET /shelves?select=placements_book_id_fkey(id)",
        400,
        {"code": "PGRST200"},
    ),
    case(
        "4.2 itself: children",
        "GET /authors?select=authors(id)&authors.order=id&id=eq.1",
        200,
        [{"authors": [{"id": 2}, {"id": 3}]}],
    ),
    case("4.2 itself: parent", "GET /authors?select=boss_id(name)&id=eq.2", 200, [{"boss_id": ANA}]),
    case(
        "4.2 itself: hint",
        "GET /authors?select=authors!boss_id(id)&authors.id=eq.3&id=eq.1",
        200,
        [{"authors": [{"id": 3}]}],
    ),
    case("4.2 itself, one to one", "GET /people?select=people(id)", 400, {"code": "PGRST200"}),
    case(
        "4.2 itself, both by alias",
        "GET /authors?select=boss:boss_id(name),team:authors(id)&id=eq.2",
        200,
        [{"boss": ANA, "team": []}],
    ),
    case(
        "4.2 none",
        "GET /books?select=secrets(id)",
        400,
        {
            "code": "PGRST200",
            "message": "Could not find a relationship between 'books' and 'secrets' in the schema cache",
            "details": "Searched for a foreign key relationship between 'books' and 'secrets' in the schema 'public', "
            "but no matches were found.",
        },
    ),
    case(
        "4.2 none by that hint",
        "GET /books?select=authors!nope(id)",
        400,
        {
            "code": "PGRST200",
            "hint": None,
            "details": "Searched for a foreign key relationship between 'books' and 'authors' using the hint 'nope' "
            "in the schema 'public', but no matches were found.",
        },
    ),
    case(
        "4.2 a near miss",
        "GET /books?select=review(id)",
        400,
        {"code": "PGRST200", "hint": "Perhaps you meant 'reviews' instead of 'review'."},
    ),
    case(
        "4.2 a distant miss",
        "GET /books?select=view(id)",
        400,
        {"code": "PGRST200", "hint": "Perhaps you meant 'reviews' instead of 'view'."},
    ),
    case("4.2 nothing like it", "GET /books?select=zzz(id)", 400, {"code": "PGRST200", "hint": None}),
    case(
        "4.2 no relationships at all",
        "GET /logs?select=authors(id)",
        400,
        {"code": "PGRST200", "hint": "Perhaps you meant 'books' instead of 'logs'."},
    ),
    case(
        "4.4",
        "GET /books?select=authors(name)",
        300,
        {
            "code": "PGRST201",
            "message": "Could not embed because more than one relationship was found for 'books' and 'authors'",
            "details": [
                {
                    "cardinality": "many-to-one",
                    "embedding": "books with authors",
                    "relationship": f"books_{way}_id_fkey using books({way}_id) and authors(id)",
                }
                for way in ("author", "editor")
            ],
            "hint": "Try changing 'authors' to one of the following: 'authors!books_author_id_fkey', "
            "'authors!books_editor_id_fkey'. "
            "Find the desired relationship in the 'details' key.",
        },
    ),
    case(
        "4.4 through junctions",
        "GET /authors?select=shelves(id)",
        300,
        {
            "code": "PGRST201",
            "details": [
                {
                    "cardinality": "many-to-many",
                    "embedding": "authors with shelves",
                    "relationship": f"{j} using {j}_author_id_fkey(author_id) and {j}_shelf_id_fkey(shelf_id)",
                }
                for j in ("fears", "wishes")
            ],
            "hint": "Try changing 'shelves' to one of the following: 'shelves!fears', 'shelves!wishes'. "
            "Find the desired relationship in the 'details' key.",
        },
    ),
]
OUTPUT = [
    case(
        "4.3 null and empty",
        "GET /books?select=editor_id(name),reviews(id)&id=eq.4",
        200,
        [{"editor_id": ANA, "reviews": []}],
    ),
    case("4.3 null", "GET /books?select=editor_id(name)&id=eq.2", 200, [{"editor_id": None}]),
    case(
        "4.3 one table twice",
        "GET /books?select=a:authors!author_id(name),e:authors!editor_id(name)&a.name=eq.Ana&id=eq.3",
        200,
        [{"a": None, "e": BO}],
    ),
    case(
        "4.3 spread",
        "GET /books?select=id,...author_id(author:name,boss_id)&id=eq.3",
        200,
        [{"id": 3, "author": "Bo", "boss_id": 1}],
    ),
    case("4.3 spread of none", "GET /books?select=id,...editor_id(name)&id=eq.2", 200, [{"id": 2, "name": None}]),
    case(
        "4.3 spread in a spread",
        "GET /reviews?select=...books(title,...author_id(name))&id=eq.3",
        200,
        [{"title": "Beta", "name": "Ana"}],
    ),
    case(
        "4.3 an embed in a spread", "GET /reviews?select=...books(author_id(name))&id=eq.3", 200, [{"author_id": ANA}]
    ),
    case(
        "4.3 spread of many",
        "GET /authors?select=...books!author_id(title,year)&books.order=id&id=eq.2",
        200,
        [{"title": ["Gamma", "Delta, (x)"], "year": [2010, None]}],
    ),
    case(
        "4.3 ordered by another",
        "GET /authors?select=...books!author_id(id)&books.order=title&id=eq.2",
        200,
        [{"id": [4, 3]}],
    ),
    case("4.3 spread of none of many", "GET /books?select=...reviews(id)&id=eq.3", 200, [{"id": []}]),
    case("4.3 spread of a null", "GET /books?select=...reviews(note)&id=eq.2", 200, [{"note": [None]}]),
    case(
        "4.3 spread of many in many",
        "GET /authors?select=...books!author_id(...reviews(stars))&books.order=id&books.reviews.order=id&id=eq.1",
        200,
        [{"stars": [[5, 3], [1]]}],
    ),
    case(
        "4.3 spread through a junction",
        "GET /shelves?select=...books(title)&books.order=id&id=eq.1",
        200,
        [{"title": ["Alpha", "Beta"]}],
    ),
    case(
        "4.3 its own window",
        "GET /authors?select=...books!author_id(id)&books.order=id.desc&books.limit=1&id=eq.1",
        200,
        [{"id": [2]}],
    ),
]


@each(CATALOGUE + RESOLUTION + OUTPUT)
async def test_embeds(client: httpx.AsyncClient, case: Case) -> None:
    await check(client, case)
