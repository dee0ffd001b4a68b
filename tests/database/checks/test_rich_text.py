"""Validation of documents and names in PostgreSQL."""

import json
from collections.abc import Mapping
from typing import Any

import pytest

from balai.database.pool import Pool

IS_RICH_TEXT = "select public.is_rich_text($1::jsonb)"
IS_LINK = "select public.is_link_address($1)"
IS_CLEAN = "select public.is_clean_line($1, 80)"

Node = Mapping[str, Any]


def doc(*content: Any) -> str:
    return json.dumps({"type": "doc", "content": content})


def text(words: str, *marks: Node) -> Node:
    return {"type": "text", "text": words, **({"marks": list(marks)} if marks else {})}


def paragraph(*content: Any, **attrs: Any) -> Node:
    return {"type": "paragraph", "attrs": attrs, "content": list(content)}


def link(href: str) -> Node:
    return {"type": "link", "attrs": {"href": href}}


def cell(words: str = "", kind: str = "tableCell", **attrs: Any) -> Node:
    return {"type": kind, "attrs": attrs, "content": [paragraph(text(words))] if words else []}


def table(*rows: Any) -> Node:
    return {"type": "table", "content": [{"type": "tableRow", "content": list(row)} for row in rows]}


def callout(*content: Any, kind: str = "tip") -> Node:
    return {"type": "callout", "attrs": {"kind": kind}, "content": list(content)}


def details(*content: Any) -> Node:
    return {"type": "details", "content": [SUMMARY, *content]}


def gallery(pictures: int) -> Node:
    return {"type": "gallery", "content": [PICTURE] * pictures}


def stored(**attrs: Any) -> Node:
    return {"type": "file", "attrs": {"src": f"{FILES}0b/form.pdf", "name": "Đơn đăng ký.pdf", "size": 90_000} | attrs}


FILES = "/storage/v1/object/authenticated/text-files/"
PICTURE = {"type": "image", "attrs": {"src": "/storage/v1/object/public/pictures/a.png", "alt": "A door"}}
SUMMARY = {"type": "detailsSummary", "content": [text("Where to park")]}

GOOD = [
    doc(),
    doc(paragraph()),
    doc(paragraph(text("khám bệnh", {"type": "bold"}, link("https://example.org/?q=é")), textAlign="justify")),
    doc(paragraph(text("a", {"type": "textStyle", "attrs": {"color": "good", "fontFamily": "serif"}}))),
    doc(paragraph(text("a", {"type": "highlight", "attrs": {"color": "note-soft"}}), {"type": "hardBreak"})),
    doc({"type": "heading", "attrs": {"level": 2, "textAlign": None}, "content": [text("诊所")]}),
    doc({"type": "orderedList", "attrs": {"start": 3}, "content": [{"type": "listItem", "content": [paragraph()]}]}),
    doc({"type": "bulletList", "content": [{"type": "listItem", "content": [paragraph()]}]}),
    doc({"type": "codeBlock", "attrs": {"language": None}, "content": [text("x = 1")]}),
    doc(
        {
            "type": "image",
            "attrs": {"src": "/storage/v1/object/public/pictures/a.png", "alt": "", "width": 640, "height": 480},
        }
    ),
    doc({"type": "image", "attrs": {"src": "/storage/v1/object/public/media/a.png"}}, {"type": "horizontalRule"}),
    doc({"type": "blockquote", "content": [paragraph(text("so"))]}),
    doc(table([cell("What", "tableHeader"), cell("RM", "tableHeader")], [cell("Hall"), cell("20")]), paragraph()),
    doc(table([cell("Monday", colspan=2.0)], [cell("8:00"), cell("9:00")])),
    doc(table([cell("Mei", rowspan=2), cell(colspan=1)], [])),
    doc(table([cell("to the end and beyond", rowspan=200)])),
    doc(table([{"type": "tableCell", "content": [{"type": "image", "attrs": {"src": "/storage/v1/b.png"}}]}])),
    doc(callout(paragraph(text("Bring your card.")), stored(), gallery(2))),
    doc(details(paragraph(text("Behind the hall.")), gallery(1)), gallery(30), stored(size=10_000_000)),
    doc({"type": "details", "content": [{"type": "detailsSummary"}, paragraph()]}),
]

