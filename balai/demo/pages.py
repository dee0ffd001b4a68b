"""The centre's own pages, made from the templates with their gaps filled in, and published."""

import re
from uuid import UUID

import msgspec

from balai.database.pool import Connection
from balai.demo.people import act_as, read

KINDS = ("about", "privacy", "rules")
LANGUAGES = ("en", "zh", "ms", "vi")
GAP = re.compile(r"\[\[(\w+): [^\]]*\]\]")
MAKE_BODY = "select public.lines_to_rich_text($1)"
SAVE = "select public.save_page($1::jsonb, $2::jsonb)"
PUBLISH = "select public.publish_page($1, 1)"


async def add_pages(connection: Connection, people: dict[str, UUID]) -> None:
    """Publish the pages about the centre, its rules and its handling of data."""
    await act_as(connection, people["aisyah"])
    answers = read("pages.json")
    for kind in KINDS:
        texts = {}
        for language in LANGUAGES:
            template = await connection.fetchval("select public.page_template($1, $2)", kind, language)
            lines = [line for line in template.splitlines() if not line.startswith("[[check:")]
            parts = GAP.split("\n".join(lines))
            filled = "".join(answers[part][language] if place % 2 else part for place, part in enumerate(parts))
            body = await connection.fetchval(MAKE_BODY, filled)
            texts[language] = {"title": lines[0].removeprefix("# "), "body": msgspec.Raw(body.encode())}
        page = {"kind": kind, "slug": kind, "source_language": "en"}
        saved = await connection.fetchval(SAVE, _json(page), _json(texts))
        await connection.execute(PUBLISH, UUID(msgspec.json.decode(saved)["id"]))


def _json(value: object) -> str:
    return msgspec.json.encode(value).decode()
