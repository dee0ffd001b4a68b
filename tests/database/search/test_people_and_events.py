"""People, events and pages among the results: each as the wrong caller too, page by page, and as they change."""

from datetime import timedelta
from typing import Any
from uuid import UUID, uuid4

import asyncpg
import msgspec
import pytest

from balai.database.transaction import Caller, as_owner, as_role
from tests.factories.booking import days_ahead, make_service
from tests.factories.forum import Community, make_post
from tests.factories.members import Member, make_member
from tests.factories.pages import make_page, page_text, save_page

FIND = (
    "select kind, id, title, excerpt, place, cursor from public.search($1, kinds => $2, after => $3, page_size => $4)"
)
OPEN_DIRECTORY = "update public.site_settings set has_directory = true"
GROUP = "insert into public.groups (slug) values ('lantern') returning id"
JOIN = "insert into public.group_members (group_id, member_id) values ($1, $2)"


async def find(
    community: Community, who: Member | None, words: str, *kinds: str, after: str | None = None, size: int = 20
) -> list[asyncpg.Record]:
    return await community.act(who, FIND, words, list(kinds) or None, after, size)


async def names(community: Community, who: Member | None, words: str) -> list[str]:
    return [msgspec.json.decode(row["title"])[0]["text"] for row in await find(community, who, words, "person")]


async def own(community: Community, statement: str, *values: Any) -> None:
    async with as_owner(community.pool) as connection:
        await connection.execute(statement, *values)


async def test_people_are_found_by_those_who_see_them_in_the_directory(community: Community) -> None:
    pool = community.pool
    ngoc = await make_member(pool, display_name="Trần Bảo Ngọc")
    chen = await make_member(pool, display_name="陈小梅 Ngoc")
    every_form = ("ngoc", "Bảo Ngọc", "tran bao", "tbn", "rần")
    assert await names(community, community.mei, "ngoc") == []
    await own(community, OPEN_DIRECTORY)
    for words in every_form:
        assert "Trần Bảo Ngọc" in await names(community, community.mei, words), words
    for words in ("xiaomei", "cxm", "小梅"):
        assert await names(community, community.mei, words) == ["陈小梅 Ngoc"]
    for words in ("%", "_", "...", "", "ngocx"):
        assert await names(community, community.mei, words) == []
    anonymous = Caller.from_claims({"role": "authenticated", "sub": str(ngoc.id), "is_anonymous": True})
    async with as_role(pool, anonymous) as connection:
        assert await connection.fetch(FIND, "ngoc", ["person"], None, 20) == []
    assert await find(community, None, "ngoc", "person") == []
    await community.act(ngoc, "select public.set_blocked($1, true)", community.mei.id)
    assert await names(community, community.mei, "ngoc") == ["陈小梅 Ngoc"]
    assert await names(community, ngoc, "mei") == ["陈小梅 Ngoc"]
    await community.act(chen, "update public.profiles set is_listed = false")
    assert await names(community, community.mei, "ngoc") == []
    assert await names(community, community.hoa, "ngoc") == ["Trần Bảo Ngọc"]
    await own(community, "delete from auth.users where id = $1", ngoc.id)
    assert await names(community, community.hoa, "ngoc") == []


async def test_about_has_its_audience(community: Community) -> None:
    ngoc = await make_member(community.pool, display_name="Ngọc")
    await own(community, OPEN_DIRECTORY)
    await own(community, "update public.profiles set about = 'Sews', about_for = 'group' where id = $1", ngoc.id)
    async with as_owner(community.pool) as connection:
        group = await connection.fetchval(GROUP)
        for member in (ngoc, community.mei):
            await connection.execute(JOIN, group, member.id)
    shown = {}
    for who in (community.mei, community.hoa, community.ana, ngoc):
        (row,) = await find(community, who, "ngọc", "person")
        shown[who.id] = bool(msgspec.json.decode(row["excerpt"]))
    assert shown == {community.mei.id: True, community.hoa.id: False, community.ana.id: False, ngoc.id: True}


