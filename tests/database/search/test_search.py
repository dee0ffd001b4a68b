"""Search as members use it: a word inside a sentence, without diacritics, in the other script, in another form."""

import unicodedata
from uuid import UUID

import msgspec
import pytest

from tests.database.search import corpus
from tests.factories.forum import Community, make_post, make_reply, rich

SEARCH = "select * from public.search($1, page_size => 50)"
FILLER = "Sila hubungi kaunter jika ada pertanyaan."


class Segment(msgspec.Struct):
    """A range of a title or an excerpt."""

    text: str
    match: bool


def segments(column: str) -> list[Segment]:
    return msgspec.json.decode(column, type=list[Segment])


def shown(column: str) -> str:
    """Return an excerpt with its marked ranges in brackets."""
    return "".join(f"[{part.text}]" if part.match else part.text for part in segments(column))


async def ids(community: Community, query: str) -> list[UUID]:
    return [row["id"] for row in await community.act(None, SEARCH, query)]


async def write(community: Community, language: str, body: str, title: str = "Bulletin 公告") -> UUID:
    """Create a post as an administrator, whom posting limits do not apply to."""
    return await make_post(
        community.pool, community.forum, community.ana, language=language, title=title, body=rich(body)
    )


# Chinese -------------------------------------------------------------------------------------------------------------
async def test_words_inside_chinese_sentences_are_found(community: Community) -> None:
    sentences = corpus.marked(corpus.CHINESE)
    written = {sentence: await write(community, "zh", sentence) for sentence, _ in sentences}
    questions = [(word, written[sentence]) for sentence, words in sentences for word in words]
    assert len(questions) == 200
    missed = [word for word, post in questions if post not in await ids(community, word)]
    assert len(missed) <= len(questions) * 0.05, missed


async def test_single_character_is_a_query(community: Community) -> None:
    post = await write(community, "zh", "请把猫带到兽医那里打针。")
    assert await ids(community, "猫") == [post]
    assert await ids(community, "犬") == []


async def test_pair_matches_only_adjacent_characters(community: Community) -> None:
    await write(community, "zh", "诊断书要到研究所领取，请记得带证件。")
    assert await ids(community, "诊所") == []


async def test_both_scripts_match_and_the_exact_form_ranks_first(community: Community) -> None:
    for traditional, simplified in corpus.pairs(corpus.SCRIPTS):
        simple = await write(community, "zh", f"有关{simplified}的问题，请到服务台。")
        full = await write(community, "zh", f"有關{traditional}的問題，請到服務台。")
        assert await ids(community, simplified) == [simple, full], simplified
        assert await ids(community, traditional) == [full, simple], traditional


# Vietnamese ----------------------------------------------------------------------------------------------------------
async def test_vietnamese_phrases_rank_before_scattered_syllables(community: Community) -> None:
    together, apart = {}, {}
    for typed, written in corpus.pairs(corpus.VIETNAMESE):
        first, second = written.split()
        together[typed] = await write(community, "vi", f"Xin hỏi mọi người: {written} thế nào ạ?")
        # Written later, so that the other one does not win by age.
        apart[typed] = await write(community, "vi", f"Chuyện {second} của nhóm mình, rồi chuyện {first} nữa nhé.")
    assert len(together) == 50
    for typed, written in corpus.pairs(corpus.VIETNAMESE):
        found = await ids(community, typed)
        assert found.index(together[typed]) < found.index(apart[typed])
        assert found == await ids(community, unicodedata.normalize("NFD", typed))
        assert set(found) == set(await ids(community, written))


async def test_diacritics_are_optional_and_rank_first_if_typed(community: Community) -> None:
    marked = await write(community, "vi", "Khám bệnh miễn phí cho bà con trong khu phố.")
    decomposed = await write(community, "vi", unicodedata.normalize("NFD", "Lịch khám bệnh đổi sang thứ bảy tuần này."))
    plain = await write(community, "vi", "Lich kham benh thang nay co doi khong vay moi nguoi?")
    everyone = {marked, decomposed, plain}
    assert set(await ids(community, "kham benh")) == everyone
    for form in ("NFC", "NFD"):
        found = await ids(community, unicodedata.normalize(form, "Khám Bệnh"))
        assert set(found) == everyone
        assert found[-1] == plain


async def test_d_with_stroke_is_found_by_d(community: Community) -> None:
    post = await write(community, "vi", "ĐƯỜNG vào bãi đỗ xe đang sửa, bà con đi vòng nhé.")
    for query in ("duong", "đường", "Đường", "do xe", "bai do"):
        assert await ids(community, query) == [post]


# Malay and English ---------------------------------------------------------------------------------------------------
async def test_forms_of_a_malay_word_find_each_other(community: Community) -> None:
    families = [line.split() for line in corpus.MALAY.strip().splitlines()]
    written = {
        form: await write(community, "ms", f"Apa maksud {form} dalam borang itu?")
        for forms in families
        for form in forms
    }
    for forms in families:
        for form in forms:
            found = await ids(community, form)
            assert {written[other] for other in forms} <= set(found), form
            assert found[0] == written[form]


async def test_malay_words_that_only_look_derived_are_not_stemmed(community: Community) -> None:
    await write(community, "ms", "Cuma tinggal dua kerusi lagi di dewan itu.")
    assert await ids(community, "percuma") == []


async def test_english_is_found_by_word_stem(community: Community) -> None:
    post = await write(community, "en", "The bookings of the small room were cancelled.")
    for query in ("booking", "book", "booked", "cancel", "rooms"):
        assert await ids(community, query) == [post]