BAD = [
    "null",
    "[]",
    '"doc"',
    '{"type": "paragraph"}',
    '{"type": "doc", "content": {}}',
    '{"type": "doc", "attrs": {}}',
    doc(1),
    doc(text("loose")),
    doc({"type": "iframe", "attrs": {"src": "https://example.org"}}),
    doc({"type": "heading"}),
    doc({"type": "heading", "attrs": {"level": 1}}),
    doc({"type": "heading", "attrs": {"level": None}}),
    doc({"type": "heading", "attrs": {"level": 2.5}}),
    doc(paragraph(textAlign="start")),
    doc(paragraph(onclick="x")),
    doc(paragraph(style=None)),
    doc(paragraph(text(""))),
    doc(paragraph({"type": "text", "text": 1})),
    doc(paragraph({"type": "text", "text": "a", "attrs": {}})),
    doc(paragraph(text("a", {"type": "blink"}))),
    doc(paragraph(text("a", {"type": "link"}))),
    doc(paragraph(text("a", {"type": "link", "attrs": {"href": None}}))),
    doc(paragraph(text("a", {"type": "link", "attrs": {"href": "/", "target": "_blank"}}))),
    doc(paragraph(text("a", {"type": "bold", "attrs": {"x": 1}}))),
    doc(paragraph(text("a", {"type": "textStyle", "attrs": {"color": "red;position:fixed"}}))),
    doc(paragraph(text("a", {"type": "textStyle", "attrs": {"fontFamily": "url(x)"}}))),
    doc(paragraph(text("a", {"type": "textStyle", "attrs": {"fontSize": "90px"}}))),
    doc(paragraph({"type": "image", "attrs": {"src": "/storage/v1/a.png"}})),
    doc({"type": "image", "attrs": {"alt": "no address"}}),
    doc({"type": "codeBlock", "content": [text("a", {"type": "bold"})]}),
    doc({"type": "bulletList", "content": [paragraph()]}),
    doc({"type": "table"}),
    doc(table()),
    doc(table([])),
    doc(table([cell()], [])),
    doc(table([paragraph()])),
    doc(table([text("loose")])),
    doc(table([{"type": "tableCell", "content": [text("loose")]}])),
    doc({"type": "table", "content": [cell()]}),
    doc({"type": "table", "attrs": {"style": "position:fixed"}, "content": table([cell()])["content"]}),
    doc(cell()),
    doc({"type": "tableRow", "content": [cell()]}),
    doc(paragraph(cell())),
    doc(table([cell(onclick="x")])),
    doc(table([cell(colwidth=[9])])),
    *(doc(table([cell(colspan=span)])) for span in (0, -1, 1.5, 21, 1e9, 1e300, "2", None, [2])),
    *(doc(table([cell(rowspan=span)])) for span in (0, 201, "2", None)),
    doc(table([cell()] * 21)),
    doc(table([cell(colspan=20), cell()])),
    doc(table([cell(colspan=20, rowspan=2)], [cell()])),
    doc(table(*[[cell(rowspan=200)] * 11] * 2)),
    doc(table([{"type": "tableCell", "content": [table([cell()])]}])),
    doc({"type": "blockquote", "content": [table([cell()])]}),
    doc({"type": "bulletList", "content": [{"type": "listItem", "content": [table([cell()])]}]}),
    *(doc(paragraph(text("a", {"type": "textStyle", "attrs": {"color": ink}}))) for ink in ("#c92a2a", "page", "")),
    doc(paragraph(text("a", {"type": "highlight", "attrs": {"color": "#ffec99"}}))),
    doc(callout(paragraph(), kind="danger")),
    doc({"type": "callout", "content": [paragraph()]}),
    doc(callout(callout(paragraph()))),
    doc(callout(table([cell()]))),
    doc({"type": "blockquote", "content": [callout(paragraph())]}),
    doc({"type": "blockquote", "content": [gallery(1)]}),
    doc({"type": "bulletList", "content": [{"type": "listItem", "content": [stored()]}]}),
    doc(SUMMARY),
    doc(details()),
    doc({"type": "details", "content": [paragraph(), SUMMARY]}),
    doc(details(SUMMARY)),
    doc(details(paragraph(), SUMMARY)),
    doc(details(details(paragraph()))),
    doc({"type": "details", "attrs": {"open": True}, "content": [SUMMARY, paragraph()]}),
    doc({"type": "details", "content": [{"type": "detailsSummary", "content": [text("a", link("/"))]}, paragraph()]}),
    doc(gallery(0)),
    doc(gallery(31)),
    doc({"type": "gallery", "content": [paragraph()]}),
    doc({"type": "gallery", "content": [{"type": "image", "attrs": {"src": "https://example.org/a.png"}}]}),
    doc({"type": "file"}),
    doc({"type": "file", "attrs": {"src": f"{FILES}a.pdf"}}),
    *(doc(stored(size=size)) for size in (0, 10_000_001, "1", None)),
    *(doc(stored(name=name)) for name in ("", "a\u202egnp.exe", "a" * 201, None)),
    *(
        doc(stored(src=src))
        for src in (
            "/storage/v1/object/public/pictures/a.png",
            f"{FILES}../text-pictures/a.png",
            f"{FILES}%2e%2e/a.pdf",
            f"{FILES}a.pdf?token=x",
            f"https://example.org{FILES}a.pdf",
            "javascript:alert(1)",
        )
    ),
]


