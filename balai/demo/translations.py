"""Translations of posts and replies, requests for more, and a post with marks. Replies by their number; 0: the post."""

from typing import Any
from uuid import UUID

from balai.database.pool import Connection
from balai.demo.markup import rich_text
from balai.demo.people import read

FIND_POST = "select id from public.posts where title = $1"
FIND_REPLY = "select id from public.replies where post_id = $1 and number = $2"
ADD_TRANSLATION = """
insert into public.translations (post_id, reply_id, language, title, body, translator_id, source_version, created_at,
  updated_at)
select $1::uuid, $2::uuid, $3::text::public.language, $4, $5, $6, 1, x.created_at + interval '5 hours',
  x.created_at + interval '5 hours'
from (
  select p.created_at from public.posts as p where p.id = $1
  union all
  select r.created_at from public.replies as r where r.id = $2) as x
"""
ADD_REQUEST = """
insert into public.translation_requests (post_id, reply_id, language, member_id)
values ($1, $2, $3::text::public.language, $4)
"""
MARK = "update public.posts set kept_from = $2 where id = $1"


async def add_translations(connection: Connection, people: dict[str, UUID]) -> None:
    """Translate what the file names."""
    for entry in read("translations.json"):
        post = await connection.fetchval(FIND_POST, entry["post"])
        await _add(connection, people, (post, None), entry.get("texts", {}))
        for number, texts in entry.get("replies", {}).items():
            reply = await connection.fetchval(FIND_REPLY, post, int(number))
            await _add(connection, people, (None, reply), texts)
        for number, asked in entry.get("asks", {}).items():
            reply = await connection.fetchval(FIND_REPLY, post, int(number)) if number != "0" else None
            for language, members in asked.items():
                for member in members:
                    thing = (post, None) if reply is None else (None, reply)
                    await connection.execute(ADD_REQUEST, *thing, language, people[member])
        if "kept_from" in entry:
            await connection.execute(MARK, post, entry["kept_from"])


async def _add(
    connection: Connection, people: dict[str, UUID], thing: tuple[UUID | None, UUID | None], texts: dict[str, Any]
) -> None:
    for language, text in texts.items():
        values = (language, text.get("title"), rich_text(text["body"]), people[text["by"]])
        await connection.execute(ADD_TRANSLATION, *thing, *values)
