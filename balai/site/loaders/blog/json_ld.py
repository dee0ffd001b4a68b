"""Structured data of an article (schema.org)."""

from typing import TYPE_CHECKING

from balai.site.languages import HTML_LANG
from balai.site.loaders.blog.payloads import ArticleComments
from balai.site.loaders.json_ld import CONTEXT, breadcrumbs
from balai.site.payloads import JsonLd
from balai.site.screens import PageRequest

if TYPE_CHECKING:
    import asyncpg

    Row = asyncpg.Record


def article_json_ld(
    request: PageRequest, article: "Row", text: "Row", description: str, comments: ArticleComments | None
) -> tuple[JsonLd, ...]:
    """The article in the language shown with the number of its comments, and its position in the site."""
    path = request.path_to("blog.article", lang=text["lang"], blogId=text["slug"])
    written: dict[str, object] = {
        "@context": CONTEXT,
        "@type": "Article",
        "@id": request.absolute(path),
        "mainEntityOfPage": request.absolute(path),
        "headline": text["title"],
        "description": description,
        "inLanguage": HTML_LANG[text["lang"]],
        "publisher": _publisher(request),
    }
    if article["author_name"]:
        written["author"] = {"@type": "Person", "name": article["author_name"]}
    if article["publish_at"]:
        written["datePublished"] = article["publish_at"].isoformat()
        written["dateModified"] = max(article["publish_at"], text["updated_at"]).isoformat()
    if article["cover_url"]:
        written["image"] = [request.absolute(article["cover_url"])]
    if article["tags"]:
        written["keywords"] = list(article["tags"])
    if comments is not None:
        written["commentCount"] = comments.count
    trail = [(request.text("blog.title"), request.path_to("blog", lang=text["lang"])), (text["title"], path)]
    return written, breadcrumbs(request, trail)


def _publisher(request: PageRequest) -> JsonLd:
    publisher: dict[str, object] = {"@type": "Organization", "name": request.site.name, "url": request.site_url}
    if request.site.logo_url:
        publisher["logo"] = {"@type": "ImageObject", "url": request.absolute(request.site.logo_url)}
    return publisher