@pytest.mark.parametrize("document", GOOD)
async def test_document_of_known_nodes_is_accepted(functions: Pool, document: str) -> None:
    assert await functions.fetchval(IS_RICH_TEXT, document) is True


@pytest.mark.parametrize("document", BAD)
async def test_anything_unknown_is_rejected(functions: Pool, document: str) -> None:
    assert await functions.fetchval(IS_RICH_TEXT, document) is False


async def test_table_has_at_most_200_rows_of_20_cells(functions: Pool) -> None:
    bare = {"type": "tableCell"}
    assert await functions.fetchval(IS_RICH_TEXT, doc(table(*[[bare] * 20] * 200))) is True
    assert await functions.fetchval(IS_RICH_TEXT, doc(table(*[[bare]] * 201))) is False
    one_cell = [cell("all", colspan=20, rowspan=200)]
    assert await functions.fetchval(IS_RICH_TEXT, doc(table(one_cell, *[[]] * 199))) is True


async def test_depth_and_size_are_limited(functions: Pool) -> None:
    def nested(depth: int) -> Node:
        return {"type": "blockquote", "content": [nested(depth - 1)] if depth > 1 else []}

    assert await functions.fetchval(IS_RICH_TEXT, doc(nested(20))) is True
    assert await functions.fetchval(IS_RICH_TEXT, doc(nested(21))) is False
    assert await functions.fetchval(IS_RICH_TEXT, doc(paragraph(text("x" * 199_000)))) is True
    assert await functions.fetchval(IS_RICH_TEXT, doc(paragraph(text("x" * 200_000)))) is False


@pytest.mark.parametrize(
    "href", ["https://a.b", "http://a.b/c", "HTTPS://a.b", "mailto:a@b.c", "tel:+60123", "/vi/forum", "/"]
)
async def test_links_to_web_email_and_phone_are_accepted(functions: Pool, href: str) -> None:
    assert await functions.fetchval(IS_LINK, href) is True


