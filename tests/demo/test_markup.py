"""The markup of the sample texts."""

from typing import Any

import msgspec

from balai.demo.markup import rich_text


def blocks(source: str) -> list[Any]:
    content: list[Any] = msgspec.json.decode(rich_text(source))["content"]
    return content


def test_lines_become_blocks_and_adjacent_items_one_list() -> None:
    kinds = [block["type"] for block in blocks("## Head\nWords\n- a\n- b\n1. one\n2. two\n> said")]
    assert kinds == ["heading", "paragraph", "bulletList", "orderedList", "blockquote"]
    assert [len(block["content"]) for block in blocks("- a\n- b\n1. one")] == [2, 1]


def test_marks_inside_a_line() -> None:
    (paragraph,) = blocks("go **now** to [the *forum*](/en/forum), *please*")
    said = [(part["text"], [mark["type"] for mark in part.get("marks", [])]) for part in paragraph["content"]]
    assert said == [
        ("go ", []),
        ("now", ["bold"]),
        (" to ", []),
        ("the *forum*", ["link"]),
        (", ", []),
        ("please", ["italic"]),
    ]
    assert paragraph["content"][3]["marks"][0]["attrs"] == {"href": "/en/forum"}
