"""Statements and state that tests of the acts of moderators share."""

from uuid import UUID

import msgspec

from tests.factories.forum import Community, make_reply, rich

APPLY = "select public.apply_act($1, $2, $3, $4::jsonb) as changed"
UNDO = "select public.undo_act($1)"
GIVE = """
insert into public.role_grants (member_id, role_id, forum_id)
select $1, id, $2 from public.roles where preset = 'moderator'
"""
CLOSE = "update public.forums set is_restricted = true, is_confidential = true where id = $1"
SPLIT = "select public.split_replies($1, $2, $3, $4, $5) as post"
MERGE = "select public.merge_posts($1, $2, $3) as number"
STATE = """
select (select jsonb_agg(to_jsonb(p) - '{text_since,edited_at,last_activity_at,top_rank}'::text[] order by p.id)
    from public.posts p where p.merged_into is null)::text as posts,
  (select jsonb_agg(to_jsonb(r) - '{text_since,edited_at}'::text[] order by r.id)
    from public.replies r)::text as replies,
  (select jsonb_agg(jsonb_build_array(f.id, f.post_count, f.reply_count, f.latest_post_id) order by f.id)
    from public.forums f)::text as forums,
  (select jsonb_agg(jsonb_build_array(x.kind, x.post_id, x.reply_id, x.member_id) order by x.id)
    from public.reactions x)::text as reactions,
  (select jsonb_agg(jsonb_build_array(t.tag, t.post_id, t.forum_id) order by t.tag, t.post_id)
    from public.post_tags t)::text as tags,
  (select jsonb_agg(jsonb_build_array(e.kind, e.item_id, e.title) order by e.kind, e.item_id)
    from search.entries e)::text as search
"""


def target_of(forum: UUID) -> str:
    """The value of a move."""
    return msgspec.json.encode({"forum": str(forum)}).decode()


async def state(community: Community) -> dict[str, object]:
    return dict(await community.see(STATE))


async def thread(community: Community) -> list[UUID]:
    """Five replies by two members, with a reaction to the third."""
    replies = []
    for number in range(1, 6):
        who = community.hoa if number % 2 else community.mei
        replies.append(
            await make_reply(community.pool, community.post, who, body=rich(f"This is reply number {number}."))
        )
    await community.act(community.mei, "select public.set_reaction('like', true, null, $1)", replies[2])
    return replies
