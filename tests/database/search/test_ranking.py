"""The order of results: words before parts of words, whatever was written first."""

from uuid import UUID

import pytest

from balai.database.transaction import as_owner
from tests.factories.forum import Community, make_post, rich

FILLER = "Sila hubungi kaunter 一楼柜台 nếu cần."
ADD_MANY = """
insert into public.posts (forum_id, author_id, language, title, body, excerpt, created_at)
select $1, $2, 'en', 'Walrus ' || n, $3, 'x', now() - n % 7 * interval '1 hour' from generate_series(1, $4) n
"""


async def write(community: Community, text: str, title: str = "Bulletin") -> UUID:
    return await make_post(community.pool, community.forum, community.ana, title=title, body=rich(text, FILLER))


async def ids(community: Community, query: str) -> list[UUID]:
    return [row["id"] for row in await community.act(None, "select id from public.search($1)", query)]


@pytest.mark.parametrize("is_reversed", [False, True])
@pytest.mark.parametrize(
    ("query", "better", "worse"),
    [
        ("诊所", "社区诊所从下周起延长开放时间。", "医院门诊所需文件请提早准备。"),
        ("診所", "社区诊所从下周起延长开放时间。", "醫院門診所需文件請提早準備。"),
        ("发烧", "孩子发烧到三十九度。", "音响发烧友聚会在老地方。"),
        ("孩子发烧了怎么办", "孩子发烧要多喝水。", "孩子们去了动物园。"),
        ("tari", "Kelas tari untuk pemula.", "Kereta yang salah letak akan ditarik."),
        ("tarik", "Pertandingan tarik tali esok.", "Tarikh mesyuarat ditukar lagi."),
        ("derma", "Kempen derma darah hari Ahad.", "Dermaga feri sedang dibaiki."),
        ("menderma", "Kempen derma darah hari Ahad.", "Dermaga feri sedang dibaiki."),
        ("phòng khám ở đâu", "Phòng khám ở tầng trệt.", "Phòng họp ở cạnh, chuyến khám phá hang động."),
        ("phong kham", "Phòng khám ở tầng trệt.", "Chuyến khám phá của phòng họp."),
        ("nha tre", "Nhà trẻ còn hai chỗ.", "Trẻ em thăm nhà máy sữa."),
        ("bus station", "Behind the bus station.", "The station has no bus today."),
        ("how do I rent a flat?", "A flat to rent near the lake.", "Flat tyres are repaired at once."),
    ],
)
async def test_words_rank_before_parts_of_words(
    community: Community, query: str, better: str, worse: str, *, is_reversed: bool
) -> None:
    texts = [worse, better] if is_reversed else [better, worse]
    written = {text: await write(community, text) for text in texts}
    assert (await ids(community, query))[0] == written[better]


@pytest.mark.parametrize(
    ("text", "queries"),
    [
        ("Call 0455 502 319 before noon.", ["0455502319", "0455 502 319", "+61 455 502 319", "0455-502-319", "045550"]),
        ("Call +60 12-345 6789 8 am to noon.", ["0123456789", "012-3456789", "+60123456789"]),
        ("Gọi 0987.654.321 nhé các bạn.", ["0987654321", "+84 987 654 321"]),
        ("Waktu cerita kanak2 pagi Sabtu.", ["kanak-kanak", "kanak2", "cerita kanak-kanak"]),
        ("Taman asuhan kanak-kanak dibuka.", ["kanak2", "taman asuhan kanak2"]),
        ("Trung tâm có phòng khám mới mở.", ["phong kh", "phòng kh", "trung ta"]),
        ("圖書館延長開放時間到十點。", ["图书馆", "图书馆几点关门？", "圖書館"]),
        ("巴刹后面的组屋停水。", ["巴刹", "组屋停水"]),
    ],
)
async def test_other_ways_to_write_a_word_find_it(community: Community, text: str, queries: list[str]) -> None:
    post = await write(community, text)
    await write(community, "Nothing of this kind: 0455 502 318, 012 345 6788, 0987 654 322.")
    for query in queries:
        assert (await ids(community, query))[:1] == [post], query


async def test_title_and_short_texts_rank_first_among_equals(community: Community) -> None:
    long = await write(community, "A badger was seen. " + "Many other words stand here about other things. " * 5)
    short = await write(community, "A badger was seen.")
    titled = await write(community, "It was seen at dawn near the gate.", title="Badger")
    await write(community, "A badger was seen. " + "Many more words stand here about different things. " * 9)
    assert (await ids(community, "badger"))[:3] == [titled, short, long]


async def test_a_word_of_the_topic_weighs_more_than_a_frequent_one(community: Community) -> None:
    for number in range(8):
        await write(community, f"The hall is open on day {number}.")
    post = await write(community, "A falcon lives on the roof.")
    for number in range(8):
        await write(community, f"The hall is closed on day {number}.")
    assert (await ids(community, "falcon hall tickets"))[0] == post


async def test_pages_continue_beyond_the_ranked_hundred(community: Community) -> None:
    async with as_owner(community.pool) as connection:
        await connection.execute("alter table public.posts disable trigger check_rate_limit")
        await connection.execute(ADD_MANY, community.forum, community.ana.id, rich("A walrus on the beach."), 230)
    page = "select id, cursor from public.search('walrus', after => $1, page_size => 50)"
    after, seen = None, []
    while rows := await community.act(None, page, after):
        seen += [row["id"] for row in rows]
        after = rows[-1]["cursor"]
    assert len(seen) == len(set(seen)) == 230
