"""Relations between members of the sample site: following, private messages, a group with its area, roles."""

from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

import msgspec

from balai.database.pool import Connection
from balai.demo.forum import ADD_FORUM, ADD_FORUM_TEXT, ADD_POST, ADD_REPLY
from balai.demo.markup import rich_text
from balai.demo.people import act_as, read

ADD_FOLLOW = "select public.set_following($1, true)"
ADD_MESSAGE = "select public.send_private_message(gen_random_uuid(), $1, $2)"
AGE_MESSAGES = """
update public.private_messages as m
set created_at = $1::timestamptz - interval '40 minutes' * (c.last_number - m.number)
from public.conversations as c where c.id = m.conversation_id
"""
AGE_CONVERSATIONS = (
    "update public.conversations set last_message_at = $1, created_at = $1::timestamptz - interval '1 day'"
)
ADD_GROUP = "select public.save_group($1, $2, $3, true, $4::jsonb)"
ADD_GROUP_MEMBER = "insert into public.group_members (group_id, member_id, status, created_at) values ($1, $2, $3, $4)"
GIVE_ROLE = """
insert into public.role_grants (member_id, role_id, group_id, forum_id, granted_at)
select $1, r.id, $3, (select f.id from public.forums as f where f.slug = $4), $5
from public.roles as r where r.preset = $2
"""
LIMIT_AREA = "select public.set_area_rights($1, $2::jsonb, $3)"
LAST_PLACE = "select 1 + coalesce(max(position), 0) from public.forums"
ADD_LEVEL = """
insert into public.member_trust (
  member_id, level, topics_read, replies_read, seconds_read, days_read, read_at, computed_at)
values ($1, 1, 14, 85, 2700, 11, $2, $2)
on conflict (member_id) do nothing
"""
ADD_HELD = """
insert into public.held_texts (id, forum_id, author_id, language, title, body, held_for, created_at)
select gen_random_uuid(), id, $1, 'en', $2, $3, 'fast', $4 from public.forums where slug = 'neighbourhood'
"""
HELD_TITLE = "Free laptop check on Saturday"
HELD_TEXT = "I check laptops at the centre on Saturday from two. Bring the charger, and back up your photos first."
REPORT_PROFILE = "select public.report_profile(gen_random_uuid(), $1, 'spam', $2)"
REPORT_NOTE = "The phone number in the profile belongs to a shop, not to a neighbour."
# The sample bookings were all made now, which would make a case of each busy member.
KEEP_ONE_CASE = "delete from public.desk_cases where kind = 'booking' and thing_id <> $1"
END_ACTING = "select set_config('request.jwt.claims', '', true)"


async def add_ties(connection: Connection, people: dict[str, UUID], now: datetime) -> None:
    """Write everything as members would; only the times are set."""
    ties = read("ties.json")
    await act_as(connection, people["aisyah"])
    for member, role, forum in ties["roles"]:
        await connection.execute(GIVE_ROLE, people[member], role, None, forum, now - timedelta(days=60))
    group = await _add_group(connection, ties["group"], people, now)
    await _add_area(connection, ties["area"], group, people, now)
    for follower, followed in ties["follows"]:
        await act_as(connection, people[follower])
        await connection.execute(ADD_FOLLOW, people[followed])
    for author, recipient, text in ties["messages"]:
        await act_as(connection, people[author])
        await connection.execute(ADD_MESSAGE, people[recipient], text)
    await act_as(connection, people["ha"])
    await connection.execute(REPORT_PROFILE, people["huy"], REPORT_NOTE)
    await connection.execute(END_ACTING)
    await connection.execute(KEEP_ONE_CASE, people["duc"])
    await connection.execute(AGE_MESSAGES, now - timedelta(hours=1))
    await connection.execute(AGE_CONVERSATIONS, now - timedelta(hours=1))
    # Known members, for whom the limits of new ones do not hold, and a text that waits for a moderator.
    for member in people.values():
        await connection.execute(ADD_LEVEL, member, now)
    await connection.execute(ADD_HELD, people["huy"], HELD_TITLE, rich_text(HELD_TEXT), now - timedelta(hours=2))


async def _add_group(connection: Connection, given: dict[str, Any], people: dict[str, UUID], now: datetime) -> UUID:
    group: UUID = await connection.fetchval("select gen_random_uuid()")
    texts = msgspec.json.encode(given["texts"]).decode()
    await connection.execute(ADD_GROUP, group, given["slug"], given["joining"], texts)
    for number, key in enumerate(given["members"]):
        joined_at = now - timedelta(days=90 - 7 * number)
        await connection.execute(ADD_GROUP_MEMBER, group, people[key], "member", joined_at)
    for key in given["asked"]:
        await connection.execute(ADD_GROUP_MEMBER, group, people[key], "asked", now - timedelta(hours=20))
    leader = people[given["leader"]]
    await connection.execute(GIVE_ROLE, leader, "leader", group, None, now - timedelta(days=90))
    return group


async def _add_area(
    connection: Connection, given: dict[str, Any], group: UUID, people: dict[str, UUID], now: datetime
) -> None:
    """An area of the forum that only the group sees, with one topic."""
    place = await connection.fetchval(LAST_PLACE)
    area = await connection.fetchval(ADD_FORUM, given["slug"], place, None)
    for lang, (name, description) in given["texts"].items():
        await connection.execute(ADD_FORUM_TEXT, area, lang, name, description)
    rights = [{"group": group, "rights": ["see", "reply", "create"]}]
    await connection.execute(LIMIT_AREA, area, msgspec.json.encode(rights).decode(), group)
    await connection.execute(END_ACTING)
    author, lang, title, text = given["post"]
    asked_at = now - timedelta(hours=5)
    post = await connection.fetchval(
        ADD_POST, given["slug"], people[author], lang, title, rich_text(text), False, asked_at, []
    )
    for number, (key, language, words) in enumerate(given["replies"], start=1):
        moment = asked_at + timedelta(minutes=25 * number)
        await connection.execute(ADD_REPLY, post, people[key], language, rich_text(words), None, moment)