# Mixed ---------------------------------------------------------------------------------------------------------------
async def test_sentence_in_three_languages_is_found_by_each_part(community: Community) -> None:
    post = await write(community, "zh", "预约 clinic lúc 9am 可以吗，谢谢大家？", title="预约 clinic")
    await write(community, "ms", "Kucing saya hilang sejak pagi tadi.")
    parts = ("预约", "clinic", "lúc", "9am", "luc", "預約", "约", "clinics", "预约 9am", "CLINIC lúc", "９ａｍ")
    for part in parts:
        assert post in await ids(community, part), part


async def test_whole_sentence_finds_the_text_with_most_of_its_words(community: Community) -> None:
    post = await write(community, "en", "The dental room opens at nine, walk in and wait.")
    await write(community, "en", "A guitar is for sale, hardly ever played.")
    assert await ids(community, "when does the dental room open on Fridays") == [post]


async def test_odd_queries_find_nothing_and_break_nothing(community: Community) -> None:
    odd = ["", "   ", "!!!", "。，", "' | & \\ <-> :*", "((", "a" * 500, "\u0301", "🙂", "%_", "'; drop", "0" * 300]
    for query in odd:
        assert await ids(community, query) == [], query


async def test_pages_have_no_gap_and_no_duplicate(community: Community) -> None:
    for number in range(25):
        await write(
            community,
            "ms",
            f"Notis nombor {number} tentang gotong-royong."
            if number % 2
            else f"Notis {number}: mari bergotong-royong!",
        )
    whole = await ids(community, "notis")
    assert len(whole) == 25
    page = "select id, cursor from public.search($1, after => $2, page_size => 7)"
    after, seen = None, []
    while rows := await community.act(None, page, "notis", after):
        seen += [row["id"] for row in rows]
        after = rows[-1]["cursor"]
    assert seen == whole


async def test_filters_by_kind_and_language(community: Community) -> None:
    chinese = await write(community, "zh", "warung 开在楼下，大家都去吃。")
    malay = await write(community, "ms", "Warung di bawah sudah dibuka semula.")
    reply = await make_reply(community.pool, malay, community.hoa, language="ms", body=rich("Warung itu sedap!"))
    ask = "select id from public.search('warung', kinds => $1, content_language => $2::text::public.language)"
    assert [row["id"] for row in await community.act(None, ask, ["reply"], None)] == [reply]
    assert [row["id"] for row in await community.act(None, ask, None, "zh")] == [chinese]
    assert {row["id"] for row in await community.act(None, ask, ["post"], "ms")} == {malay}


# Excerpts ------------------------------------------------------------------------------------------------------------
async def test_excerpts_mark_the_found_words_as_they_were_written(community: Community) -> None:
    body = (
        f"{FILLER} " * 40 + unicodedata.normalize("NFD", "Phòng khám bệnh ở tầng hai, 診所 隔壁.") + f" {FILLER}" * 40
    )
    await write(community, "vi", body)
    for query, marked in (("kham benh", ["khám", "bệnh"]), ("诊所", ["診所"]), ("phòng", ["Phòng"])):
        (row,) = await community.act(None, SEARCH, query)
        parts = segments(row["excerpt"])
        assert [part.text for part in parts if part.match] == marked
        assert parts[0].text.startswith("…") and parts[-1].text.endswith("…")
        assert len(shown(row["excerpt"])) < 300


async def test_excerpts_never_cut_a_grapheme(community: Community) -> None:
    # q with a dot below exists only as two characters, 葛 here carries a variation selector.
    for length in range(60):
        body = "x" * length + " q\u0323ua" * 30 + " dấu " + "葛\U000e0100" * 200
        await write(community, "vi", body)
    for query in ("dấu", "葛"):
        for row in await community.act(None, SEARCH, query):
            for part in segments(row["excerpt"]):
                assert part.text
                assert not unicodedata.combining(part.text[0])
                assert part.text[0] != "\U000e0100"


# Rights and freshness ------------------------------------------------------------------------------------------------
async def test_post_is_found_and_removed_at_commit(community: Community) -> None:
    post = await write(community, "en", "A zebra was seen near the gate.")
    reply = await make_reply(community.pool, post, community.hoa, body=rich("Surely not a zebra."))
    assert set(await ids(community, "zebra")) == {post, reply}
    await community.act(community.ana, "select public.set_hidden(true, reply => $1)", reply)
    assert await ids(community, "zebra") == [post]
    await community.act(community.ana, "select public.set_hidden(false, reply => $1)", reply)
    assert set(await ids(community, "zebra")) == {post, reply}
    await community.act(community.ana, "select public.delete_post($1)", post)
    for who in (None, community.mei, community.ana):
        assert not await community.act(who, SEARCH, "zebra")


async def test_edited_post_is_found_only_by_its_new_words(community: Community) -> None:
    post = await write(community, "en", "The meeting is on Tuesday evening.")
    edit = "select public.edit_post($1, 'A better title', $2::jsonb, 'vi')"
    await community.act(community.ana, edit, post, rich("Buổi họp dời sang thứ năm nhé mọi người."))
    assert await ids(community, "tuesday") == []
    assert await ids(community, "thu nam") == [post]


async def test_index_table_is_not_readable(community: Community) -> None:
    for who in (None, community.mei, community.ana):
        with pytest.raises(Exception, match="permission denied"):
            await community.act(who, "select from search.entries")
        with pytest.raises(Exception, match="permission denied"):
            await community.act(who, "call search.rebuild()")


async def test_foreign_cursor_is_rejected(community: Community) -> None:
    with pytest.raises(Exception, match="Not a cursor"):
        await community.act(None, "select from public.search('x', after => '6_x_1')")
