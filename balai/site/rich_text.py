"""Rich text between row and page: passed through as the JSON from the database.

A document is decoded only where its plain text is needed (JSON-LD, descriptions). The database has validated it.
"""

import re
from typing import Annotated

import msgspec

RichText = Annotated[msgspec.Raw, msgspec.Meta(extra={"typescript": "RichTextNode"})]
HAN = re.compile(r"[\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U000323af]")
# Means of measured silent reading of plain texts.
HAN_PER_MINUTE = 300
WORDS_PER_MINUTE = 200
BLOCKS = frozenset(
    {"paragraph", "heading", "codeBlock", "listItem", "blockquote", "horizontalRule", "detailsSummary", "file"}
)


class _Attributes(msgspec.Struct, frozen=True):
    label: str | None = None
    name: str | None = None


class _Node(msgspec.Struct, frozen=True):
    type: str
    text: str = ""
    attrs: _Attributes = _Attributes()
    content: tuple["_Node", ...] = ()


def find_rich_text(json: str | None) -> RichText | None:
    """A jsonb column as a payload field. None stays None."""
    return None if json is None else msgspec.Raw(json.encode())


def plain_text(json: str, max_length: int) -> str:
    """The text of a document in one line, cut at a space near `max_length` characters."""
    words = " ".join("".join(_words(msgspec.json.decode(json, type=_Node))).split())
    if len(words) <= max_length:
        return words
    cut = words[: max_length - 1]
    # Chinese has no spaces to cut at, and a cut far back would lose too much.
    return cut[: end if (end := cut.rfind(" ")) > max_length * 0.8 else None].rstrip() + "…"


def reading_minutes(json: str) -> int:
    """How long a document takes to read: by characters for Chinese, by words for other scripts. At least a minute."""
    text = "".join(_words(msgspec.json.decode(json, type=_Node)))
    han = len(HAN.findall(text))
    words = len(HAN.sub(" ", text).split())
    return max(1, round(han / HAN_PER_MINUTE + words / WORDS_PER_MINUTE))


def _words(node: _Node) -> list[str]:
    if node.type == "mention":
        return [f"@{node.attrs.label or '–'}"]
    if node.type == "file":
        return [node.attrs.name or "", " "]
    parts = [node.text] if node.type == "text" else [part for child in node.content for part in _words(child)]
    return [*parts, " "] if node.type in BLOCKS or node.type == "hardBreak" else parts
