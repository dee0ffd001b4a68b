"""The services of the centre, saved as an administrator does."""

from typing import Any
from uuid import UUID, uuid4

import msgspec

from balai.database.pool import Connection
from balai.demo.people import act_as, read

SAVE_SERVICE = "select public.save_service($1::jsonb, $2::jsonb, $3::jsonb, '[]')"


ADD_ROOM = "insert into public.rooms (id, kind, names, position) values ($1, $2, $3::jsonb, $4)"
# Rooms and equipment that services share, and the services of each.
ROOMS: dict[str, tuple[str, dict[str, str]]] = {
    "consulting": ("room", {"en": "Consulting room", "zh": "诊室", "ms": "Bilik rundingan", "vi": "Phòng khám"}),
    "quiet": ("room", {"en": "Quiet room", "zh": "安静室", "ms": "Bilik tenang", "vi": "Phòng yên tĩnh"}),
    "monitor": (
        "equipment",
        {"en": "Blood pressure monitor", "zh": "血压计", "ms": "Alat tekanan darah", "vi": "Máy đo huyết áp"},
    ),
}
ROOMS_OF_SERVICES = {"nurse-consultation": ("consulting", "monitor"), "counselling": ("quiet", "consulting")}


async def add_services(connection: Connection, people: dict[str, UUID]) -> None:
    """Create the services in their order."""
    await act_as(connection, people["aisyah"])
    rooms = {name: uuid4() for name in ROOMS}
    for position, (name, (kind, names)) in enumerate(ROOMS.items()):
        await connection.execute(ADD_ROOM, rooms[name], kind, _json(names), position)
    for position, service in enumerate(read("services.json")):
        await connection.execute(
            SAVE_SERVICE,
            _json(_service_fields(service, people, rooms, position)),
            _json([_text(language, text) for language, text in service["texts"].items()]),
            _json([{"weekday": day, "opens": opens, "closes": closes} for day, opens, closes in service["hours"]]),
        )


def _service_fields(
    service: dict[str, Any], people: dict[str, UUID], rooms: dict[str, UUID], position: int
) -> dict[str, Any]:
    fields = {name: value for name, value in service.items() if name not in {"texts", "hours", "host"}}
    host = people.get(service.get("host", ""))
    return {
        "id": str(uuid4()),
        "time_zone": "Asia/Kuala_Lumpur",
        "position": position,
        "host_id": str(host) if host else None,
        "rooms": [str(rooms[name]) for name in ROOMS_OF_SERVICES.get(service["slug"], ())],
        **fields,
    }


def _text(language: str, text: list[str]) -> dict[str, str]:
    name, description, place = text
    return {"language": language, "name": name, "description": description, "place": place}


def _json(value: Any) -> str:
    return msgspec.json.encode(value).decode()
