-- Who counts locks the parent first and looks for the newest afterwards, in a statement of its own: one that waited inside
-- the update found what was newest when it began, and took a thread down below the reply that it had waited for.
set local lock_timeout = '5s';

create or replace function public.recount_replies(post_ids uuid[], added integer[]) returns void
language sql security definer set search_path = '' as $$
  select from public.posts as post
  where post.id in (
    select change.post_id from unnest(post_ids, added) as change (post_id, added) where change.added <> 0)
  order by post.id for no key update;
  update public.posts as post set
    reply_count = post.reply_count + change.added,
    last_activity_at = greatest(post.created_at, (
      select reply.created_at from public.replies as reply
      where reply.post_id = post.id and reply.hidden_at is null and reply.deleted_at is null
      order by reply.number desc limit 1))
  from unnest(post_ids, added) as change (post_id, added)
  where post.id = change.post_id and change.added <> 0;
$$;

-- The newest is one of two: the first in the forum's list, pinned or not, and the first that is not pinned. Both ask
-- in the list's own order, which no index but posts_by_activity gives: asked for by activity alone, PostgreSQL may walk
-- the activity of all forums to find that of a quiet one.
create or replace function public.recount_posts(forum_ids uuid[], added_posts integer[], added_replies integer[]) returns void
language sql security definer set search_path = '' as $$
  select from public.forums as forum where forum.id = any (forum_ids) order by forum.id for no key update;
  update public.forums as forum set
    post_count = forum.post_count + change.posts,
    reply_count = forum.reply_count + change.replies,
    (latest_post_id, last_activity_at) = (
      select newest.id, newest.last_activity_at from (
        (select post.id, post.last_activity_at from public.posts as post
        where post.forum_id = change.forum_id and post.hidden_at is null and post.deleted_at is null
        order by post.is_pinned desc, post.last_activity_at desc, post.id desc limit 1)
        union all
        (select post.id, post.last_activity_at from public.posts as post
        where post.forum_id = change.forum_id and post.hidden_at is null and post.deleted_at is null
          and (post.is_pinned, post.last_activity_at, post.id)
            < (false, 'infinity'::timestamptz, 'ffffffff-ffff-ffff-ffff-ffffffffffff'::uuid)
        order by post.is_pinned desc, post.last_activity_at desc, post.id desc limit 1)) as newest
      order by newest.last_activity_at desc, newest.id desc limit 1)
  from unnest(forum_ids, added_posts, added_replies) as change (forum_id, posts, replies)
  where forum.id = change.forum_id;
$$;
