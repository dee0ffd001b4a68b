"""Administration: the links in the header and the footer, and the pages that they may lead to."""

from typing import Literal
from uuid import UUID

from balai.site.loaders.rows import read_row
from balai.site.payloads import Payload
from balai.site.screens import Page, PageRequest

MAX_PAGES = 500
LIST_ITEMS = """
select place, screen, page_id, url, label_en as en, label_zh as zh, label_ms as ms, label_vi as vi
from public.menu_items order by place, position
"""
LIST_PAGES = """
select page_id as id, title from public.page_names where language = $1::public.language order by title limit $2
"""


class MenuLabels(Payload, frozen=True):
    """Empty: the name of the area or the page itself."""

    en: str
    zh: str
    ms: str
    vi: str


class AdminMenuItem(Payload, frozen=True):
    """One of `screen`, `page_id` and `url` is set."""

    screen: str | None
    page_id: UUID | None
    url: str | None
    labels: MenuLabels


class AdminMenuPage(Payload, frozen=True):
    """A published page."""

    id: UUID
    title: str


class AdminMenuPayload(Payload, frozen=True):
    header: tuple[AdminMenuItem, ...]
    footer: tuple[AdminMenuItem, ...]
    pages: tuple[AdminMenuPage, ...]


async def load_menu(request: PageRequest) -> Page[AdminMenuPayload]:
    """Both menus with all their labels."""
    items = await request.conn.fetch(LIST_ITEMS)
    pages = await request.conn.fetch(LIST_PAGES, request.lang, MAX_PAGES)

    def at(place: Literal["header", "footer"]) -> tuple[AdminMenuItem, ...]:
        return tuple(
            read_row(AdminMenuItem, {**dict(row), "labels": read_row(MenuLabels, row)})
            for row in items
            if row["place"] == place
        )

    return Page(
        AdminMenuPayload(
            header=at("header"), footer=at("footer"), pages=tuple(read_row(AdminMenuPage, row) for row in pages)
        )
    )
