"""The HTML of an email: a band in the colour of the site's header with its name, white body, one button, small print.

Tables and inline styles, which email clients render alike; 560 px at most, and everything wraps at 320 px. The only
picture is the site's logo, a part of the email: clients block pictures from a server until the recipient allows them,
and one would tell when an email was opened. Clients that know `prefers-color-scheme` get the dark colours from the only
style sheet; all others ignore it.
"""

from collections.abc import Iterator, Mapping
from html import escape

import msgspec

from balai.tones import Tones, tones_of

GLOW = "#f3c566"  # as in tokens.css: the same in every preset
FONT = "font-family:-apple-system,'Segoe UI',Roboto,'Noto Sans','PingFang SC','Microsoft YaHei',Arial,sans-serif"
# A long URL or address wraps.
WRAP = "overflow-wrap:anywhere;word-break:break-word"
TABLE = 'role="presentation" cellpadding="0" cellspacing="0" border="0"'
# Chinese fills its line to the edge, Vietnamese stacks two marks on one character.
LINE_HEIGHTS = {"en": 1.55, "zh": 1.75, "ms": 1.55, "vi": 1.65}
# The Content-ID of the part with the logo.
LOGO_ID = "logo@balai"
LOGO_SIDE = 40  # px
HTML_LANGUAGES = {"en": "en", "zh": "zh-Hans", "ms": "ms", "vi": "vi"}


class DateBlock(msgspec.Struct, frozen=True):
    """The day of a booking as a block beside its rows, which have it in words."""

    month: str
    day: int


class Block(msgspec.Struct, frozen=True):
    """One thing among several: its title, a line above it, its text, and its address (empty: that of the button)."""

    title: str
    line: str
    text: str
    url: str


class EmailContent(msgspec.Struct, frozen=True, kw_only=True):
    """The content of an email, in its order. All of it is text, and escaped here.

    `headline`: rows that need no label, such as the service, its time and its place.
    """

    language: str
    site: str
    subject: str
    greeting: str
    lead: str
    date: DateBlock | None = None
    headline: tuple[str, ...] = ()
    rows: tuple[tuple[str, str], ...] = ()
    blocks: tuple[Block, ...] = ()
    button: str = ""
    url: str = ""
    # Label and address of a link below the button.
    second: tuple[str, str] | None = None
    code_label: str = ""
    code: str = ""
    notes: tuple[str, ...] = ()
    link_label: str = ""
    footer: str = ""
    # Label and address.
    footer_links: tuple[tuple[str, str], ...] = ()


def write_html(
    content: EmailContent, *, preset: str = "teduh", accent: str | None = None, has_logo: bool = False
) -> str:
    """The HTML document in the colours of an appearance. `has_logo`: the email has a part with the id LOGO_ID."""
    tones = tones_of(preset, accent)
    body = "\n".join(_body(content, tones.light))
    light = tones.light
    column = "width:100%;max-width:560px"
    return (
        f'<!doctype html>\n<html lang="{HTML_LANGUAGES[content.language]}"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width,initial-scale=1">'
        '<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">'
        f"<title>{escape(content.subject)}</title>\n<style>{_dark(tones)}</style></head>\n"
        f'<body class="pg" style="margin:0;background:{light["sunken"]};-webkit-text-size-adjust:100%">'
        f'<table {TABLE} class="pg" width="100%" style="background:{light["sunken"]}">'
        '<tr><td align="center" style="padding:20px 8px">\n'
        f'<table {TABLE} style="{column};{FONT};line-height:{LINE_HEIGHTS[content.language]};{WRAP}">\n'
        f"{_band(content.site, light, has_logo=has_logo)}\n"
        f'<tr><td class="bx pd" style="padding:28px;background:{light["surface"]};border-radius:0 0 16px 16px">\n'
        f"{body}\n</td></tr>\n"
        f'<tr><td class="so pd" style="padding:18px 28px;font-size:13px;color:{light["text-soft"]}">'
        f"{escape(content.footer)}{_footer_links(content, light)}</td></tr>\n"
        "</table></td></tr></table></body></html>\n"
    )


