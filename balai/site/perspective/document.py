"""The surroundings of a page that an administrator sees as a member does, and the notices in place of one.

These pages run no script and submit no form. Their links stay below `/as`, and a bar above them says whose page it is.
"""

import re
from collections.abc import Mapping
from html import escape

from balai.site.languages import HTML_LANG
from balai.site.payloads import LANGS, Lang, PageSettings
from balai.site.request.exchange import Headers
from balai.tones import tones_of

PREFIX = "/as"
POLICY = b"content-security-policy"
# Directives of the site's policy that also hold here.
KEPT = ("style-src", "img-src", "font-src", "base-uri", "frame-ancestors", "upgrade-insecure-requests")
LINK = re.compile(r'(<a\s[^>]*?\bhref=")([^"]*)(")')
# Below the bar the site's header scrolls with the page: both at the top would cover each other.
STYLE = """
.perspective{position:sticky;top:0;z-index:60;display:flex;flex-wrap:wrap;gap:.25rem 1rem;align-items:center;
justify-content:space-between;padding:.25rem 1rem;font-size:1rem;line-height:1.4;color:var(--surface);
background:var(--text)}
.perspective p{margin:0;padding-block:.25rem;overflow-wrap:anywhere;flex:1 1 12rem}
.perspective a{display:inline-flex;min-height:2.75rem;align-items:center;padding-inline:.25rem;font-weight:600;
color:inherit;text-decoration:underline}
.perspective a:focus-visible{outline:3px solid currentcolor;outline-offset:-3px}
.perspective~#app header{position:relative}
@media print{.perspective{position:static}}
"""
NOTICE_STYLE = """
*{box-sizing:border-box;margin:0}
body{font:1rem/1.6 system-ui,sans-serif;color:var(--text);background:var(--surface);overflow-wrap:anywhere}
main{max-width:40rem;margin-inline:auto;padding:2rem 1rem;display:grid;gap:1rem;justify-items:start}
h1{font-size:1.5rem;line-height:1.3}
main a{display:inline-flex;min-height:2.75rem;align-items:center;color:var(--accent);font-weight:600}
"""


def is_below_prefix(path: str) -> bool:
    """Whether an address is one of a perspective."""
    return path == PREFIX or path.startswith(f"{PREFIX}/")


def perspective_headers(headers: Headers) -> Headers:
    """The site's headers with a policy that forbids scripts, frames, requests and the submission of forms."""
    return [(name, _strict(value) if name == POLICY else value) for name, value in headers]


def _strict(policy: bytes) -> bytes:
    directives = [text.strip() for text in policy.decode().split(";")]
    kept = [text for text in directives if text.split(" ", 1)[0] in KEPT]
    return "; ".join(["default-src 'none'", "script-src 'none'", "form-action 'none'", *kept]).encode()


def keep_links(html: str, site_url: str) -> str:
    """Lead the links to pages of the site below `/as`. Others stay: files, feeds of calendars, other sites."""

    def lead(link: re.Match[str]) -> str:
        path = link[2].removeprefix(site_url) if link[2].startswith(f"{site_url}/") else link[2]
        first = re.split(r"[/?#]", path[1:], maxsplit=1)[0] if path.startswith("/") else ""
        return f"{link[1]}{PREFIX}{path}{link[3]}" if first in LANGS else link[0]

    return LINK.sub(lead, html)


def bar(lang: Lang, text: str, *, stop: str, path: str) -> str:
    """The bar above a page, in the administrator's language."""
    return (
        f'<style>{STYLE}</style>\n<aside class="perspective" lang="{HTML_LANG[lang]}" aria-label="{escape(text)}">'
        f'<p>{escape(text)}</p><a href="{escape(path)}">{escape(stop)}</a></aside>\n'
    )


def notice(
    lang: Lang, site: PageSettings, *, title: str, text: str, links: Mapping[str, str], above: str = ""
) -> bytes:
    """A page in place of the one that was asked for. `links`: addresses and their words."""
    tones = tones_of(site.preset, site.accent)
    anchors = "".join(f'<a href="{escape(path)}">{escape(words)}</a>\n' for path, words in links.items())
    return (
        f'<!doctype html>\n<html lang="{HTML_LANG[lang]}">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n<meta name="robots" content="noindex">\n'
        f"<title>{escape(title)} · {escape(site.name)}</title>\n"
        f"<style>:root{{color-scheme:light dark;{_colours(tones.light)}}}"
        f"@media screen and (prefers-color-scheme:dark){{:root{{{_colours(tones.dark)}}}}}{NOTICE_STYLE}</style>\n"
        f"</head>\n<body>\n{above}<main>\n<h1>{escape(title)}</h1>\n<p>{escape(text)}</p>\n{anchors}</main>\n"
        "</body>\n</html>\n"
    ).encode()


def _colours(tones: Mapping[str, str]) -> str:
    return ";".join(f"--{name}:{tones[name]}" for name in ("text", "surface", "accent"))