@pytest.mark.parametrize(
    "href",
    [
        *("javascript:alert(1)", "JaVaScRiPt:alert(1)", " javascript:1", "java\tscript:1", "data:text/html,x"),
        *("//evil.example", "/\\evil.example", "/\t/evil.example", "https:///x", "vbscript:x", "x", "", "#"),
        "https://a.b/\u202egnp",
        # As collections of attacks by script have them.
        *("\x01javascript:alert(1)", "javascript\n:alert(1)", "javascript&colon;alert(1)"),
        *(
            "&#106;avascript:alert(1)",
            "javascript://%0aalert(1)",
            "\u2028javascript:alert(1)",
            "view-source:javascript:1",
        ),
        *(
            "feed:javascript:alert(1)",
            "jar:https://a.b/!/x",
            "data:image/svg+xml;base64,PHN2Zz4=",
            "blob:https://a.b/x",
        ),
        *("filesystem:https://a.b/x", "mhtml:https://a.b/x", "livescript:x", "about:blank", "file:///etc/passwd"),
    ],
)
async def test_other_links_are_rejected(functions: Pool, href: str) -> None:
    assert await functions.fetchval(IS_LINK, href) is False


@pytest.mark.parametrize(
    "src",
    [
        *("https://example.org/a.png", "HTTPS://example.org/a.png", "http://example.org/a.png", "//example.org/a.png"),
        *("/\\example.org/a.png", "/\t/example.org/a.png", "\\\\example.org\\a.png", " https://example.org/a.png"),
        *("data:image/svg+xml,x", "blob:https://example.org/x", "file:///a.png", "ftp://example.org/a.png"),
        *("https://own.example/storage/v1/object/public/pictures/a.png", "storage/v1/object/public/a.png"),
        *("/auth/v1/logout", "/storage/../auth/v1/authorize", "/storage/v1/../../auth/v1/authorize?provider=x"),
        *("/storage/v1/%2e%2E/x", "/storage/v1/.%2e/x", "/storage/v1/..%2fx", "/storage/v1/..", "/storage/v1/x/..?a"),
        *("/storagev1/a.png", "/x/storage/v1/a.png", "/storage//evil.example/a.png", ""),
    ],
)
async def test_images_outside_the_storage_are_rejected(functions: Pool, src: str) -> None:
    assert await functions.fetchval(IS_RICH_TEXT, doc({"type": "image", "attrs": {"src": src}})) is False


@pytest.mark.parametrize(
    "src", ["/storage/v1/object/public/pictures/a/b..c.png", "/storage/v1/object/sign/a/b.png?token=x"]
)
async def test_images_in_the_storage_are_accepted(functions: Pool, src: str) -> None:
    assert await functions.fetchval(IS_RICH_TEXT, doc({"type": "image", "attrs": {"src": src}})) is True


@pytest.mark.parametrize("name", ["Nguyễn Thị Mai", "王小明", "Siti binti Ali", "👍️", "a" * 80])
async def test_names_are_accepted_as_typed(functions: Pool, name: str) -> None:
    assert await functions.fetchval(IS_CLEAN, name) is True


@pytest.mark.parametrize(
    "name", ["", "   ", "\u3000", "a\u200bb", "\u202eadmin", "a\nb", "\u3164", "a\u200db", "\ufeffa", "a" * 81]
)
async def test_empty_invisible_and_bidi_names_are_rejected(functions: Pool, name: str) -> None:
    assert await functions.fetchval(IS_CLEAN, name) is False


async def test_plain_text_has_one_line_per_block_and_no_images(functions: Pool) -> None:
    item = {"type": "listItem", "content": [paragraph(text("second"))]}
    document = doc(
        paragraph(text("fir"), text("st", {"type": "bold"})),
        {"type": "image", "attrs": {"src": "/storage/v1/c.png", "alt": "not a word"}},
        {"type": "bulletList", "content": [item]},
        table([cell("Hall"), cell("20")]),
    )
    assert await functions.fetchval("select public.rich_text_plain($1::jsonb)", document) == "first\nsecond\nHall\n20"


async def test_plain_text_has_the_words_of_every_block(functions: Pool) -> None:
    document = doc(
        callout(paragraph(text("Bring your card."))), details(paragraph(text("Behind."))), gallery(2), stored()
    )
    plain = await functions.fetchval("select public.rich_text_plain($1::jsonb)", document)
    assert plain == "Bring your card.\nWhere to park\nBehind.\nĐơn đăng ký.pdf"