def _dark(tones: Tones) -> str:
    dark = tones.dark
    rules = {
        ".pg": f"background:{dark['page']}",
        ".bx": f"background:{dark['surface']}",
        ".hd": f"background:{dark['shade']}",
        ".rf": f"background:{dark['roof']}",
        ".tx": f"color:{dark['text']}",
        ".so": f"color:{dark['text-soft']}",
        ".dt": f"background:{dark['accent-soft']}",
        ".dn": f"color:{dark['accent-strong']}",
        ".ln": f"border-color:{dark['line']}",
        ".bt": f"background:{dark['accent']}",
        ".bl": f"color:{dark['on-accent']}",
        ".lk": f"color:{dark['accent']}",
    }
    night = "".join(f"{name}{{{rule}!important}}" for name, rule in rules.items())
    return (
        f"@media (prefers-color-scheme:dark){{{night}}}"
        "@media (max-width:400px){.pd{padding-left:20px!important;padding-right:20px!important}}"
    )


def _band(site: str, tones: Mapping[str, str], *, has_logo: bool) -> str:
    """The site's name on the colour of its header, beside its logo or a mark made of borders."""
    ink = tones["on-shade"]
    mark = (
        f'<img src="cid:{LOGO_ID}" width="{LOGO_SIDE}" height="{LOGO_SIDE}" alt="" '
        'style="display:block;border:0;border-radius:9px">'
        if has_logo
        else f'<table {TABLE}><tr><td style="width:0;height:0;border-left:15px solid transparent;'
        f"border-right:15px solid transparent;border-bottom:11px solid {GLOW};line-height:0;"
        'font-size:0">&nbsp;</td></tr>'
        f'<tr><td style="height:11px;border-left:4px solid {ink};border-right:4px solid {ink};'
        f'border-bottom:3px solid {ink};line-height:0;font-size:0">&nbsp;</td></tr></table>'
    )
    return (
        f'<tr><td class="hd pd" style="padding:18px 28px;background:{tones["shade"]};border-radius:16px 16px 0 0">'
        f'<table {TABLE}><tr><td aria-hidden="true" style="padding-right:12px">{mark}</td>'
        f'<td style="font-size:18px;font-weight:700;line-height:1.35;color:{ink};{WRAP}">{escape(site)}</td></tr>'
        "</table>"
        f'</td></tr>\n<tr><td class="rf" aria-hidden="true" '
        f'style="height:6px;line-height:0;font-size:0;background:{tones["roof"]}">&nbsp;</td></tr>'
    )


def _body(content: EmailContent, tones: Mapping[str, str]) -> Iterator[str]:
    text, soft = tones["text"], tones["text-soft"]
    yield (
        f'<h1 class="tx" style="margin:0 0 10px;font-size:24px;line-height:1.3;word-break:keep-all;color:{text}">'
        f"{escape(content.greeting)}</h1>"
    )
    for number, paragraph in enumerate(content.lead.split("\n\n")):
        lines = escape(paragraph).replace("\n", "<br>")
        yield f'<p class="tx" style="margin:{"12px 0 0" if number else "0"};font-size:17px;color:{text}">{lines}</p>'
    if content.headline:
        yield _headline(content, tones)
    if content.rows:
        yield _rows(content.rows, tones)
    yield from (_block(block, tones) for block in content.blocks)
    if content.button and content.url:
        yield (
            f'<table {TABLE} style="margin:24px 0 0"><tr><td class="bt" '
            f'style="background:{tones["accent"]};border-radius:24px"><a class="bt bl" href="{escape(content.url)}" '
            'style="display:inline-block;padding:14px 28px;font-size:17px;font-weight:700;line-height:20px;'
            f'text-align:center;color:{tones["on-accent"]};background:{tones["accent"]};border-radius:24px;text-decoration:none">'
            f"{escape(content.button)}</a></td></tr></table>"
        )
    if content.second:
        label, url = content.second
        yield (
            f'<p style="margin:10px 0 0;font-size:16px"><a class="lk" href="{escape(url)}" '
            f'style="display:inline-block;padding:10px 0;color:{tones["accent"]}">{escape(label)}</a></p>'
        )
    if content.code:
        yield from _code(content, tones)
    if content.notes or content.link_label:
        yield (
            f'<div class="ln so" style="margin:24px 0 0;padding-top:18px;border-top:1px solid {tones["line"]};'
            f'font-size:15px;color:{soft}">'
        )
        yield from (f'<p style="margin:0 0 8px">{escape(note)}</p>' for note in content.notes)
        if content.link_label:
            url = escape(content.url)
            yield (
                f'<p style="margin:0">{escape(content.link_label)}<br>'
                f'<a class="lk" href="{url}" style="color:{tones["accent"]};{WRAP}">{url}</a></p>'
            )
        yield "</div>"


