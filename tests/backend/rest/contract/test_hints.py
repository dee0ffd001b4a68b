"""Section 4.2, by raw HTTP: every form of a hint, on both sides of every kind of relationship, right and wrong."""

import httpx
import pytest

from tests.backend.rest.contract.requests import Case, case, check, each

pytestmark = pytest.mark.asyncio(loop_scope="session")
A, B, REDS, BLUES = {"name": "a"}, {"name": "b"}, {"name": "reds"}, {"name": "blues"}


def found(origin: str, embed: str, value: object) -> Case:
    """What the first row of `origin` embeds."""
    return case("4.2", f"GET /{origin}?select=x:{embed}&x.order=id&id=eq.1", 200, [{"x": value}])


def none(origin: str, embed: str) -> Case:
    return case("4.2 none", f"GET /{origin}?select={embed}", 400, {"code": "PGRST200"})


def several(origin: str, embed: str, *ways: str) -> Case:
    target = embed.partition("(")[0].partition("!")[0]
    choices = ", ".join(f"'{target}!{way}'" for way in ways)
    hint = f"Try changing '{target}' to one of the following: {choices}. "
    hint += "Find the desired relationship in the 'details' key."
    return case("4.2 several", f"GET /{origin}?select={embed}", 300, {"code": "PGRST201", "hint": hint})


RIGHT = [
    found("boats", "boat_crew(name)", REDS),
    found("boats", "crew_id(name)", REDS),
    found("boats", "crews!boat_crew(name)", REDS),
    found("boats", "crews!crew_id(name)", REDS),
    found("boats", "crews!old_crew_id(name)", BLUES),
    found("boats", "crews!boat_old_crew(name)", BLUES),
    found("boats", "crews!voyages(name)", [REDS, BLUES]),
    found("boats", "crews!crew_flagship(name)", []),
    found("boats", "crews!flagship_id(name)", []),
    found("crews", "boats!boat_crew(name)", [A]),
    found("crews", "boats!crew_id(name)", [A]),
    found("crews", "boats!old_crew_id(name)", []),
    found("crews", "boat_crew(name)", [A]),
    found("crews", "boats!voyages(name)", [A]),
    found("crews", "boats!crew_flagship(name)", B),
    found("crews", "boats!flagship_id(name)", B),
    found("crews", "flagship_id(name)", B),
    found("crews", "crew_flagship(name)", B),
    found("crews", "old_boats!boat_crew(name)", [A]),
    found("crews", "old_boats!crew_id(name)", [A]),
    found("old_boats", "crews!boat_crew(name)", REDS),
    found("old_boats", "crew_id(name)", REDS),
    found("boats", "logbooks(note)", {"note": "calm"}),
    found("boats", "logbooks!logbook_boat(note)", {"note": "calm"}),
    found("boats", "logbooks!boat_id(note)", {"note": "calm"}),
    found("boats", "logbooks!id(note)", {"note": "calm"}),
    found("parts", "parts!whole_id(name)", [{"name": "half"}, {"name": "spare"}]),
    found("parts", "parts!spare_id(name)", []),
    found("parts", "whole_id(name)", None),
]
WRONG = [
    none("boats", "crews!name(id)"),
    none("boats", "crews!nope(id)"),
    none("boats", "crews!logbook_boat(id)"),
    none("boats", "crews!voyage_crew(id)"),
    none("boats", "crews!voyage_boat(id)"),
    none("boats", "crews!crews(id)"),
    none("boats", "crews!boats(id)"),
    none("boats", "crew_id!boat_crew(id)"),
    none("boats", "boat_crew!crew_id(id)"),
    none("boats", "boat_crew!boat_crew(id)"),
    none("boats", "boat_crew!crews(id)"),
    none("boats", "logbooks!boat_crew(note)"),
    none("boats", "voyages!boat_crew(boat_id)"),
    none("boats", "voyage_crew(id)"),
    none("boats", "old_boats!boat_crew(id)"),
    none("crews", "crew_id(id)"),
    none("crews", "boats!voyage_crew(id)"),
    none("crews", "boats!crews(id)"),
    none("crews", "boat_crew!boats(id)"),
    none("crews", "old_boats!boat_old_crew(id)"),
    none("crews", "old_boats!old_crew_id(id)"),
    none("logbooks", "crews(id)"),
    none("logbooks", "boats!voyage_boat(id)"),
    none("parts", "parts!part_whole(id)"),
    none("parts", "parts!part_spare(id)"),
    none("parts", "part_whole(id)"),
    none("parts", "whole_id!part_whole(id)"),
    none("parts", "whole_id!whole_id(id)"),
    none("parts", "parts!id(id)"),
    none("parts", "parts!name(id)"),
    none("twins", "twins(id)"),
    none("twins", "twin_id(id)"),
    none("twins", "twins!twin_id(id)"),
    none("twins", "twins!twin(id)"),
]
SEVERAL = [
    several("boats", "crews(id)", "crew_flagship", "boat_crew", "boat_old_crew", "voyages"),
    several("boats", "crews!id(id)", "crew_flagship", "boat_crew", "boat_old_crew"),
    several("crews", "boats(id)", "boat_crew", "boat_old_crew", "crew_flagship", "voyages"),
    several("parts", "parts(id)", "part_spare", "part_whole"),
]


@each(RIGHT + WRONG + SEVERAL)
async def test_hints(client: httpx.AsyncClient, case: Case) -> None:
    await check(client, case)
