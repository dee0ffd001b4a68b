"""The services of the centre, saved as an administrator does."""

from datetime import datetime, timedelta
from typing import Any
from uuid import UUID, uuid4

import msgspec

from balai.database.pool import Connection
from balai.demo.people import act_as, read

SAVE_SERVICE = "select public.save_service($1::jsonb, $2::jsonb, $3::jsonb, $4::jsonb)"


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
# A second person, who can take over.
COLLEAGUES = {"nurse-consultation": "sarah"}
ROOMS_OF_SERVICES = {"nurse-consultation": ("consulting", "monitor"), "counselling": ("quiet", "consulting")}

SAVE_MESSAGE = "select public.save_service_message($1, $2, $3, '', '', $4, $5)"
# The nurse's addition to each confirmation, and the short SMS of the second reminder.
BRING = {
    "en": "Please bring your medicines or their boxes.",
    "zh": "请带上正在吃的药或药盒。",
    "ms": "Sila bawa ubat anda atau kotaknya.",
    "vi": "Vui lòng mang theo thuốc đang uống hoặc vỏ hộp.",
}
SOON = {
    "en": "{service} at {time}, {place}. Coming? {link}",
    "zh": "{time} {service}，{place}。会来吗？{link}",
    "ms": "{service} pada {time}, {place}. Anda hadir? {link}",
    "vi": "{service} lúc {time}, {place}. Bạn có đến không? {link}",
}


async def add_services(connection: Connection, people: dict[str, UUID], now: datetime) -> None:
    """Create the services in their order."""
    await act_as(connection, people["aisyah"])
    rooms = {name: uuid4() for name in ROOMS}
    for position, (name, (kind, names)) in enumerate(ROOMS.items()):
        await connection.execute(ADD_ROOM, rooms[name], kind, _json(names), position)
    for position, service in enumerate(read("services.json")):
        fields = _service_fields(service, people, rooms, position)
        await connection.execute(
            SAVE_SERVICE,
            _json(fields),
            _json([_text(language, text) for language, text in service["texts"].items()]),
            _json([{"weekday": day, "opens": opens, "closes": closes} for day, opens, closes in service["hours"]]),
            _json(_dates(service, now)),
        )
        if service["slug"] == "nurse-consultation":
            await _add_messages(connection, UUID(fields["id"]))


async def _add_messages(connection: Connection, service: UUID) -> None:
    for language in BRING:
        await connection.execute(SAVE_MESSAGE, service, "booking_confirmed", language, BRING[language], "")
        await connection.execute(SAVE_MESSAGE, service, "booking_reminder_soon", language, "", SOON[language])


def _service_fields(
    service: dict[str, Any], people: dict[str, UUID], rooms: dict[str, UUID], position: int
) -> dict[str, Any]:
    fields = {name: value for name, value in service.items() if name not in {"texts", "hours", "host", "dates"}}
    return {
        "id": str(uuid4()),
        "time_zone": "Asia/Kuala_Lumpur",
        "position": position,
        "hosts": [str(people[name]) for name in (service.get("host"), COLLEAGUES.get(service["slug"])) if name],
        "rooms": [str(rooms[name]) for name in ROOMS_OF_SERVICES.get(service["slug"], ())],
        **fields,
    }


def _dates(service: dict[str, Any], now: datetime) -> list[dict[str, str]]:
    """The dates of a course, weekly from the second such weekday on."""
    if not (wanted := service.get("dates")):
        return []
    first = now.date() + timedelta(days=7 + (wanted["weekday"] - now.isoweekday()) % 7)
    times = {"opens": wanted["opens"], "closes": wanted["closes"], "note": ""}
    return [{"day": (first + timedelta(weeks=week)).isoformat(), **times} for week in range(wanted["number"])]


def _text(language: str, text: list[str]) -> dict[str, str]:
    name, description, place = text
    return {"language": language, "name": name, "description": description, "place": place}


def _json(value: Any) -> str:
    return msgspec.json.encode(value).decode()
