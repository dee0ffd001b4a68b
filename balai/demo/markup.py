"""Converts the markup of the sample texts to rich text; the markup is readable and editable.

    ## heading    - item    1. item    > quotation    **bold**    *italic*    [words](address)
    !tip callout (note, tip, warning)    ? title | words of a collapsible part

A line is a block; adjacent items form one list.
"""

import re
from collections.abc import Iterator
from itertools import groupby
from typing import Any

import msgspec

Node = dict[str, Any]
INLINE = re.compile(r"\*\*(?P<bold>.+?)\*\*|\*(?P<italic>[^*]+)\*|\[(?P<words>[^\]]+)\]\((?P<href>[^)]+)\)")
BLOCK = re.compile(r"(?P<mark>#{2,4} |- |\d+\. |> |!(?:note|tip|warning) |\? )?(?P<words>.*)")
LISTS = {"-": "bulletList", "1": "orderedList"}


def rich_text(source: str) -> str:
    """Return the document as JSON text."""
    lines = [line.strip() for line in source.splitlines() if line.strip()]
    blocks = [_block(line) for line in lines]
    return msgspec.json.encode({"type": "doc", "content": list(_group_lists(blocks))}).decode()


def _block(line: str) -> tuple[str, Node]:
    match = BLOCK.fullmatch(line)
    assert match
    mark = (match["mark"] or "").strip()
    paragraph = {"type": "paragraph", "content": list(_inline(match["words"]))}
    if mark.startswith("#"):
        return "", {**paragraph, "type": "heading", "attrs": {"level": len(mark)}}
    if mark.startswith("!"):
        return "", {"type": "callout", "attrs": {"kind": mark[1:]}, "content": [paragraph]}
    if mark == "?":
        title, _, words = match["words"].partition(" | ")
        below = {"type": "paragraph", "content": list(_inline(words))}
        return "", {"type": "details", "content": [{"type": "detailsSummary", "content": [_text(title)]}, below]}
    if mark == ">":
        return "", {"type": "blockquote", "content": [paragraph]}
    kind = LISTS.get("1" if mark[:1].isdigit() else mark, "")
    return kind, {"type": "listItem", "content": [paragraph]} if kind else paragraph


def _group_lists(blocks: list[tuple[str, Node]]) -> Iterator[Node]:
    for kind, group in groupby(blocks, key=lambda block: block[0]):
        nodes = [node for _, node in group]
        if kind:
            yield {"type": kind, "content": nodes}
        else:
            yield from nodes


def _inline(words: str) -> Iterator[Node]:
    end = 0
    for match in INLINE.finditer(words):
        if match.start() > end:
            yield _text(words[end : match.start()])
        if match["href"]:
            yield _text(match["words"], {"type": "link", "attrs": {"href": match["href"]}})
        else:
            yield _text(match["bold"] or match["italic"], {"type": "bold" if match["bold"] else "italic"})
        end = match.end()
    if end < len(words):
        yield _text(words[end:])


def _text(words: str, mark: Node | None = None) -> Node:
    return {"type": "text", "text": words} | ({"marks": [mark]} if mark else {})
