"""The services of the centre, saved as an administrator does."""

from typing import Any
from uuid import UUID, uuid4

import msgspec

from balai.database.pool import Connection
from balai.demo.people import act_as, read

SAVE_SERVICE = "select public.save_service($1::jsonb, $2::jsonb, $3::jsonb, '[]')"


async def add_services(connection: Connection, people: dict[str, UUID]) -> None:
    """Create the services in their order."""
    await act_as(connection, people["aisyah"])
    for position, service in enumerate(read("services.json")):
        await connection.execute(
            SAVE_SERVICE,
            _json(_service_fields(service, people, position)),
            _json([_text(language, text) for language, text in service["texts"].items()]),
            _json([{"weekday": day, "opens": opens, "closes": closes} for day, opens, closes in service["hours"]]),
        )


def _service_fields(service: dict[str, Any], people: dict[str, UUID], position: int) -> dict[str, Any]:
    fields = {name: value for name, value in service.items() if name not in {"texts", "hours", "host"}}
    host = people.get(service.get("host", ""))
    return {
        "id": str(uuid4()),
        "time_zone": "Asia/Kuala_Lumpur",
        "position": position,
        "host_id": str(host) if host else None,
        **fields,
    }


def _text(language: str, text: list[str]) -> dict[str, str]:
    name, description, place = text
    return {"language": language, "name": name, "description": description, "place": place}


def _json(value: Any) -> str:
    return msgspec.json.encode(value).decode()
