"""Structured data of the forum (schema.org): DiscussionForumPosting, BreadcrumbList."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from balai.site.languages import HTML_LANG
from balai.site.loaders.json_ld import CONTEXT, breadcrumbs
from balai.site.payloads import JsonLd
from balai.site.rich_text import plain_text
from balai.site.screens import PageRequest

if TYPE_CHECKING:
    import asyncpg

    Row = asyncpg.Record


def forum_json_ld(request: PageRequest, name: str) -> tuple[JsonLd, ...]:
    """A forum: its position in the site."""
    here = request.path_to("forum.forum", forumId=request.params["forumId"])
    return (breadcrumbs(request, [(request.text("forum.title"), request.path_to("forum")), (name, here)]),)


def post_json_ld(request: PageRequest, row: "Row", replies: Sequence["Row"], text: str) -> tuple[JsonLd, ...]:
    """A thread: the post, the replies on this page, and its position in the site."""
    address = {"forumId": row["slug"], "postId": str(row["id"])}
    posting = {
        "@context": CONTEXT,
        "@type": "DiscussionForumPosting",
        "@id": request.absolute(request.path_to("forum.post", **address)),
        "url": request.absolute(request.path_to("forum.post", **address)),
        "headline": row["title"],
        **_written(request, row, text),
        "interactionStatistic": {
            "@type": "InteractionCounter",
            "interactionType": "https://schema.org/CommentAction",
            "userInteractionCount": row["reply_count"],
        },
        "comment": [
            {
                "@type": "Comment",
                "url": request.absolute(_reply_path(request, address, reply["number"])),
                **_written(request, reply, plain_text(reply["body"], 1000)),
            }
            for reply in replies
            if reply["body"] is not None
        ],
    }
    trail = [
        (request.text("forum.title"), request.path_to("forum")),
        (row["name"], request.path_to("forum.forum", forumId=row["slug"])),
        (row["title"], request.path_to("forum.post", **address)),
    ]
    return posting, breadcrumbs(request, trail)


def _reply_path(request: PageRequest, address: dict[str, str], number: int) -> str:
    query = {"reply": str(number)}
    forum, post = address["forumId"], address["postId"]
    return f"{request.path_to('forum.post', query=query, forumId=forum, postId=post)}#reply-{number}"


def _written(request: PageRequest, row: "Row", text: str) -> JsonLd:
    edited = {"dateModified": row["edited_at"].isoformat()} if row["edited_at"] else {}
    return {
        "text": text,
        "inLanguage": HTML_LANG[row["language"]],
        "datePublished": row["created_at"].isoformat(),
        **edited,
        "author": {"@type": "Person", "name": row["author_name"] or request.text("forum.formerMember")},
    }
