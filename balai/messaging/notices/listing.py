"""The content of an email that lists news: stored as JSON in the queue, formatted when it is sent.

So a member who changes their language between the act and the email reads the new one, and one reply reaches four
members in four languages.
"""

import re
from typing import Literal

import msgspec

from balai.messaging.templates import TEMPLATES, fill

# The variable of a queued message that holds the news.
NEWS_VARIABLE = "news"
MAX_TEXT = 1200


class NewsItem(msgspec.Struct, frozen=True, omit_defaults=True):
    """One thing. `kind`: of a notice, or `topic` in a digest. `name`: of its actor. `path`: without the language."""

    kind: str
    path: str
    name: str = ""
    title: str = ""
    text: str = ""
    count: int = 1


class News(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """All that one email lists.

    `stop`: the link that ends all these emails; `stop_topic`: those about the only topic. `thread`: the id under which
    email programs group the emails of a topic. `reply_to`: the address whose emails become replies to it.
    `is_member`: the recipient has notification settings.
    """

    site_url: str
    items: tuple[NewsItem, ...]
    kind: Literal["notices", "digest", "edition"] = "notices"
    stop: str
    stop_topic: str | None = None
    thread: str | None = None
    reply_to: str | None = None
    is_member: bool = True


class WrittenNews(msgspec.Struct, frozen=True):
    """The news in words of one language. `blocks`: heading, line above it, text, address."""

    subject: str
    lead: str
    blocks: tuple[tuple[str, str, str, str], ...]
    button: str
    url: str
    notes: tuple[str, ...]
    footer: str
    footer_links: tuple[tuple[str, str], ...]
    headers: dict[str, str]


def read_news(variables: dict[str, str]) -> News | None:
    """The news in the variables of a message, if it lists any."""
    stored = variables.get(NEWS_VARIABLE)
    return None if stored is None else msgspec.json.decode(stored, type=News)


def write_news(news: News, language: str, site: str) -> WrittenNews:
    """Put into words. One address leads to all of it where it is about one thing."""
    if news.kind == "edition":
        return _write_edition(news, language, site)
    words = TEMPLATES[language].news
    home = f"{news.site_url}/{language}"
    lines = [fill(words.kinds[item.kind], {"name": item.name, "count": str(item.count)}) for item in news.items]
    is_one = len({re.split("[?#]", item.path)[0] for item in news.items}) == 1
    first = news.items[0]
    blocks = tuple(
        (item.title, line, item.text[:MAX_TEXT], "" if is_one else home + item.path)
        for item, line in zip(news.items, lines, strict=True)
    )
    if news.kind == "digest":
        subject, lead = words.digest_subject, words.digest_lead
    elif news.thread and first.title:
        # The same subject for all emails of a topic: email programs show them as one conversation.
        subject, lead = f"Re: {first.title}", words.lead_of_topic
    elif len(lines) == 1:
        subject, lead = (
            (f"{lines[0]}{TEMPLATES[language].layout.colon}{first.title}" if first.title else lines[0]),
            words.lead,
        )
    else:
        subject, lead = fill(words.subject, {"count": str(len(lines))}), words.lead
    settings_url = f"{home}/notifications/settings"
    links = [(words.stop_topic, _stop_url(news, news.stop_topic))] if news.stop_topic else []
    return WrittenNews(
        subject=subject,
        lead=fill(lead, {"site": site}),
        blocks=blocks,
        button=(words.button_of_topic if news.thread else words.button) if is_one else words.button_of_all,
        url=home + (first.path if is_one else "/notifications" if news.kind == "notices" else "/forum"),
        notes=(words.reply_hint,) if news.reply_to else (),
        footer=fill(words.footer, {"site": site}),
        footer_links=(*links, (words.settings, settings_url), (words.stop, _stop_url(news, news.stop))),
        headers=_headers(news),
    )


def _write_edition(news: News, language: str, site: str) -> WrittenNews:
    words, item = TEMPLATES[language].news, news.items[0]
    home = f"{news.site_url}/{language}"
    settings = ((words.settings, f"{home}/notifications/settings"),) if news.is_member else ()
    return WrittenNews(
        subject=item.title,
        lead=fill(words.lead_of_article, {"site": site}),
        blocks=((item.title, words.kinds[item.kind], item.text, ""),),
        button=words.button_of_article,
        url=home + item.path,
        notes=(),
        footer=fill(words.footer_of_article, {"site": site}),
        footer_links=(*settings, (words.stop_articles, _stop_url(news, news.stop))),
        headers=_headers(news),
    )


def _stop_url(news: News, link: str) -> str:
    return f"{news.site_url}/unsubscribe?link={link}"


def _headers(news: News) -> dict[str, str]:
    # RFC 8058: the email program's own button ends the emails of this kind without opening a page.
    headers = {
        "List-Unsubscribe": f"<{_stop_url(news, news.stop_topic or news.stop)}>",
        "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
    }
    if news.reply_to:
        headers["Reply-To"] = news.reply_to
    if news.thread:
        headers["References"] = f"<{news.thread}>"
    return headers
