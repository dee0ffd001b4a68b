import re
from html.parser import HTMLParser
from pathlib import Path

import msgspec
import pytest

from balai.site.payloads import Alternate, PageSettings
from balai.site.render.front_end import FrontEnd
from balai.site.render.payload import DocumentHead, PagePayload
from balai.site.render.shell import Document, Shell
from balai.tones import tones_of
from tests.site.conftest import write_front_end

NASTY = '</script><script>alert("x")</script> & \' 诊所'
ALTERNATES = (Alternate("en", "/en/blog/a"), Alternate("vi", "/vi/blog/b"))


class Tags(HTMLParser):
    """Every start tag with its attributes, and the text of each element by tag."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.texts: dict[str, list[str]] = {}
        self._open = ""
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        self._open = tag

    def handle_data(self, data: str) -> None:
        self.texts.setdefault(self._open, []).append(data)

    def all(self, tag: str, **attributes: str) -> list[dict[str, str | None]]:
        return [found for name, found in self.tags if name == tag and attributes.items() <= found.items()]


@pytest.fixture
def shell(tmp_path: Path) -> Shell:
    return Shell(FrontEnd(write_front_end(tmp_path)), "https://site.example")


def document(**changes: object) -> Document:
    payload = PagePayload(
        screen="home",
        lang="vi",
        path="/vi",
        params={},
        query={},
        status=200,
        visitor=None,
        alternates=ALTERNATES,
        head=DocumentHead(
            title=NASTY,
            description=NASTY,
            canonical="https://site.example/vi?a=1&b=2",
            hreflang=ALTERNATES,
            og_image=None,
            og_type="website",
            noindex=False,
        ),
        data=msgspec.Raw(b"{}"),
        site=PageSettings(name=NASTY, tagline="", logo_url=None, time_zone="UTC"),
    )
    given = {
        "payload": payload,
        "payload_json": msgspec.json.encode(payload),
        "page": "site/Home",
        "body": "<main>Xin chào</main>",
        "title": NASTY,
        "json_ld": ({"@type": "Article", "headline": NASTY},),
        **changes,
    }
    return Document(**given)  # type: ignore[arg-type]


def test_user_text_is_escaped(shell: Shell) -> None:
    html = shell.document(document()).decode()
    tags = Tags(html)
    assert 'alert("x")</script>' not in html
    assert tags.texts["title"][0] == NASTY
    assert tags.all("meta", name="description")[0]["content"] == NASTY
    assert tags.all("meta", property="og:title")[0]["content"] == NASTY
    scripts = [found for found in tags.all("script") if "src" not in found]
    assert [script.get("type") for script in scripts] == [None, "application/ld+json", "application/json"]


def test_payload_and_structured_data_round_trip(shell: Shell) -> None:
    html = shell.document(document()).decode()
    data, linked = (
        re.search(pattern, html, re.DOTALL)
        for pattern in (
            r'<script type="application/json" id="payload">(.*?)</script>',
            r'<script type="application/ld\+json">(.*?)</script>',
        )
    )
    assert data and linked
    assert msgspec.json.decode(data[1])["head"]["title"] == NASTY
    assert msgspec.json.decode(linked[1]) == {"@context": "https://schema.org", "@type": "Article", "headline": NASTY}


def test_languages_name_each_other_and_a_default(shell: Shell) -> None:
    tags = Tags(shell.document(document()).decode())
    assert len(tags.all("html", lang="vi", **{"data-zone": "UTC"})) == 1
    links = {link["hreflang"]: link["href"] for link in tags.all("link", rel="alternate") if "hreflang" in link}
    assert links == {
        "en": "https://site.example/en/blog/a",
        "vi": "https://site.example/vi/blog/b",
        "x-default": "https://site.example/en/blog/a",
    }
    assert tags.all("link", rel="canonical")[0]["href"] == "https://site.example/vi?a=1&b=2"


def test_sharing_tags_name_the_language_and_the_others(shell: Shell) -> None:
    tags = Tags(shell.document(document()).decode())
    assert [tag["content"] for tag in tags.all("meta", property="og:locale")] == ["vi_VN"]
    assert [tag["content"] for tag in tags.all("meta", property="og:locale:alternate")] == ["en_US"]


def test_noindex_pages_have_no_alternates(shell: Shell) -> None:
    shown = document()
    head = msgspec.structs.replace(shown.payload.head, noindex=True, canonical=None, hreflang=())
    hidden = msgspec.structs.replace(shown, payload=msgspec.structs.replace(shown.payload, head=head))
    tags = Tags(shell.document(hidden).decode())
    assert tags.all("meta", name="robots")[0]["content"] == "noindex"
    assert not [link for link in tags.all("link", rel="alternate") if "hreflang" in link]
    assert not tags.all("link", rel="canonical")


def test_files_of_the_page_are_named(shell: Shell) -> None:
    tags = Tags(shell.document(document()).decode())
    assert tags.all("meta", name="modules")[0]["content"].split(" ") == [
        "/assets/client-1.js",
        "/assets/vi-1.js",
        "/assets/Home-1.js",
        "/assets/card-1.js",
    ]
    assert [link["href"] for link in tags.all("link", rel="stylesheet")] == [
        "/assets/client-1.css",
        "/assets/card-1.css",
    ]
    assert tags.all("link", rel="manifest")[0]["href"] == "/vi/manifest.webmanifest"


def test_page_without_server_rendering_is_complete_except_its_body(shell: Shell) -> None:
    html = shell.document(document(body=None)).decode()
    assert '<div id="app"></div>' in html and 'id="payload"' in html


def test_document_names_its_appearance(shell: Shell) -> None:
    html = shell.document(document()).decode()
    (root,) = Tags(html).all("html")
    assert (root["data-preset"], root["data-fonts"]) == ("teduh", "serambi")
    assert "<style" not in html, "the style sheets hold the default"
    assert [meta["content"] for meta in Tags(html).all("meta", name="theme-color")] == ["#073a32", "#0f312a"]


def test_accent_colour_is_a_property_with_computed_tones_for_older_browsers(shell: Shell) -> None:
    site = PageSettings(
        name="Hall", tagline="", logo_url=None, time_zone="UTC", preset="senja", accent="#7a3b12", font_pair="kota"
    )
    payload = msgspec.structs.replace(document().payload, site=site)
    html = shell.document(document(payload=payload)).decode()
    (root,) = Tags(html).all("html")
    assert (root["data-preset"], root["data-fonts"]) == ("senja", "kota")
    style = Tags(html).texts["style"][0]
    assert style.startswith(":root[data-preset]{--seed:#7a3b12}@supports not (color:oklch(from red l c h)){")
    tones = tones_of("senja", "#7a3b12")
    assert f"--accent:{tones.light['accent']};" in style and f"--accent:{tones.dark['accent']};" in style
    assert style.count("{") == style.count("}")
    assert html.index("client-1.css") < html.index("<style"), "a rule of the same weight would win"
