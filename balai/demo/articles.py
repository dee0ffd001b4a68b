"""Articles from the files in `articles/`: a first line of JSON, then title, summary, cover description and text of each
language. The first language is the source."""

from datetime import datetime
from typing import Any
from uuid import UUID, uuid4

import msgspec

from balai.database.pool import Connection
from balai.demo.markup import rich_text
from balai.demo.people import FOLDER, act_as
from balai.demo.timeline import some_days_ago

SERIES = {
    "en": {"title": "Your first year here", "description": "A room, a school, a doctor: one step after the other."},
    "zh": {"title": "在这里的第一年", "description": "租房、上学、看病：一步一步来。"},
    "ms": {"title": "Tahun pertama anda di sini", "description": "Bilik, sekolah, doktor: selangkah demi selangkah."},
    "vi": {"title": "Năm đầu tiên ở đây", "description": "Thuê phòng, đi học, khám bệnh: từng bước một."},
}
SAVE_SERIES = "select public.save_series($1::jsonb, $2::jsonb)"
CHOOSE_SERIES = "select public.choose_series($1, $2)"
SAVE_ARTICLE = "select public.save_article($1::jsonb, $2::jsonb, $3)"
# Only administrators can save articles; author and times are set afterwards.
SET_AUTHOR = """
update public.articles set author_id = $2, created_at = $3::timestamptz - interval '2 days', updated_at = $3
where id = $1
"""


class ArticleHeader(msgspec.Struct, frozen=True):
    """The first line of a file. Negative days are in the future.

    `revised` are lines added to the source text later: the translations were confirmed again, except the Vietnamese
    one, which is therefore outdated.
    """

    source: str
    days: float
    tags: list[str]
    cover: str
    author: str
    revised: str | None = None
    # The place in the series.
    part: int | None = None


async def add_articles(connection: Connection, people: dict[str, UUID], now: datetime) -> None:
    """Publish all articles, each at its time, and put some into a series."""
    parts: dict[int, UUID] = {}
    for number, file in enumerate(sorted((FOLDER / "articles").glob("*.txt"))):
        header, texts = _read(file.read_text())
        published_at = some_days_ago(now, header.days, number)
        article_id = uuid4()
        article = {
            "id": str(article_id),
            "source_language": header.source,
            "status": "published",
            "publish_at": published_at.isoformat(),
            "cover_url": f"/demo/{header.cover}.svg",
            "tags": header.tags,
        }
        await act_as(connection, people["aisyah"])
        await _save(connection, article, texts, version=0)
        if header.revised:
            revised = {language: {**text, "is_current": True} for language, text in texts.items() if language != "vi"}
            revised[header.source]["body"] = _document(texts[header.source]["lines"] + "\n" + header.revised)
            await _save(connection, article, revised, version=1)
        updated_at = min(published_at, now)
        await connection.execute(SET_AUTHOR, article_id, people[header.author], updated_at)
        if header.part is not None:
            parts[header.part] = article_id
    series = uuid4()
    await connection.execute(SAVE_SERIES, _json({"id": str(series)}), _json(SERIES))
    for _, article_id in sorted(parts.items()):
        await connection.execute(CHOOSE_SERIES, article_id, series)


async def _save(
    connection: Connection, article: dict[str, Any], texts: dict[str, dict[str, Any]], *, version: int
) -> None:
    await connection.execute(SAVE_ARTICLE, _json(article), _json(texts), version)


def _read(source: str) -> tuple[ArticleHeader, dict[str, dict[str, Any]]]:
    head, *parts = source.split("\n=== ")
    texts = {}
    for part in parts:
        language, title, summary, cover_alt, lines = part.split("\n", 4)
        texts[language] = {
            "title": title,
            "summary": summary,
            "cover_alt": cover_alt,
            "body": _document(lines),
            "lines": lines,
            "status": "published",
        }
    return msgspec.json.decode(head, type=ArticleHeader), texts


def _document(lines: str) -> Any:
    return msgspec.json.decode(rich_text(lines))


def _json(value: Any) -> str:
    return msgspec.json.encode(value).decode()