async def test_people_come_first_and_page_by_page(community: Community) -> None:
    await own(community, OPEN_DIRECTORY)
    for name in ("Lan B", "Lan A", "Lan C", "Lan C", "Milan", "Lan D", "Phelan"):
        await make_member(community.pool, display_name=name)
    await make_post(community.pool, community.forum, community.mei, title="Lan and the lanterns")
    pages, after = [], None
    while page := await find(community, community.hoa, "lan", "person", after=after, size=3):
        pages += page
        after = page[-1]["cursor"]
    assert len({row["id"] for row in pages}) == len(pages) == 7
    titles = [msgspec.json.decode(row["title"])[0]["text"] for row in pages]
    assert titles == ["Lan A", "Lan B", "Lan C", "Lan C", "Lan D", "Milan", "Phelan"]
    everything = await find(community, community.hoa, "lan")
    assert [row["kind"] for row in everything] == ["person"] * 5 + ["post"]
    assert [row["id"] for row in everything[:5]] == [row["id"] for row in pages[:5]]
    assert [row["kind"] for row in await find(community, None, "lan")] == ["post"]
    assert await find(community, community.hoa, "lan", "post", after=pages[0]["cursor"]) == []
    assert await find(community, community.hoa, "lan", after=everything[-1]["cursor"]) == []
    narrowed = "select kind from public.search('lan', author => $1)"
    assert [row[0] for row in await community.act(community.hoa, narrowed, community.mei.id)] == ["post"]
    for forged in ("p2__x", "p0_zz_" + str(uuid4()), "p0_6_" + str(uuid4()), "p", "p0_' or true"):
        with pytest.raises(asyncpg.PostgresError) as error:
            await find(community, community.hoa, "lan", after=forged)
        assert error.value.detail == "bad_cursor"


async def kinds_of(community: Community, who: Member | None, *kinds: str) -> dict[UUID, str]:
    return {row["id"]: row["kind"] for row in await find(community, who, "reading circle", *kinds)}


async def test_events_have_a_date_to_come(community: Community) -> None:
    dates = [
        {"day": days_ahead(days).date().isoformat(), "opens": "19:00", "closes": "20:00", "note": ""} for days in (5, 8)
    ]
    make = {"hours": (), "exceptions": dates, "series": "single"}
    weekly = await make_service(community.pool, community.ana)
    event = await make_service(community.pool, community.ana, **make)
    draft = await make_service(community.pool, community.ana, is_active=False, **make)
    assert await kinds_of(community, None) == {weekly: "service", event: "event"}
    assert await kinds_of(community, None, "event") == {event: "event"}
    assert await kinds_of(community, None, "service") == {weekly: "service"}
    assert await kinds_of(community, None, "event", "service") == {weekly: "service", event: "event"}
    assert await kinds_of(community, community.ana, "event") == {event: "event", draft: "event"}

    async def starts_at() -> str | None:
        (row,) = await find(community, None, "reading circle", *["event"])
        return str(msgspec.json.decode(row["place"])["startsAt"])

    first, second = (f"{(days_ahead(days, 19)).isoformat()[:16]}" for days in (5, 8))
    assert (await starts_at() or "").startswith(first)
    # The whole site is closed on the first date.
    closed = "insert into public.service_exceptions (day, note) values ($1, '')"
    await own(community, closed, days_ahead(5).date())
    assert (await starts_at() or "").startswith(second)
    past = "update public.service_exceptions set day = day - 30 where service_id = $1"
    await own(community, past, event)
    assert await kinds_of(community, None, "event") == {}
    assert (await kinds_of(community, None))[event] == "service"
    assert timedelta(0) < days_ahead(5) - days_ahead(4)


async def test_pages_are_found_as_they_are_published(community: Community) -> None:
    texts = {"en": page_text("House rules", "Lanterns are welcome."), "vi": page_text("Nội quy", "Đèn lồng")}
    saved = await make_page(community.pool, community.ana, texts)
    page = UUID(saved["id"])

    async def found(words: str, who: Member | None = None) -> list[UUID]:
        return [row["id"] for row in await find(community, who, words, "page")]

    assert await found("lanterns") == await found("den long") == [page]
    changed = {"en": page_text("House rules", "Fireworks are welcome."), "vi": None}
    await save_page(community.pool, community.ana, changed, base=saved["version"], id=saved["id"])
    assert await found("fireworks", community.ana) == []
    assert await found("den long") == [page]
    for act, expected in (("unpublish", []), ("republish", [page]), ("delete", []), ("restore", [page])):
        await community.act(community.ana, f"select public.{act}_page($1)", page)
        for who in (None, community.ana):
            assert await found("lanterns", who) == expected, act
    await own(community, "delete from public.pages where id = $1", page)
    assert await found("lanterns", community.ana) == []