def _block(block: Block, tones: Mapping[str, str]) -> str:
    title = escape(block.title)
    if block.url and title:
        title = f'<a class="lk" href="{escape(block.url)}" style="color:{tones["accent"]};{WRAP}">{title}</a>'
    parts = [f'<span class="so" style="font-size:14px;color:{tones["text-soft"]}">{escape(block.line)}</span>']
    if title:
        parts.append(f'<b class="tx" style="font-size:17px;color:{tones["text"]}">{title}</b>')
    if block.text:
        style = f"display:block;padding-top:6px;white-space:pre-line;color:{tones['text']}"
        parts.append(f'<span class="tx" style="{style}">{escape(block.text)}</span>')
    return (
        f'<table {TABLE} width="100%" style="margin:20px 0 0"><tr><td class="ln" style="padding:2px 0 2px 16px;'
        f'border-left:3px solid {tones["line"]};font-size:16px;{WRAP}">{"<br>".join(parts)}</td></tr></table>'
    )


def _footer_links(content: EmailContent, tones: Mapping[str, str]) -> str:
    """One below the other, each tall enough for a finger."""
    style = f"display:inline-block;padding:10px 0;color:{tones['text-soft']}"
    links = (
        f'<a class="so" href="{escape(url)}" style="{style}">{escape(label)}</a>' for label, url in content.footer_links
    )
    return "".join(f"<br>{link}" for link in links)


def _headline(content: EmailContent, tones: Mapping[str, str]) -> str:
    title, *rest = (escape(line) for line in content.headline)
    block = ""
    if content.date:
        strong = f"font-weight:700;color:{tones['accent-strong']}"
        block = (
            f'<td width="92" valign="top" aria-hidden="true" style="width:92px"><table {TABLE} width="76"><tr>'
            f'<td class="dt" align="center" style="padding:10px 4px;background:{tones["accent-soft"]};'
            'border-radius:14px;line-height:1.2">'
            f'<span class="dn" style="display:block;font-size:13px;{strong}">{escape(content.date.month)}</span>'
            f'<span class="dn" style="display:block;font-size:30px;{strong}">{content.date.day}</span>'
            "</td></tr></table></td>"
        )
    lines = "<br>".join(rest)
    return (
        f'<table {TABLE} width="100%" style="margin:20px 0 0"><tr>{block}'
        f'<td valign="top" style="font-size:16px;{WRAP}">'
        f'<b class="tx" style="font-size:18px;color:{tones["text"]}">{title}</b>'
        f'<br><span class="so" style="color:{tones["text-soft"]}">{lines}</span></td></tr></table>'
    )


def _rows(rows: tuple[tuple[str, str], ...], tones: Mapping[str, str]) -> str:
    """Label above value: beside each other they would be too narrow at 320 px."""
    cells = "".join(
        f'<tr><td style="padding:8px 0 0;font-size:16px;{WRAP}">'
        f'<span class="so" style="font-size:13px;color:{tones["text-soft"]}">{escape(label)}</span><br>'
        f'<span class="tx" style="white-space:pre-line;color:{tones["text"]}">{escape(value)}</span></td></tr>'
        for label, value in rows
    )
    return f'<table {TABLE} width="100%" style="margin:12px 0 0">{cells}</table>'


def _code(content: EmailContent, tones: Mapping[str, str]) -> Iterator[str]:
    if content.code_label:
        yield (
            f'<p class="so" style="margin:20px 0 0;font-size:15px;color:{tones["text-soft"]}">'
            f"{escape(content.code_label)}</p>"
        )
    yield (
        f'<table {TABLE} style="margin:8px 0 0"><tr><td class="dt dn" style="padding:10px 12px 10px 18px;'
        f"background:{tones['accent-soft']};border-radius:14px;font-family:ui-monospace,Menlo,Consolas,monospace;"
        f'font-size:28px;font-weight:700;letter-spacing:6px;line-height:1.2;color:{tones["accent-strong"]}">'
        f"{escape(content.code)}</td></tr></table>"
    )
