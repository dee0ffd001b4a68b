"""Presence over WebSockets."""

from typing import Any

from balai.backend.realtime.limits import Limits
from tests.backend.realtime.conftest import Client, Service, realtime

ROOM = "realtime:room"
OK = {"status": "ok", "response": {}}


async def track(client: Client, fields: Any, event: str = "track") -> Any:
    return await client.request(ROOM, "presence", {"type": "presence", "event": event, "payload": fields})


def without_references(metas: dict[str, Any]) -> dict[str, Any]:
    """Returns metas by key without their references."""
    return {
        key: [{name: value for name, value in meta.items() if not name.startswith("phx_")} for meta in entry["metas"]]
        for key, entry in metas.items()
    }


async def difference(client: Client) -> tuple[dict[str, Any], dict[str, Any]]:
    payload = (await client.next("presence_diff"))[4]
    return without_references(payload["joins"]), without_references(payload["leaves"])


async def test_track_update_and_untrack(service: Service) -> None:
    async with service.client() as mei, service.client(1) as tan:
        await mei.join("room", presence={"key": "mei", "enabled": True})
        assert (await mei.next("presence_state"))[4] == {}
        assert await track(mei, {"at": "desk", "phx_ref": "forged"}, "TRACK") == OK
        assert await difference(mei) == ({"mei": [{"at": "desk"}]}, {})
        await tan.join("room", presence={"key": "tan", "enabled": True})
        state = (await tan.next("presence_state"))[4]
        assert without_references(state) == {"mei": [{"at": "desk"}]}
        ref = state["mei"]["metas"][0]["phx_ref"]
        assert ref != "forged"
        # An equal state is no change; another one is an update that names the previous reference.
        assert await track(mei, {"at": "desk", "phx_ref": "forged"}) == OK
        assert await track(mei, {"at": "door"}) == OK
        change = (await tan.next("presence_diff"))[4]
        assert without_references(change["joins"]) == {"mei": [{"at": "door"}]}
        assert change["joins"]["mei"]["metas"][0]["phx_ref_prev"] == ref
        assert without_references(change["leaves"]) == {"mei": [{"at": "desk"}]}
        assert await track(mei, None, "untrack") == OK
        assert await difference(tan) == ({}, {"mei": [{"at": "door"}]})
        # A lost connection and a closed channel remove their presence.
        await track(tan, {"n": 1})
        await difference(mei)
        await tan.request(ROOM, "phx_leave", {})
        assert await difference(mei) != ({}, {})
        await tan.join("room", presence={"key": "tan"})
        await track(tan, {"n": 2})
    assert service.app.hub.topics == {}


async def test_shared_and_generated_presence_keys(service: Service) -> None:
    async with service.client() as one, service.client() as two, service.client() as watcher:
        await watcher.join("room")
        for number, client in enumerate((one, two)):
            await client.join("room", presence={"key": "same"})
            await track(client, {"n": number})
            await difference(watcher)
        # Tracking enabled presence.
        assert len(without_references((await two.next("presence_state"))[4])["same"]) in (1, 2)
        await watcher.join("room", presence={"enabled": True})
        assert without_references((await watcher.next("presence_state"))[4]) == {"same": [{"n": 0}, {"n": 1}]}
        await track(watcher, {})
        joins = (await watcher.next("presence_diff"))[4]["joins"]
        assert [len(key) > 10 for key in joins] == [True]


async def test_invalid_track_messages_are_reported(service: Service) -> None:
    async with service.client() as client:
        await client.join("room", presence={"key": "k", "enabled": True})
        for fields in ([], "x", None, 7):
            response = await track(client, fields)
            assert response == {"status": "error", "response": {"reason": "Presence track payload must be a map"}}
        assert (await track(client, {}, "dance"))["status"] == "error"
        await client.send(ROOM, "presence", {"event": "track", "payload": {"x": "a" * 70_000}}, "99")
        assert (await client.next("system"))[4]["message"] == "Track message size exceeded"
        assert (await client.next("phx_close"))[2] == ROOM


async def test_presence_limits(backend_database: str) -> None:
    async with realtime(backend_database, Limits(presence_calls=2)) as service, service.client() as client:
        await client.join("room", presence={"key": "k", "enabled": True})
        for number in range(2):
            assert await track(client, {"n": number}) == OK
        await client.send(ROOM, "presence", {"event": "track", "payload": {"n": 9}}, "99")
        assert (await client.next("system"))[4]["message"] == "Client presence rate limit exceeded"
        assert (await client.next("phx_close"))[2] == ROOM
    async with realtime(backend_database, Limits(presence_per_second=1)) as service, service.client() as client:
        await client.join("room", presence={"key": "k", "enabled": True})
        for number in range(6):
            await client.send(ROOM, "presence", {"event": "track", "payload": {"n": number}}, f"{number}")
        assert (await client.next("system"))[4]["message"] == "Too many presence messages per second"
