"""Previews of links in texts: added to the lines that the page shows as cards. The text stays as it was written."""

import re
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit
from uuid import UUID

import msgspec

from balai.site.screens import PageRequest

if TYPE_CHECKING:
    import asyncpg

Preview = dict[str, str]
Previews = Mapping[UUID, Mapping[str, Preview]]

LIST_PREVIEWS = """
select coalesce(link.post_id, link.reply_id, link.article_id) as thing, preview.url, preview.title,
  preview.description, preview.picture
from public.text_links as link
join public.link_previews as preview on preview.id = link.link_id
where (link.post_id = any($1::uuid[]) or link.reply_id = any($1::uuid[]) or link.article_id = any($1::uuid[]))
  and preview.title is not null
"""
YOUTUBE = re.compile(
    r"https://(?:(?:www\.|m\.)?youtube\.com/(?:watch\?(?:[^#]*&)?v=|shorts/|live/)|youtu\.be/)([\w-]{11})(?:[?&#].*)?",
    re.ASCII,
)
VIMEO = re.compile(r"https://(?:www\.)?vimeo\.com/(\d{4,12})(?:[/?#].*)?", re.ASCII)
# Loaded in a frame after a press; `frame-src` of the content security policy names them (request/headers.py).
PLAYERS = ((YOUTUBE, "https://www.youtube-nocookie.com/embed/{}"), (VIMEO, "https://player.vimeo.com/video/{}?dnt=1"))


async def load_previews(request: PageRequest, texts: Iterable[tuple[UUID, str | None]]) -> Previews:
    """The previews of the links of some texts, by the id of the text. No query where no text has a link."""
    things = [thing for thing, body in texts if body and '"link"' in body]
    rows = await request.conn.fetch(LIST_PREVIEWS, things) if things else []
    found: dict[UUID, dict[str, Preview]] = {}
    for row in rows:
        found.setdefault(row["thing"], {})[row["url"]] = _preview(request, row)
    return found


def with_previews(document: str | None, previews: Mapping[str, Preview] | None) -> str | None:
    """The document with a preview on each line that is a link and nothing else. At most one for each address."""
    if document is None or not previews:
        return document
    tree: dict[str, Any] = msgspec.json.decode(document)
    left = dict(previews)
    for line in tree.get("content", ()):
        href = _only_link(line)
        if href in left:
            line["preview"] = left.pop(href)
    return msgspec.json.encode(tree).decode()


def _only_link(line: dict[str, Any]) -> str:
    content = line.get("content", ())
    if line["type"] != "paragraph" or len(content) != 1:
        return ""
    href = next((mark["attrs"]["href"] for mark in content[0].get("marks", ()) if mark["type"] == "link"), "")
    words, bare = content[0].get("text", "").strip(), href.removeprefix("https://")
    return href if words in (href, href.rstrip("/"), bare, bare.rstrip("/")) else ""


def _preview(request: PageRequest, row: "asyncpg.Record") -> Preview:
    host = (urlsplit(row["url"]).hostname or "").removeprefix("www.")
    facts = {"href": row["url"], "title": row["title"], "description": row["description"], "host": host}
    if row["picture"] is not None:
        facts["picture"] = f"/pictures/{row['picture']}?width=480"
    for pattern, address in PLAYERS:
        if match := pattern.fullmatch(row["url"]):
            player = address.format(match[1])
            facts["player"] = player
            facts["play"] = request.text("editor.preview.play")
            facts["contacts"] = request.text("editor.preview.contacts", host=urlsplit(player).hostname or "")
    return facts
