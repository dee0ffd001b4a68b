"""Rich text as plain text."""

from balai.site.rich_text import find_rich_text, plain_text
from tests.factories.forum import rich


def test_blocks_are_separated_and_a_long_text_is_cut_at_a_space() -> None:
    assert plain_text(rich("One  two", "three"), 50) == "One two three"
    assert plain_text(rich("A sentence that is a little too long for it"), 24) == "A sentence that is a…"
    assert plain_text(rich("社区诊所开放时间请看门口告示"), 6) == "社区诊所开…"


def test_marks_within_a_word_do_not_split_it() -> None:
    bold = '{"type":"text","text":"bo","marks":[{"type":"bold"}]},{"type":"text","text":"ld"}'
    assert plain_text('{"type":"doc","content":[{"type":"paragraph","content":[' + bold + "]}]}", 50) == "bold"


def test_cells_are_separated() -> None:
    cell = '{"type":"tableCell","content":[{"type":"paragraph","content":[{"type":"text","text":"%s"}]}]}'
    row = '{"type":"tableRow","content":[' + cell % "Hall" + "," + cell % "20" + "]}"
    assert plain_text('{"type":"doc","content":[{"type":"table","content":[' + row + "]}]}", 50) == "Hall 20"


def test_blocks_that_stand_apart_have_their_words() -> None:
    words = '{"type":"paragraph","content":[{"type":"text","text":"Behind the hall"}]}'
    summary = '{"type":"detailsSummary","content":[{"type":"text","text":"Parking"}]}'
    file = '{"type":"file","attrs":{"src":"/storage/v1/x","name":"Plan.pdf","size":9}}'
    gallery = '{"type":"gallery","content":[{"type":"image","attrs":{"src":"/storage/v1/x","alt":"A door"}}]}'
    details = '{"type":"details","content":[' + ",".join((summary, words, file, gallery)) + "]}"
    assert plain_text('{"type":"doc","content":[' + details + "," + words + "]}", 80) == (
        "Parking Behind the hall Plan.pdf Behind the hall"
    )


def test_empty_stays_empty() -> None:
    assert find_rich_text(None) is None
    assert plain_text('{"type":"doc"}', 10) == ""
