"""Reads the texts of a forum, and an author, in the same way for every page of the forum."""

from typing import TYPE_CHECKING
from uuid import UUID

from balai.site.loaders.forum.payloads import ForumName, ForumPerson
from balai.site.payloads import Lang

if TYPE_CHECKING:
    import asyncpg

    Row = asyncpg.Record

# Colours that tell forums apart, in the order of the list.
HUES = 6

# $1: the page's language. The first of the reader's languages that has a text.
FORUM_TEXT = """
cross join lateral (
  select text.language, text.name, text.description from public.forum_texts as text
  where text.forum_id = forum.id
  order by array_position((select public.language_order($1::public.language)), text.language) limit 1) as text
"""

# Whether a topic `post` of `forum` is kept from translation. Browsers, which translate pages, leave its title alone.
# Most areas have none above: looking for it would read all.
IS_UNTRANSLATED = """
('translate' = any (post.kept_from || forum.kept_from) or forum.parent_id is not null and exists (
  select from public.forums as above where above.id = forum.parent_id and 'translate' = any (above.kept_from)))
"""


def forum_name(row: "Row", language: Lang, forum_id: UUID | None = None) -> ForumName:
    """The forum of a row, in one language."""
    return ForumName(
        id=forum_id or row["id"],
        slug=row["slug"],
        hue=row["position"] % HUES,
        language=language,
        name=row["name"],
        description=row["description"],
    )


def find_author(row: "Row") -> ForumPerson | None:
    """The author of a row; None for a deleted account."""
    if row["author_id"] is None:
        return None
    return ForumPerson(id=row["author_id"], display_name=row["author_name"], picture_url=row["author_picture"])
