"""Section 4.2, by raw HTTP: every form of a hint, on both sides of every kind of relationship, right and wrong."""

import httpx
import pytest

from tests.backend.rest.contract.requests import Case, case, check, each

pytestmark = pytest.mark.asyncio(loop_scope="session")
A, B, REDS, BLUES = {"name": "a"}, {"name": "b"}, {"name": "reds"}, {"name": "blues"}


def found(origin: str, embed: str, value: object) -> Case:
    """The embedded values of the first row of `origin`."""
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
    found("ferries", "boat_crew(name)", REDS),
    found("ferries", "crew_id(name)", REDS),
    found("ferries", "crews!boat_crew(name)", REDS),
    found("ferries", "crews!crew_id(name)", REDS),
    found("ferries", "crews!old_crew_id(name)", BLUES),
    found("ferries", "crews!boat_old_crew(name)", BLUES),
    found("ferries", "crews!trips(name)", [REDS, BLUES]),
    found("ferries", "crews!crew_flagship(name)", []),
    found("ferries", "crews!flagship_id(name)", []),
    found("crews", "ferries!boat_crew(name)", [A]),
    found("crews", "ferries!crew_id(name)", [A]),
    found("crews", "ferries!old_crew_id(name)", []),
    found("crews", "boat_crew(name)", [A]),
    found("crews", "ferries!trips(name)", [A]),
    found("crews", "ferries!crew_flagship(name)", B),
    found("crews", "ferries!flagship_id(name)", B),
    found("crews", "flagship_id(name)", B),
    found("crews", "crew_flagship(name)", B),
    found("crews", "old_ferries!boat_crew(name)", [A]),
    found("crews", "old_ferries!crew_id(name)", [A]),
    found("old_ferries", "crews!boat_crew(name)", REDS),
    found("old_ferries", "crew_id(name)", REDS),
    found("ferries", "manuals(note)", {"note": "calm"}),
    found("ferries", "manuals!manual_boat(note)", {"note": "calm"}),
    found("ferries", "manuals!boat_id(note)", {"note": "calm"}),
    found("ferries", "manuals!id(note)", {"note": "calm"}),
    found("parts", "parts!whole_id(name)", [{"name": "half"}, {"name": "spare"}]),
    found("parts", "parts!spare_id(name)", []),
    found("parts", "whole_id(name)", None),
]
WRONG = [
    none("ferries", "crews!name(id)"),
    none("ferries", "crews!nope(id)"),
    none("ferries", "crews!manual_boat(id)"),
    none("ferries", "crews!trip_crew(id)"),
    none("ferries", "crews!trip_boat(id)"),
    none("ferries", "crews!crews(id)"),
    none("ferries", "crews!ferries(id)"),
    none("ferries", "crew_id!boat_crew(id)"),
    none("ferries", "boat_crew!crew_id(id)"),
    none("ferries", "boat_crew!boat_crew(id)"),
    none("ferries", "boat_crew!crews(id)"),
    none("ferries", "manuals!boat_crew(note)"),
    none("ferries", "trips!boat_crew(boat_id)"),
    none("ferries", "trip_crew(id)"),
    none("ferries", "old_ferries!boat_crew(id)"),
    none("crews", "crew_id(id)"),
    none("crews", "ferries!trip_crew(id)"),
    none("crews", "ferries!crews(id)"),
    none("crews", "boat_crew!ferries(id)"),
    none("crews", "old_ferries!boat_old_crew(id)"),
    none("crews", "old_ferries!old_crew_id(id)"),
    none("manuals", "crews(id)"),
    none("manuals", "ferries!trip_boat(id)"),
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
    several("ferries", "crews(id)", "crew_flagship", "boat_crew", "boat_old_crew", "trips"),
    several("ferries", "crews!id(id)", "crew_flagship", "boat_crew", "boat_old_crew"),
    several("crews", "ferries(id)", "boat_crew", "boat_old_crew", "crew_flagship", "trips"),
    several("parts", "parts(id)", "part_spare", "part_whole"),
]


@each(RIGHT + WRONG + SEVERAL)
async def test_hints(client: httpx.AsyncClient, case: Case) -> None:
    await check(client, case)
