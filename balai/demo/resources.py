"""The library's categories and resources, saved as an administrator does."""

from typing import Any
from uuid import UUID

import msgspec

from balai.database.pool import Connection
from balai.demo.people import act_as, read

SAVE_CATEGORY = "select public.save_resource_category($1::jsonb, $2::jsonb)"
SAVE_RESOURCE = "select public.save_resource($1::jsonb, $2::jsonb)"


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
            "url": resource["url"],
            "content_languages": resource["languages"],
            "is_published": True,
        }
        texts = {
            language: {"title": title, "description": description}
            for language, (title, description) in resource["texts"].items()
        }
        await connection.execute(SAVE_RESOURCE, _json(fields), _json(texts))


def _json(value: Any) -> str:
    return msgspec.json.encode(value).decode()
