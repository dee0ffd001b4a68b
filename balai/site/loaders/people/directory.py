"""The directory: members by name, for members, where the site has one."""

from uuid import UUID

from balai.site.payloads import Lang, Payload
from balai.site.screens import NotFound, Page, PageRequest, encode_cursor

PAGE_SIZE = 30
MAX_WORDS = 80
START = ("", UUID(int=0))
GET_CHOICES = """
select settings.has_directory, mine.is_listed
from public.site_settings as settings cross join public.my_visibility() as mine
"""
LIST_PEOPLE = """
select id, display_name, picture_url, about, languages::text[] as languages, name_keys
from public.list_people($1, $2, $3, $4)
"""


class DirectoryPerson(Payload, frozen=True):
    """A member in the directory; fields that the visitor may not see are empty."""

    id: UUID
    display_name: str
    picture_url: str | None
    about: str
    languages: tuple[Lang, ...]


class DirectoryPayload(Payload, frozen=True):
    """A page of the directory. `is_listed`: the visitor is in it."""

    people: tuple[DirectoryPerson, ...]
    words: str
    is_listed: bool
    is_first_page: bool
    next: str | None


async def load_directory(request: PageRequest) -> Page[DirectoryPayload]:
    """The members whose name has the words of the query. Without words: all."""
    if request.visitor is None:
        raise NotFound
    choices = await request.conn.fetchrow(GET_CHOICES)
    if choices is None or not choices["has_directory"]:
        raise NotFound
    words = " ".join(request.query.get("q", "").replace("\0", " ").split())[:MAX_WORDS]
    after = request.after(tuple[str, UUID])
    if after is not None and "\0" in after[0]:
        raise NotFound
    rows = await request.conn.fetch(LIST_PEOPLE, words, *(after or START), PAGE_SIZE + 1)
    shown = rows[:PAGE_SIZE]
    people = tuple(
        DirectoryPerson(row["id"], row["display_name"], row["picture_url"], row["about"], tuple(row["languages"]))
        for row in shown
    )
    payload = DirectoryPayload(
        people=people,
        words=words,
        is_listed=choices["is_listed"],
        is_first_page=after is None,
        next=encode_cursor(shown[-1]["name_keys"], shown[-1]["id"]) if len(rows) > PAGE_SIZE else None,
    )
    return Page(payload)
