"""Probes of the rights matrix over HTTP: tables, the search, pages, feeds and the site map."""

import json
import re
from collections.abc import Iterable

import httpx

from tests.site.conftest import SECRET
from tests.site.rights import expected
from tests.site.rights.matrix import Matrix
from tests.site.rights.world import World


async def probe_rest(matrix: Matrix, world: World, name: str, rest: httpx.AsyncClient) -> None:
    headers = {} if name == "guest" else {"authorization": f"Bearer {world.token(name, SECRET)}"}

    async def ids(path: str, column: str) -> set[str]:
        response = await rest.get(path, headers=headers)
        return {row[column] for row in response.json()} if response.status_code == 200 else set()

    seen = {area: name in rights["see"] for area, rights in expected.AREAS.items()}
    for table, column, things in (
        ("forums", "id", world.areas),
        ("forum_texts", "forum_id", world.areas),
        ("posts", "id", world.posts),
        ("posts", "forum_id", {area: world.areas[area] for area in world.posts}),
        ("replies", "id", world.replies),
    ):
        found = await ids(f"/{table}?select={column}", column)
        for area, thing in things.items():
            matrix.note("rest", name, f"see {table}.{column}", area, may=seen[area], did=str(thing) in found)
    # Of a text that waits its author and the moderators of its area know, as of its case.
    for table, column, own in (("held_texts", "id", {"asked"}), ("desk_cases", "thing_id", set())):
        found = await ids(f"/{table}?select={column}", column)
        for area, thing in world.held.items():
            rights = expected.AREAS[area]
            callers = rights["moderate"] | own & rights["see"]
            matrix.note("rest", name, f"see {table}", area, may=name in callers, did=str(thing) in found)
    for table, column in (("resource_categories", "id"), ("resource_category_texts", "category_id")):
        found = await ids(f"/{table}?select={column}", column)
        for key, thing in world.categories.items():
            callers = expected.CATEGORIES[key]["see"]
            matrix.note("rest", name, f"see {table}", f"category {key}", may=name in callers, did=str(thing) in found)
    embedded = await rest.get(
        "/forums?select=id,posts!posts_forum_id_fkey(id,replies!replies_post_id_fkey(id))", headers=headers
    )
    inside = json.dumps(embedded.json())
    for area in world.posts:
        for kind, thing in (("posts", world.posts[area]), ("replies", world.replies[area])):
            matrix.note("rest", name, f"see embedded {kind}", area, may=seen[area], did=str(thing) in inside)
    await probe_search(matrix, world, name, rest, headers)


async def probe_search(
    matrix: Matrix, world: World, name: str, rest: httpx.AsyncClient, headers: dict[str, str]
) -> None:
    answer = await rest.post("/rpc/search", json={"query": "lanterns", "page_size": 50}, headers=headers)
    found = {row["id"] for row in answer.json()}
    waiting = "Lanterns that wait" in answer.text
    matrix.note("search", name, "find what waits", "held texts", may=False, did=waiting)
    things: Iterable[tuple[str, str, set[str]]] = (
        *((area, str(post), expected.AREAS[area]["see"]) for area, post in world.posts.items()),
        *((f"{area} reply", str(reply), expected.AREAS[area]["see"]) for area, reply in world.replies.items()),
        *((f"article {key}", article["id"], _found(key)) for key, article in world.articles.items()),
        *((f"resource {key}", str(item), _found_resource(key)) for key, item in world.resources.items()),
    )
    for thing, item, callers in things:
        matrix.note("search", name, "find", thing, may=name in callers, did=item in found)


def _found_resource(resource: str) -> set[str]:
    """Staff find what they read as members; they have their list."""
    if resource in {"public", "for_members"}:
        return expected.RESOURCES[resource]["see"]
    return expected.RESOURCES[resource]["see"] - {"editor", "librarian"}


