-- Counters of shown replies and the last activity of a post, which is that of the newest shown reply: hiding a reply
-- moves the thread back down. With it the authors of the newest replies, for lists: at most 20 replies are read, however
-- long the thread.
-- Once for each statement, grouped by post, so a bulk insert is one update for each post. The post is locked first and
-- the newest reply read in a second statement: within the update, a transaction that had waited would read the newest
-- reply as of its own start.
create or replace function public.recount_replies(post_ids uuid[], added integer[]) returns void
language sql security definer set search_path = '' as $$
  select from public.posts as post
  where post.id in (
    select change.post_id from unnest(post_ids, added) as change (post_id, added) where change.added <> 0)
  order by post.id for no key update;
  update public.posts as post set
    reply_count = post.reply_count + change.added,
    last_activity_at = greatest(post.created_at, latest.created_at),
    latest_number = coalesce(latest.number, 0),
    latest_writers = public.latest_writers(post.id)
  from unnest(post_ids, added) as change (post_id, added)
  left join lateral (
    select reply.number, reply.created_at from public.replies as reply
    where reply.post_id = change.post_id and reply.hidden_at is null and reply.deleted_at is null
    order by reply.number desc limit 1) as latest on true
  where post.id = change.post_id and change.added <> 0;
$$;

create or replace function public.latest_writers(post uuid) returns uuid[]
language sql stable security definer set search_path = '' as $$
  select array(
    select newest.author_id from (
      select reply.author_id, reply.number from public.replies as reply
      where reply.post_id = latest_writers.post and reply.hidden_at is null and reply.deleted_at is null
      order by reply.number desc limit 20) as newest
    where newest.author_id is not null
    group by newest.author_id order by max(newest.number) desc limit 3)
$$;

-- The deletion of an account removes the author of replies; the row must not keep it either.
create or replace function public.forget_writers() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.posts as post set latest_writers = array_remove(post.latest_writers, gone.author_id)
  from (
    select distinct before.post_id, before.author_id from old_rows as before
    join new_rows as after on after.id = before.id
    where before.author_id is not null and after.author_id is null) as gone
  where post.id = gone.post_id and gone.author_id = any (post.latest_writers);
  return null;
end
$$;

create or replace function public.count_replies() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'INSERT' then
    perform public.recount_replies(array_agg(post_id), array_agg(shown)) from (
      select post_id, count(*)::int as shown from new_rows
      where hidden_at is null and deleted_at is null group by post_id) as change;
  elsif tg_op = 'DELETE' then
    perform public.recount_replies(array_agg(post_id), array_agg(-shown)) from (
      select post_id, count(*)::int as shown from old_rows
      where hidden_at is null and deleted_at is null group by post_id) as change;
  else
    perform public.recount_replies(array_agg(post_id), array_agg(shown)) from (
      select post_id, sum(weight)::int as shown from (
        select post_id, (hidden_at is null and deleted_at is null)::int as weight from new_rows
        union all
        select post_id, -(hidden_at is null and deleted_at is null)::int from old_rows) as moves
      group by post_id) as change;
  end if;
  return null;
end
$$;

-- Counters and the newest post of a forum. The newest is one of two: the first of the forum's list, and the first that
-- is not pinned.
-- Both use the order of the list, which only the index posts_by_activity has. Ordered by activity alone, PostgreSQL may
-- read the activity of all forums to find that of a quiet one.
create or replace function public.recount_posts(forum_ids uuid[], added_posts integer[], added_replies integer[])
returns void
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

create or replace function public.count_posts() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'INSERT' then
    perform public.recount_posts(array_agg(forum_id), array_agg(posts), array_agg(replies)) from (
      select forum_id, count(*)::int as posts, sum(reply_count)::int as replies from new_rows
      where hidden_at is null and deleted_at is null group by forum_id) as change;
  elsif tg_op = 'DELETE' then
    perform public.recount_posts(array_agg(forum_id), array_agg(-posts), array_agg(-replies)) from (
      select forum_id, count(*)::int as posts, sum(reply_count)::int as replies from old_rows
      where hidden_at is null and deleted_at is null group by forum_id) as change;
  else
    perform public.recount_posts(array_agg(forum_id), array_agg(posts), array_agg(replies)) from (
      select forum_id, sum(weight)::int as posts, sum(weight * reply_count)::int as replies from (
        select forum_id, reply_count, last_activity_at, 1 as weight from new_rows
        where hidden_at is null and deleted_at is null
        union all
        select forum_id, reply_count, last_activity_at, -1 from old_rows
        where hidden_at is null and deleted_at is null) as moves
      group by forum_id
      having sum(weight) <> 0 or sum(weight * reply_count) <> 0
        or max(last_activity_at) filter (where weight = 1)
          <> max(last_activity_at) filter (where weight = -1)) as change;
  end if;
  return null;
end
$$;

revoke execute on function
  public.recount_replies(uuid[], integer[]), public.count_replies(), public.latest_writers(uuid), public.forget_writers(),
  public.recount_posts(uuid[], integer[], integer[]), public.count_posts()
from public, anon, authenticated;
