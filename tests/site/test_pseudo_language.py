"""No sentence is concatenated from pieces: every screen rendered with each interface text in brackets, ⟦like this⟧.

A text beside another text, a name or a date, within one run of words, cannot be translated as a whole: other languages
order such parts differently. Separate parts (a label and its value, items of a row) are elements of their own and are
not checked; neither are values separated by a middle dot.
"""

import re
import shutil
import subprocess
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path

import httpx
import pytest

from balai.database.pool import Pool
from balai.site.render.renderer import Renderer
from balai.site.routes import SCREENS
from tests.factories.members import make_member
from tests.site.conftest import session_of
from tests.site.render.test_rendering import MATCHER, built, furnish

WEB = Path(__file__).parents[2] / "web"
VOID = frozenset({"area", "br", "col", "hr", "img", "input", "link", "meta", "path", "source", "wbr", "circle", "rect"})
WORDS = re.compile(r"\w")
# Whole sentences may follow each other.
SENTENCES = re.compile(r"(⟦[^⟦⟧]*[.!?…]⟧\s*){2,}")

__all__ = ["built"]


class Runs(HTMLParser):
    """Return the parts of each element with text of its own: its texts, and the text of its children."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self._open: list[tuple[list[str], bool]] = [([], False)]
        self.found: list[list[str]] = []
        self.feed(html)

    def handle_starttag(self, tag: str, _attributes: object) -> None:
        if tag not in VOID:
            self._open.append(([], False))

    def handle_endtag(self, tag: str) -> None:
        if tag in VOID:
            return
        pieces, has_words = self._open.pop()
        if has_words:
            self.found.append(pieces)
        self._open[-1][0].append("".join(pieces))

    def handle_data(self, data: str) -> None:
        pieces, has_words = self._open.pop()
        self._open.append(([*pieces, data], has_words or bool(WORDS.search(data))))


def joined(html: str) -> Iterator[str]:
    """Return runs of words of which an interface text is only a part."""
    for pieces in Runs(html).found:
        for run in "\0".join(pieces).split("·"):
            said = [piece for piece in run.split("\0") if WORDS.search(piece)]
            if "⟦" in run and len(said) > 1 and not SENTENCES.fullmatch(" ".join(said)):
                yield "".join(said)


@pytest.fixture(scope="module")
def bundle(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The server bundle with every text in brackets."""
    vite, folder = WEB / "node_modules" / ".bin" / "vite", tmp_path_factory.mktemp("pseudo")
    node = shutil.which("node")
    assert node is not None and vite.exists(), "run `make build` first"
    command = [node, str(vite.resolve()), "build", "--mode", "pseudo", "--outDir", str(folder), "--logLevel", "error"]
    subprocess.run(command, cwd=WEB, check=True, timeout=120)
    return folder / "server.js"


async def test_no_sentence_is_concatenated(built: httpx.AsyncClient, pool: Pool, bundle: Path) -> None:
    admin = await make_member(pool, is_admin=True)
    params = await furnish(pool, admin)
    renderer = Renderer(bundle, size=1)
    await renderer.start()
    found: dict[str, set[str]] = {}
    for screen in SCREENS:
        path = MATCHER.path_to(screen.name, lang="en", params=params.get(screen.name, {}))
        # The account screens are for anonymous visitors.
        for headers in ({}, session_of(admin)) if screen.layout != "auth" else ({},):
            response = await built.get(path, headers=headers)
            payload = re.search(r'id="payload">(.*?)</script>', response.text, re.DOTALL)
            if payload is None:
                continue
            html = await renderer.find_html(payload[1].encode(), path)
            assert html and "⟦" in html, path
            for run in joined(html):
                found.setdefault(run, set()).add(screen.name)
    await renderer.stop()
    assert not found


@pytest.mark.parametrize(
    ("html", "is_joined"),
    [
        ("<p>⟦Written by⟧ <b>Mei</b></p>", True),
        ("<p>⟦Written by ⟦you⟧⟧</p>", False),
        ("<p>Mei<!-- -->, <!-- -->⟦moderator⟧</p>", True),
        ("<p><b>Mei</b> <i>⟦moderator⟧</i></p>", False),
        ("<p>Mei · ⟦moderator⟧</p>", False),
        ("<p>⟦It is full.⟧ ⟦Two people wait.⟧</p>", False),
    ],
)
def test_sentence_and_row_are_distinguished(html: str, is_joined: bool) -> None:
    assert bool(list(joined(html))) is is_joined
