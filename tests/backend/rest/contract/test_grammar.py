"""Section 1, by raw HTTP: the request grammar."""

import httpx
import pytest

from tests.backend.rest.contract.requests import ANYTHING, Case, case, check, each

pytestmark = pytest.mark.asyncio(loop_scope="session")
WRONG = {"code": "PGRST100"}


def ids(*numbers: int) -> list[dict[str, int]]:
    return [{"id": number} for number in numbers]


def books(section: str, query: str, *numbers: int) -> Case:
    """The books that a filter finds."""
    return case(section, f"GET /books?select=id&order=id&{query}", 200, ids(*numbers))


def wrong(section: str, query: str) -> Case:
    """A query that cannot be parsed."""
    return case(section, f"GET /books?{query}", 400, WRONG)


SPLITTING = [
    books("1.1.1 several filters", "id=gt.1&id=lt.3", 2),
    books("1.1.1 the first = splits", "title=neq.a=b", 1, 2, 3, 4),
    books("1.1.1 plus is a space", "title=eq.Delta,+(x)", 4),
    books("1.1.1 percent", "title=eq.%44elta,%20%28x%29", 4),
    books("1.1.1 no = is no parameter", "nonsense&id=eq.1", 1),
    case("1.1.2 quoted keys are columns", 'GET /maps?select=id&"order"=eq.7', 200, ids(1)),
    case("1.1.2 quoted keys are columns", 'GET /maps?select=id&"select"=eq.6', 200, ids(1)),
    books("1.1.3 filters and trees add up", "or=(id.eq.1,id.eq.2)&or=(id.eq.2,id.eq.3)", 2),
    case("1.1.3 the first select stands", "GET /books?select=id&select=title&id=eq.1", 200, ids(1)),
    case("1.1.3 the first order stands", "GET /books?select=id&order=id.desc&order=id&limit=1", 200, ids(4)),
    case("1.1.3 the last limit stands", "GET /books?select=id&order=id&limit=3&limit=1&offset=2&offset=1", 200, ids(2)),
    case("1.1.3 the last argument stands", "GET /rpc/add?a=1&a=5", 200, 6),
    wrong("1.1.4", "id=zz.1"),
    wrong("1.1.4", "or=()"),
    wrong("1.1.4", "order=id.upwards"),
    wrong("1.1.4", "select=id,,title"),
    wrong("1.1.4", "on_conflict="),
]
MESSAGES = [
    case(
        "1.1.4 filters",
        "GET /books?id=eq",
        400,
        WRONG | {"message": '"failed to parse filter (eq)" (line 1, column 1)'},
    ),
    case(
        "1.1.4 lists",
        "GET /books?id=in.1",
        400,
        WRONG | {"message": '"failed to parse filter (in.1)" (line 1, column 4)'},
    ),
    case(
        "1.1.4 words",
        "GET /books?id=is.x",
        400,
        WRONG | {"message": '"failed to parse filter (is.x)" (line 1, column 4)'},
    ),
    case(
        "1.1.4 names",
        "GET /books?a;b=eq.1",
        400,
        WRONG | {"message": '"failed to parse tree path (a;b)" (line 1, column 2)'},
    ),
    case(
        "1.1.4 trees",
        "GET /books?or=)(",
        400,
        WRONG | {"message": '"failed to parse logic tree ()()" (line 1, column 3)'},
    ),
    case(
        "1.1.4 trees in trees",
        "GET /books?and=(ord(id.eq.1),id.eq.2)",
        400,
        WRONG | {"message": '"failed to parse logic tree ((ord(id.eq.1),id.eq.2))" (line 1, column 8)'},
    ),
    case(
        "1.1.4 negated trees",
        "GET /books?not.or=(",
        400,
        WRONG | {"message": '"failed to parse logic tree (()" (line 1, column 8)'},
    ),
    case(
        "1.1.4 select",
        "GET /books?select=id.foo",
        400,
        WRONG | {"message": '"failed to parse select parameter (id.foo)" (line 1, column 3)'},
    ),
    case(
        "1.1.4 order",
        "GET /books?order=id.asc.nullslasttt",
        400,
        WRONG | {"message": '"failed to parse order (id.asc.nullslasttt)" (line 1, column 17)'},
    ),
    case(
        "1.5 operators of no JSON",
        "GET /books?select=data->>k->n",
        404,
        {"code": "42883", "message": "operator does not exist: text -> unknown"},
    ),
    case(
        "3.3 no common rows",
        "GET /books?limit=1&offset=1",
        416,
        {"code": "PGRST103", "details": "Limit should be greater than or equal to zero."},
        range="0-0",
    ),
]
NAMES = [
    case("1.2 quoted names", 'GET /maps?select="a.b"&"a.b"=eq.5', 200, [{"a.b": 5}]),
    case(
        "1.2 escapes in names",
        'GET /shelves?select="label:%20odd,%20\\"one\\""&id=eq.1',
        200,
        [{'label: odd, "one"': "one"}],
    ),
    case("1.2 dashes are letters", "GET /books?select=a-b:id&id=eq.1", 200, [{"a-b": 1}]),
    case("1.2 letters of all scripts", "GET /books?select=số:id&id=eq.1", 200, [{"số": 1}]),
    case("1.2 a dash before an arrow is the arrow's", "GET /books?select=data->k->>t&id=eq.1", 200, [{"t": "x"}]),
    case("1.2 blanks", "GET /books?select= id , title &id=eq.1&order= id , title ", 200, [{"id": 1, "title": "Alpha"}]),
    books("1.2 blanks in trees", "or= ( id.eq.1 , and ( id.eq.2 , year.eq.2000 ) )", 1, 2),
    books("1.2 what follows a list is ignored", "id=in.(1,2)x", 1, 2),
    books("1.2 what follows a keyword is ignored", "year=is.nullx", 4),
    books("1.2 what follows a tree is ignored", "or=(id.eq.1)x", 1),
    case("1.2 what follows a select is ignored", "GET /books?select=id)x&id=eq.1", 200, ids(1)),
    case("1.2 count is no relation", "GET /books?select=count(id)", 400, WRONG),
    case("1.2 quoted hints", 'GET /books?select=authors!"author_id"(id)&id=eq.1', 200, [{"authors": {"id": 1}}]),
    case(
        "1.2 hint and join in either order",
        "GET /books?select=authors!inner!author_id(id)&id=eq.1",
        200,
        [{"authors": {"id": 1}}],
    ),
    case("1.2 left is the default", "GET /books?select=authors!left!editor_id(id)&id=eq.2", 200, [{"authors": None}]),
    wrong("1.2 no cast in filters", "id::text=eq.1"),
    case("1.2 columns may not be empty", "POST /authors?columns=", 400, WRONG, body=[]),
    case("1.2 an empty select is everything", "GET /pairs?select=", 200, [{"a": 1, "b": 1, "note": "one"}]),
]
OPERATORS = [
    books("1.3 eq", "id=eq.2", 2),
    books("1.3 neq", "id=neq.2", 1, 3, 4),
    books("1.3 gt", "id=gt.2", 3, 4),
    books("1.3 gte", "id=gte.2", 2, 3, 4),
    books("1.3 lt", "id=lt.2", 1),
    books("1.3 lte", "id=lte.2", 1, 2),
    books("1.3 arrays", "tags=eq.{b}", 2),
    books("1.3 ranges", "pages=eq.[1,10)", 1),
    books("1.3 jsonb", 'data=eq.{"k":{"n":2}}', 2),
    books("1.3 like", "title=like.*a", 1, 2, 3),
    books("1.3 like", "title=like.%25eta", 2),
    books("1.3 ilike", "title=ilike.ALPHA", 1),
    books("1.3 match", "title=match.^.e", 2, 4),
    books("1.3 imatch", "title=imatch.^[ab]", 1, 2),
    books("1.3 in", 'title=in.("Delta, (x)",Beta)', 2, 4),
    books("1.3 in with escapes", 'title=in.("B\\eta")', 2),
    books("1.3 in.()", "id=in.()"),
    books("1.3 in.( )", "id=in.(  )"),
    books("1.3 not.in.()", "id=not.in.()", 1, 2, 3, 4),
    case("1.3 an empty element", "GET /books?id=in.(,3)", 400, {"code": "22P02"}),
    books("1.3 an empty element of text", "title=in.(,Beta)", 2),
    books("1.3 is null", "year=is.null", 4),
    books("1.3 is in capitals", "year=is.NOT_NULL", 1, 2, 3),
    books("1.3 is true", "is_out=is.true", 1, 4),
    books("1.3 is false", "is_out=is.false", 2),
    books("1.3 is unknown", "is_out=is.unknown", 3),
    wrong("1.3 is", "year=is.nil"),
    books("1.3 isdistinct", "year=isdistinct.1990", 2, 3, 4),
    books("1.3 null-safe", "year=not.isdistinct.1990", 1),
    books("1.3 fts", "words=fts.alpha|delta", 1, 4),
    books("1.3 plfts", "words=plfts.beta word", 2),
    books("1.3 phfts", "words=phfts.beta word", 2),
    books("1.3 wfts", "words=wfts.alpha or delta", 1, 4),
    books("1.3 config", "title=fts(english).betas", 2),
    books("1.3 text is made a vector", "title=plfts.Gamma", 3),
    books("1.3 a path is made a vector", "data->k->>t=fts.x", 1),
    books("1.3 not.fts", "words=not.fts.alpha", 2, 4),
    case("1.3 unknown config", "GET /books?words=fts(klingon).a", 400, {"code": "42704"}),
    books("1.3 cs array", "tags=cs.{a,b}", 1),
    books("1.3 cd array", "tags=cd.{a,b}", 1, 2, 3),
    books("1.3 ov array", "tags=ov.{a,c}", 1, 4),
    books("1.3 cs jsonb", 'data=cs.{"k":{"n":1}}', 1),
    books("1.3 cs range", "pages=cs.[5,6)", 1),
    books("1.3 ov range", "pages=ov.[5,15)", 1, 2),
    books("1.3 sl", "pages=sl.[20,30)", 1, 2),
    books("1.3 sr", "pages=sr.[1,10)", 2, 4),
    books("1.3 nxr", "pages=nxr.[10,20)", 1, 2),
    books("1.3 nxl", "pages=nxl.[10,20)", 2, 4),
    books("1.3 adj", "pages=adj.[30,40)", 4),
    books("1.3 any", "title=like(any).{A*,B*}", 1, 2),
    books("1.3 all", "title=like(all).{*a,*m*}", 3),
    books("1.3 any of numbers", "id=eq(any).{1,3}", 1, 3),
    books("1.3 not any", "id=not.eq(any).{1,3}", 2, 4),
    wrong("1.3 any of these only", "id=neq(any).{1}"),
    books("1.3 not", "id=not.eq.1", 2, 3, 4),
    books("1.3 not in a tree", "or=(id.not.gt.1,id.eq.4)", 1, 4),
    books("1.3 not.or", "not.or=(id.eq.1,id.eq.2)", 3, 4),
    books("1.3 not.and", "not.and=(id.gt.1,id.lt.4)", 1, 4),
    books("1.3 null is a word", "title=eq.null"),
    books("1.3 deep", 'or=(id.eq.1,and(id.gt.2,not.or(year.is.null,title.in.("x,y",z))))', 1, 3),
]
QUOTING = [
    books("1.4 nothing is unquoted at the top", 'title=eq."Beta"'),
    books("1.4 quoted in a tree", 'or=(title.eq."Delta, (x)",id.eq.1)', 1, 4),
    books("1.4 a range in a tree", 'or=(pages.adj."[30,40)",id.eq.1)', 1, 4),
    books("1.4 an array in a tree", "or=(tags.cs.{a,b},id.eq.2)", 1, 2),
    case("1.4 escapes in a tree", 'GET /maps?select=id&or=(note.eq."has, comma) \\"quote\\" \\\\ back")', 200, ids(1)),
    case("1.4 none at the top", 'GET /maps?select=id&note=eq.has, comma) "quote" \\ back', 200, ids(1)),
    case("1.4 an empty value", "GET /maps?select=id&note=eq.", 200, ids(2)),
]
PATHS = [
    case(
        "1.5 json and text",
        "GET /books?select=data->k,t:data->k->>n&id=eq.1",
        200,
        [{"k": {"n": 1, "t": "x"}, "t": "1"}],
    ),
    case(
        "1.5 an index", "GET /books?select=data->list->1,last:data->list->-1&id=eq.1", 200, [{"list": 20, "last": 20}]
    ),
    case("1.5 an index alone", "GET /maps?select=grid->0&id=eq.1", 200, [{"grid": 7}]),
    case(
        "1.5 an index inside an embed",
        "GET /reviews?select=books(data->list->0)&id=eq.1",
        200,
        [{"books": {"list": 10}}],
    ),
    case("1.5 composites", "GET /maps?select=spot->x,spots->0->>y&id=eq.1", 200, [{"x": 1, "y": "4"}]),
    case("1.5 composites in filters", "GET /maps?select=id&spot->>x=eq.1", 200, ids(1)),
    books("1.5 jsonb compares", "data->k->n=eq.2", 2),
    books("1.5 text compares", "data->k->>t=eq.x", 1),
    books("1.5 in trees", "or=(data->k->>n.eq.2,data->list->>0.eq.10)", 1, 2),
    case("1.5 in order", "GET /books?select=id&order=data->k->>n.desc.nullslast,id&limit=2", 200, ids(2, 1)),
    case(
        "1.5 in related order", "GET /reviews?select=id,books()&order=books(data->k->>n).desc,id&limit=1", 200, ids(3)
    ),
    case("1.5 text has no parts", "GET /books?select=data->>k->n", 404, {"code": "42883"}),
]
SELECTS = [
    case(
        "1.6 columns before embeds",
        "GET /books?select=covers(url),id&id=eq.1",
        200,
        '[{"id":1,"covers":{"url":"one.png"}}]',
    ),
    case("1.6 unknown columns", "GET /books?select=nope", 400, {"code": "42703"}),
    case("1.6 computed fields", "GET /books?select=shout&shout=eq.BETA&order=shout", 200, [{"shout": "BETA"}]),
    case("1.6 casts", "GET /books?select=id::text,p:price::int&id=eq.1", 200, [{"id": "1", "p": 11}]),
    case("1.6 casts to arrays by name", "GET /books?select=tags::_text&id=eq.2", 200, [{"tags": ["b"]}]),
    case("1.6 casts of two words", "GET /books?select=price::double precision&id=eq.1", 200, [{"price": 10.5}]),
    case("1.6 casts to nothing known", "GET /books?select=id::nope", 400, {"code": "42704"}),
    case("1.6 an empty embed shows nothing", "GET /books?select=id,reviews(),covers(books())&id=eq.1", 200, ids(1)),
    case("1.6 an empty spread shows nothing", "GET /books?select=id,...author_id()&id=eq.1", 200, ids(1)),
    case(
        "1.6 count the old way",
        "GET /books?select=id,reviews(count)&order=id&limit=1",
        200,
        [{"id": 1, "reviews": [{"count": 2}]}],
    ),
    case("1.6 count the old way at the root", "GET /books?select=count", 200, [{"count": 4}]),
    case("1.6 one name twice", "GET /books?select=id,...author_id(id)&id=eq.3", 200, '[{"id":3,"id":2}]'),
]
EMBEDDED = [
    case(
        "1.7 filter", "GET /books?select=id,reviews(id)&reviews.stars=gt.4&id=eq.1", 200, [{"id": 1, "reviews": ids(1)}]
    ),
    case(
        "1.7 trees",
        "GET /books?select=id,r:reviews(id)&r.not.or=(stars.eq.5,stars.eq.1)&id=eq.1",
        200,
        [{"id": 1, "r": ids(2)}],
    ),
    case(
        "1.7 order, limit, offset",
        "GET /books?select=reviews(id)&reviews.order=id.desc&reviews.limit=1&reviews.offset=1&id=eq.1",
        200,
        [{"reviews": ids(1)}],
    ),
    case(
        "1.7 deeper",
        "GET /authors?select=books!author_id(reviews(id))&books.reviews.stars=eq.5&books.order=id&id=eq.1",
        200,
        [{"books": [{"reviews": ids(1)}, {"reviews": []}]}],
    ),
    case(
        "1.7 by name although there is an alias",
        "GET /books?select=r:reviews(id)&reviews.id=eq.1&id=eq.1",
        200,
        [{"r": ids(1)}],
    ),
    case(
        "1.7 inner on each level",
        "GET /authors?select=id,books!author_id!inner(reviews!inner())&books.reviews.id=eq.3",
        200,
        [{"id": 1}],
    ),
    case(
        "1.7 inner acts on its parent",
        "GET /authors?select=id,books!author_id(reviews!inner())&books.reviews.id=eq.3&id=eq.2",
        200,
        [{"id": 2}],
    ),
    case(
        "1.7 not embedded",
        "GET /books?select=id&reviews.id=eq.1",
        400,
        {
            "code": "PGRST108",
            "message": "'reviews' is not an embedded resource in this request",
            "hint": "Verify that 'reviews' is included in the 'select' query parameter.",
        },
    ),
    case("1.7 anti-join", "GET /books?select=id,reviews()&reviews=is.null&order=id", 200, ids(3, 4)),
    case(
        "1.7 semi-join with its own filter", "GET /books?select=id,r:reviews()&r.stars=eq.1&r=not.is.null", 200, ids(2)
    ),
    case(
        "1.7 in trees",
        "GET /books?select=id,reviews(),covers()&or=(covers.not.is.null,reviews.is.null)&order=id",
        200,
        ids(1, 3, 4),
    ),
    case("1.7 another operator is a column's", "GET /books?select=id,reviews()&reviews=eq.1", 400, {"code": "42703"}),
    case("1.7 related order", "GET /books?select=id,author_id()&order=author_id(name).desc,id&limit=1", 200, ids(3)),
    case(
        "1.7 related order below",
        "GET /authors?select=books!author_id(id,editor_id())&books.order=editor_id(name).desc.nullslast,id&id=eq.2",
        200,
        [{"books": ids(3, 4)}],
    ),
    case(
        "1.7 related order to many",
        "GET /books?select=reviews(id)&order=reviews(id)",
        400,
        {
            "code": "PGRST118",
            "message": "A related order on 'reviews' is not possible",
            "details": "'books' and 'reviews' do not form a many-to-one or one-to-one relationship",
        },
    ),
    case("1.7 related order not embedded", "GET /books?select=id&order=author_id(name)", 400, {"code": "PGRST108"}),
]
AGGREGATES = [
    case("1.8 count", "GET /books?select=count()", 200, [{"count": 4}]),
    case("1.8 of what is not null", "GET /books?select=year.count(),n:price.sum()", 200, [{"count": 3, "n": 35.5}]),
    case(
        "1.8 casts of both",
        "GET /books?select=price::int.sum()::text,year.avg()::int",
        200,
        [{"sum": "36", "avg": 2000}],
    ),
    case(
        "1.8 groups",
        "GET /books?select=author_id,id.max(),id.min()&order=author_id",
        200,
        [{"author_id": 1, "max": 2, "min": 1}, {"author_id": 2, "max": 4, "min": 3}],
    ),
    case(
        "1.8 a star is all columns", "GET /pairs?select=*,count()", 200, [{"a": 1, "b": 1, "note": "one", "count": 1}]
    ),
    case(
        "1.8 embeds group",
        "GET /books?select=author_id(name),count()&author_id=eq.1",
        200,
        [{"author_id": {"name": "Ana"}, "count": 2}],
    ),
    case(
        "1.8 inside an embed",
        "GET /authors?select=name,books!author_id(id.count())&id=eq.1",
        200,
        [{"name": "Ana", "books": [{"count": 2}]}],
    ),
    case(
        "1.8 out of a spread",
        "GET /books?select=is_out,...author_id(born.max())&order=is_out",
        200,
        [
            {"is_out": False, "max": "1950-01-02"},
            {"is_out": True, "max": "1960-03-04"},
            {"is_out": None, "max": "1960-03-04"},
        ],
    ),
    case(
        "1.8 out of two spreads",
        "GET /reviews?select=...books(price.sum(),...author_id(name,born.min()))",
        200,
        [{"name": "Ana", "sum": 41.0, "min": "1950-01-02"}],
    ),
    case(
        "1.8 out of a spread into an embed",
        "GET /books?select=author_id(...boss_id(born.max(),count()))&id=eq.4",
        200,
        [{"author_id": {"max": "1950-01-02", "count": 1}}],
    ),
    case(
        "1.8 out of a spread that decides",
        "GET /books?select=...author_id!inner(born.max())&author_id.id=eq.1",
        200,
        [{"max": "1950-01-02"}],
    ),
    case("1.8 not out of many", "GET /authors?select=...books!author_id(id.count())", 400, {"code": "PGRST127"}),
    case(
        "1.8 rows are counted, not groups",
        "GET /books?select=count()",
        206,
        ANYTHING,
        prefer="count=exact",
        shows={"content-range": "0-0/4"},
    ),
]
REST = [
    case("1.9 a limit that is none", "GET /books?select=id&limit=x&id=lt.3&order=id", 200, ids(1, 2)),
    case(
        "1.9 a negative limit",
        "GET /books?limit=-1",
        416,
        {
            "code": "PGRST103",
            "message": "Requested range not satisfiable",
            "details": "Limit should be greater than or equal to zero.",
        },
    ),
    case("1.9 limit zero", "GET /books?limit=0", 200, [], shows={"content-range": "*/*"}),
    case("1.9 a negative offset", "GET /books?select=id&offset=-3&id=eq.1", 200, ids(1)),
    case(
        "1.9 columns choose keys",
        "POST /authors?columns=id,name",
        201,
        ANYTHING,
        body=[{"id": 90, "name": "X", "nope": 1}],
        prefer="return=representation",
    ),
    case(
        "1.9 a key that is missing is null",
        "POST /defaults?columns=id,a&select=id,a",
        201,
        [{"id": 1, "a": None}],
        body=[{"id": 1}],
        prefer="return=representation",
    ),
    case(
        "1.9 or the default",
        "POST /defaults?columns=id,a,b&select=id,a,b",
        201,
        [{"id": 1, "a": 7, "b": None}],
        body=[{"id": 1}],
        prefer="return=representation, missing=default",
    ),
    case(
        "1.9 an unknown column",
        "POST /authors?columns=nope",
        400,
        {"code": "PGRST204", "message": "Could not find the 'nope' column of 'authors' in the schema cache"},
        body=[{}],
    ),
    case(
        "1.9 PUT does not look at them",
        "PUT /pairs?a=eq.1&b=eq.1&columns=nope",
        204,
        body={"a": 1, "b": 1, "note": "x"},
    ),
    case(
        "1.9 on_conflict",
        "POST /people?on_conflict=spouse_id&select=name",
        200,
        [{"name": "Z"}],
        body={"id": 2, "name": "Z", "spouse_id": 1},
        prefer="return=representation, resolution=merge-duplicates",
    ),
]


@each(MESSAGES + SPLITTING + NAMES + OPERATORS + QUOTING + PATHS + SELECTS + EMBEDDED + AGGREGATES + REST)
async def test_grammar(client: httpx.AsyncClient, case: Case) -> None:
    await check(client, case)


@each(
    [
        case(
            "1.8 off",
            "GET /books?select=count()",
            400,
            {"code": "PGRST123", "message": "Use of aggregate functions is not allowed"},
        ),
        case("1.8 off inside", "GET /books?select=author_id(id.max())", 400, {"code": "PGRST123"}),
        case("1.8 the old count is not", "GET /books?select=count", 200, [{"count": 4}]),
    ]
)
async def test_aggregates_are_rejected_by_default(plain: httpx.AsyncClient, case: Case) -> None:
    await check(plain, case)
