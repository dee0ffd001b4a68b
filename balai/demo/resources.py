"""The library's categories and resources, saved as an administrator does."""

from typing import Any
from uuid import UUID

import msgspec

from balai.database.pool import Connection
from balai.demo.people import act_as, read

SAVE_CATEGORY = "select public.save_resource_category($1::jsonb, $2::jsonb)"
SAVE_RESOURCE = "select public.save_resource($1::jsonb, $2::jsonb, $3)"


async def add_resources(connection: Connection, people: dict[str, UUID]) -> None:
    """Create the categories with their resources, in order."""
    await act_as(connection, people["aisyah"])
    library = read("resources.json")
    categories: dict[str, UUID] = {}
    for category in library["categories"]:
        slug, names = category["slug"], category["names"]
        categories[slug] = await connection.fetchval(SAVE_CATEGORY, _json({"slug": slug}), _json(names))
    for resource in library["resources"]:
        fields = {
            "category_id": str(categories[resource["category"]]),
            "kind": resource["kind"],
            "files": [{"language": language, "url": url} for language, url in _files(resource)],
            "is_published": True,
        }
        texts = {
            language: {"title": title, "description": description}
            for language, (title, description) in resource["texts"].items()
        }
        saved = msgspec.json.decode(await connection.fetchval(SAVE_RESOURCE, _json(fields), _json(texts), 0))
        if newer := resource.get("newer"):
            # Editors see the files of the other languages as left behind.
            files = {**dict(_files(resource)), **newer}.items()
            fields |= {"id": saved["id"], "files": [{"language": language, "url": url} for language, url in files]}
            await connection.execute(SAVE_RESOURCE, _json(fields), _json(texts), 1)


def _files(resource: dict[str, Any]) -> list[tuple[str | None, str]]:
    """The file of each language; without languages, one for all."""
    if "files" in resource:
        return list(resource["files"].items())
    return [(language, resource["url"]) for language in resource["languages"] or [None]]


def _json(value: Any) -> str:
    return msgspec.json.encode(value).decode()
