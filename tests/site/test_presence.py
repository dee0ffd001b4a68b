"""Presence in threads and articles: the server writes the name, whatever the client tracks."""

from collections.abc import AsyncIterator
from typing import Any
from uuid import uuid4

import pytest

from balai.database.pool import Pool
from balai.database.transaction import as_owner
from balai.site.presence import MEMBER_PRESENCE
from tests.backend.realtime.conftest import Client, Service, realtime, token_of
from tests.factories.forum import make_forum, make_post
from tests.factories.members import Member, make_member

LIE = {"name": "Administrator: your account is locked, call +1 555 0100", "phx_ref": "x", "url": "https://evil.example"}


@pytest.fixture
async def service(database: str) -> AsyncIterator[Service]:
    async with realtime(database, member_presence=MEMBER_PRESENCE) as running:
        yield running


async def join(client: Client, topic: str, member: Member | None, **config: Any) -> Any:
    token = token_of(str(member.id)) if member else None
    return await client.join(topic, token=token, private=True, presence={"enabled": True} | config)


async def track(client: Client, topic: str, fields: Any = LIE) -> Any:
    return await client.request(f"realtime:{topic}", "presence", {"event": "track", "payload": fields})


def shown(message: list[Any]) -> dict[str, Any]:
    """The presence that a client receives, without references."""
    joins = message[4].get("joins", message[4])
    return {
        key: [{name: value for name, value in meta.items() if not name.startswith("phx_")} for meta in entry["metas"]]
        for key, entry in joins.items()
    }


async def test_thread_shows_the_name_of_the_profile(service: Service, pool: Pool) -> None:
    mallory = await make_member(pool, display_name="Mallory")
    victim = await make_member(pool, display_name="Mei")
    topic = f"thread:{await make_post(pool, await make_forum(pool), victim)}"
    async with service.client() as writer, service.client() as reader:
        await join(reader, topic, None)
        assert shown(await reader.next("presence_state")) == {}
        # Another member's key would show the sentence as theirs, and hide it from them.
        await join(writer, topic, mallory, key=str(victim.id))
        assert await track(writer, topic) == {"status": "ok", "response": {}}
        assert shown(await reader.next("presence_diff")) == {str(mallory.id): [{"name": "Mallory"}]}
        # The same state again is no change.
        await track(writer, topic, {"name": "Administrator"})
        assert "presence_diff" not in [message[3] for message in await reader.drain()]
        async with service.client() as late:
            await join(late, topic, None)
            assert shown(await late.next("presence_state")) == {str(mallory.id): [{"name": "Mallory"}]}
        assert (await track(writer, topic, ["Administrator"]))["status"] == "error"


async def test_new_token_brings_its_own_name(service: Service, pool: Pool) -> None:
    mei, tan = await make_member(pool, display_name="Mei"), await make_member(pool, display_name="Tan")
    topic = f"thread:{await make_post(pool, await make_forum(pool), mei)}"
    async with service.client() as writer, service.client() as reader:
        await join(reader, topic, None)
        assert (await join(writer, topic, mei))["status"] == "ok"
        assert (await track(writer, topic))["status"] == "ok"
        assert list(shown(await reader.next("presence_diff"))) == [str(mei.id)]
        await writer.send(f"realtime:{topic}", "access_token", {"access_token": token_of(str(tan.id))})
        assert (await track(writer, topic))["status"] == "ok"
        change = await reader.next("presence_diff")
        assert shown(change) == {str(tan.id): [{"name": "Tan"}]}
        assert list(change[4]["leaves"]) == [str(mei.id)]


async def test_editors_of_an_article_have_their_own_names(service: Service, pool: Pool) -> None:
    mei = await make_member(pool, display_name="Mei", is_admin=True)
    tan = await make_member(pool, display_name="Tan", is_admin=True)
    topic = f"article:{uuid4()}"
    async with service.client() as writer, service.client() as reader:
        await join(reader, topic, tan)
        assert (await join(writer, topic, mei))["status"] == "ok"
        assert (await track(writer, topic))["status"] == "ok"
        assert shown(await reader.next("presence_diff")) == {str(mei.id): [{"name": "Mei"}]}


async def test_only_members_track_and_only_in_open_threads(service: Service, pool: Pool) -> None:
    mei = await make_member(pool)
    post_id = await make_post(pool, await make_forum(pool), mei)
    async with service.client() as client:
        await join(client, f"thread:{post_id}", None)
        assert (await track(client, f"thread:{post_id}"))["status"] == "error"
        unknown = f"thread:{uuid4()}"
        await join(client, unknown, mei)
        assert (await track(client, unknown))["status"] == "error"
        no_profile = Member(id=uuid4(), email="", display_name="")
        await join(client, f"thread:{post_id}", no_profile)
        assert (await track(client, f"thread:{post_id}"))["status"] == "error"
        async with as_owner(pool) as connection:
            await connection.execute("update public.posts set is_locked = true where id = $1", post_id)
        await join(client, f"thread:{post_id}", mei)
        assert (await track(client, f"thread:{post_id}"))["status"] == "error"


async def test_other_channels_keep_what_their_clients_track(service: Service) -> None:
    async with service.client() as client:
        await client.join("thread:public", presence={"key": "mine", "enabled": True})
        await track(client, "thread:public", {"name": "any"})
        assert shown(await client.next("presence_diff")) == {"mine": [{"name": "any"}]}