def _found(article: str) -> set[str]:
    """Drafts are found by their author and administrators; editors and translators have their list."""
    own = {"draft": {"author"}, "first": {"contributor"}}
    if article in own:
        return own[article] | expected.ADMINISTRATORS
    if article == "for_group":
        return expected.GROUP_A | expected.ADMINISTRATORS
    return expected.ARTICLES[article]["see"]


async def probe_pages(matrix: Matrix, world: World, name: str, site: httpx.AsyncClient) -> None:
    headers = {} if name == "guest" else {"cookie": f"sb-access-token={world.token(name, SECRET)}"}

    async def get(path: str) -> httpx.Response:
        return await site.get(path, headers=headers)

    for path, callers in expected.SCREENS.items():
        response = await get(f"/en{path}")
        matrix.note("page", name, "open", path, may=name in callers, did=response.status_code == 200)
    if name not in expected.READERS:
        return
    home, forums = (await get("/en")).text, (await get("/en/forum")).text
    for path in ("/en", "/en/forum", "/en/topics?list=new", "/en/forum/open", "/en/forum/open/feed.xml"):
        # The author sees it in its area, marked as waiting.
        did = name != "asked" and "Lanterns that wait" in (await get(path)).text
        matrix.note("feed" if path.endswith("xml") else "page", name, "see what waits", path, may=False, did=did)
    for area, rights in expected.AREAS.items():
        may = name in rights["see"]
        # Threads of sessions are not among the areas.
        is_listed = may and area != "class"
        matrix.note("page", name, "see in the list", area, may=is_listed, did=f'"{world.areas[area]}"' in forums)
        response = await get(f"/en/forum/{area}")
        matrix.note("page", name, "open", area, may=may, did=response.status_code == 200)
        if area not in world.posts:
            continue
        if not may:
            matrix.note("page", name, "see on the home page", area, may=False, did=f"Lanterns in {area}" in home)
        for path in (f"/en/forum/{area}/post/{world.posts[area]}", f"/en/forum/{area}/feed.xml"):
            response = await get(path)
            did = response.status_code == 200 and f"Lanterns in {area}" in response.text
            matrix.note("feed" if path.endswith("xml") else "page", name, "read", area, may=may, did=did)
    blog, feed = (await get("/en/blog")).text, (await get("/en/feed.xml?all=1")).text
    for key, article in world.articles.items():
        may = name in expected.ARTICLES[key]["see"]
        response = await get(f"/en/blog/{article['slugs']['en']}")
        matrix.note("page", name, "read", f"article {key}", may=may, did=response.status_code == 200)
        if not may:
            title = f"Lanterns {key}"
            matrix.note("page", name, "see in the list", f"article {key}", may=False, did=title in blog)
            matrix.note("feed", name, "see in the feed", f"article {key}", may=False, did=title in feed)
    library = (await get("/en/resources")).text
    for key, rights in expected.RESOURCES.items():
        if key != "unpublished":
            did = f"Lanterns {key}" in library
            matrix.note("page", name, "see in the list", f"resource {key}", may=name in rights["see"], did=did)
    for key, rights in expected.CATEGORIES.items():
        # Empty ones are not listed.
        if key != "members":
            did = f"Category {key}" in library
            matrix.note("page", name, "see in the list", f"category {key}", may=name in rights["see"], did=did)


async def probe_sitemap(matrix: Matrix, site: httpx.AsyncClient, held: Iterable[object]) -> None:
    index = (await site.get("/sitemap.xml")).text
    listed = "".join([(await site.get(part)).text for part in re.findall(r"<loc>([^<]+)</loc>", index)])
    matrix.note("sitemap", "guest", "find", "held texts", may=False, did=any(str(one) in listed for one in held))
    for area, rights in expected.AREAS.items():
        did = f"/forum/{area}<" in listed or f"/forum/{area}/" in listed
        matrix.note("sitemap", "guest", "find", area, may="guest" in rights["see"], did=did)
