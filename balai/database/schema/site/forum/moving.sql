-- Splitting and merging topics. Rows of replies keep their ids, so that reactions, reports, versions and bookmarks follow
-- them; the addresses that they had stay in moved_replies.
-- Errors: PT404 not_found; PT409 gone; PT422 same_topic, no_replies, first_short, session_thread.

-- Puts what refers to a reply on a post, or the other way round. Counts follow.
create or replace function public.refer_to(old_reply uuid, old_post uuid, new_reply uuid, new_post uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  counts jsonb;
begin
  update public.reactions as r set reply_id = new_reply, post_id = new_post
  where r.reply_id = old_reply or r.post_id = old_post;
  update public.bookmarks as b set reply_id = new_reply, post_id = new_post
  where b.reply_id = old_reply or b.post_id = old_post;
  update public.reports as r set reply_id = new_reply, post_id = new_post
  where r.reply_id = old_reply or r.post_id = old_post;
  update public.desk_cases as c set kind = case when new_reply is null then 'post' else 'reply' end,
    thing_id = coalesce(new_reply, new_post), forum_id = coalesce((
      select p.forum_id from public.posts as p left join public.replies as r on r.id = new_reply
      where p.id = coalesce(new_post, r.post_id)), c.forum_id)
  where c.kind in ('post', 'reply') and c.thing_id = coalesce(old_reply, old_post)
    and not exists (select from public.desk_cases as other where other.kind in ('post', 'reply')
      and other.thing_id = coalesce(new_reply, new_post));
  counts := coalesce((select r.reactions from public.replies as r where r.id = old_reply),
    (select p.reactions from public.posts as p where p.id = old_post));
  update public.replies as r set reactions = case when r.id = new_reply then counts else '{}' end
  where r.id in (old_reply, new_reply);
  update public.posts as p set reactions = case when p.id = new_post then counts else '{}' end,
    reaction_count = case when p.id = new_post
      then (select coalesce(sum(entry.value::int), 0) from jsonb_each_text(counts) as entry) else 0 end
  where p.id in (old_post, new_post);
end
$$;

-- Moves replies to the end of a topic, in the order of their numbers, and remembers where they were. The marks of their
-- topic move with them.
create or replace function public.move_replies(act uuid, moved uuid[], target uuid) returns void
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_variable
begin
  insert into public.forum_act_items (act_id, reply_id, before)
  select act, r.id, jsonb_build_object('post_id', r.post_id, 'number', r.number)
  from public.replies as r where r.id = any (moved) order by r.number;
  insert into public.moved_replies as known (post_id, number, reply_id)
  select r.post_id, r.number, r.id from public.replies as r where r.id = any (moved)
  on conflict (post_id, number) do update set reply_id = excluded.reply_id;
  update public.replies as r set post_id = target, number = ranked.number,
    kept_from = public.sorted_marks(r.kept_from || ranked.kept_from)
  from (
    select one.id, public.last_number(target) + row_number() over (order by one.number) as number, topic.kept_from
    from public.replies as one join public.posts as topic on topic.id = one.post_id
    where one.id = any (moved)) as ranked
  where r.id = ranked.id;
end
$$;

-- The highest number that a topic has had, also of replies that have left it: numbers are never given twice.
create or replace function public.last_number(post uuid) returns integer
language sql stable security definer set search_path = '' as $$
  select greatest(
    (select max(r.number) from public.replies as r where r.post_id = last_number.post),
    (select max(m.number) from public.moved_replies as m where m.post_id = last_number.post), 0)
$$;

-- Makes a topic of replies: the first one is its text, by its author. Returns the id of the topic.
create or replace function public.split_replies(act uuid, post uuid, replies uuid[], forum uuid, title text) returns uuid
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_variable
declare
  first public.replies;
  made uuid;
  solved uuid;
begin
  perform public.check_moderates(array[forum] || array(select p.forum_id from public.posts as p where p.id = post));
  select a.target_id into made from public.forum_acts as a where a.id = act and a.kind = 'split';
  if found then
    return made;
  end if;
  perform from public.replies as r where r.post_id = post and r.id = any (replies) order by r.id for no key update;
  select p.solved_reply_id into solved from public.posts as p
  where p.id = post and p.title is not null for no key update;
  if not found then
    perform public.raise_error('404', 'not_found', 'No such post');
  end if;
  -- Again, under the lock: it may have been moved.
  perform public.check_moderates(array(select p.forum_id from public.posts as p where p.id = post));
  perform public.refuse_session_threads(array[forum] || array(select p.forum_id from public.posts as p where p.id = post));
  select r.* into first from public.replies as r
  where r.post_id = post and r.id = any (replies) and r.body is not null order by r.number limit 1;
  if not found then
    perform public.raise_error('422', 'no_replies', 'Choose replies of this post');
  elsif not public.is_long_enough(public.rich_text_plain(first.body), 8, 20) then
    perform public.raise_error('422', 'first_short', 'The first of the replies is too short for a post');
  end if;
  made := gen_random_uuid();
  insert into public.posts (id, forum_id, author_id, language, title, body, created_at, text_since, edited_at, edited_by,
    last_activity_at, kept_from)
  select made, forum, first.author_id, first.language, title, first.body, first.created_at, first.text_since,
    first.edited_at, first.edited_by, first.created_at, public.sorted_marks(first.kept_from || p.kept_from)
  from public.posts as p where p.id = post;
  insert into public.text_pictures (picture, post_id)
  select t.picture, made from public.text_pictures as t where t.reply_id = first.id and t.is_current on conflict do nothing;
  insert into public.forum_acts (id, actor_id, kind, source_id, target_id, value, item_count)
  values (act, auth.uid(), 'split', post, made,
    jsonb_build_object('reply', first.id, 'solved', solved), cardinality(replies));
  perform public.move_replies(act, array(
    select r.id from public.replies as r
    where r.post_id = post and r.id = any (replies) and r.id <> first.id), made);
  perform public.refer_to(first.id, null, null, made);
  update public.replies as r set hidden_at = now(), became_post = made where r.id = first.id;
  update public.posts as p set solved_reply_id = null where p.id = post and solved = any (replies);
  -- Members who have read the replies have read the new topic.
  insert into public.thread_reads (member_id, post_id, last_number)
  select seen.member_id, made, count(item.id)::int
  from public.thread_reads as seen
  left join public.forum_act_items as item
    on item.act_id = act and (item.before ->> 'number')::int <= seen.last_number
  where seen.post_id = post and seen.last_number >= first.number
  group by seen.member_id on conflict do nothing;
  return made;
end
$$;

create or replace function public.undo_split(act public.forum_acts) returns void
language plpgsql security definer set search_path = '' as $$
declare
  trace uuid := (act.value ->> 'reply')::uuid;
  latest jsonb;
begin
  perform from public.replies as r where r.post_id in (act.source_id, act.target_id) order by r.id for no key update;
  perform from public.posts as p where p.id in (act.source_id, act.target_id) order by p.id for no key update;
  perform public.put_back(act);
  -- Replies written in the new topic since then follow.
  perform public.follow(act.target_id, act.source_id);
  select p.body into latest from public.posts as p where p.id = act.target_id;
  perform public.refer_to(null, act.target_id, trace, null);
  update public.replies as r set hidden_at = null, became_post = null where r.id = trace and r.became_post is not null;
  update public.replies as r set body = latest
  where r.id = trace and r.body is not null and latest is not null and r.body <> latest;
  insert into public.moved_replies (post_id, number, reply_id) values (act.target_id, 0, trace)
  on conflict (post_id, number) do update set reply_id = excluded.reply_id;
  update public.posts as p set hidden_at = coalesce(p.hidden_at, now()), merged_into = act.source_id
  where p.id = act.target_id;
  update public.posts as p set solved_reply_id = (act.value ->> 'solved')::uuid
  where p.id = act.source_id and p.solved_reply_id is null
    and exists (select from public.replies as r
      where r.id = (act.value ->> 'solved')::uuid and r.post_id = p.id and r.body is not null);
end
$$;

-- Puts all of a topic at the end of another: its text becomes a reply, its replies follow. Returns the number of the
-- first of them.
create or replace function public.merge_posts(act uuid, source uuid, target uuid) returns integer
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_variable
declare
  topic public.posts;
  was_locked boolean;
  made uuid := gen_random_uuid();
  moved uuid[];
begin
  perform public.check_moderates(array(select p.forum_id from public.posts as p where p.id in (source, target)));
  if exists (select from public.forum_acts as a where a.id = act) then
    return (select r.number from public.moved_replies as m join public.replies as r on r.id = m.reply_id
      where m.post_id = source and m.number = 0);
  elsif source = target then
    perform public.raise_error('422', 'same_topic', 'Choose another post');
  end if;
  perform from public.replies as r where r.post_id = source order by r.id for no key update;
  perform from public.posts as p where p.id in (source, target) order by p.id for no key update;
  -- Again, under the lock: they may have been moved.
  perform public.check_moderates(array(select p.forum_id from public.posts as p where p.id in (source, target)));
  perform public.refuse_session_threads(array(select p.forum_id from public.posts as p where p.id in (source, target)));
  select p.* into topic from public.posts as p where p.id = source;
  select p.is_locked into was_locked from public.posts as p where p.id = target and p.title is not null;
  if topic.title is null or was_locked is null then
    perform public.raise_error('409', 'gone', 'This was hidden or deleted');
  end if;
  insert into public.forum_acts (id, actor_id, kind, source_id, target_id, value, item_count)
  values (act, auth.uid(), 'merge', source, target, jsonb_build_object('reply', made), topic.reply_count + 1);
  moved := array(select r.id from public.replies as r where r.post_id = source);
  update public.posts as p set is_locked = false where p.id = target and was_locked;
  insert into public.replies (id, post_id, author_id, language, body, created_at, text_since, edited_at, edited_by,
    kept_from, text_version)
  values (made, target, topic.author_id, topic.language, topic.body, topic.created_at, topic.text_since,
    topic.edited_at, topic.edited_by, topic.kept_from, topic.text_version);
  insert into public.text_pictures (picture, reply_id)
  select t.picture, made from public.text_pictures as t where t.post_id = source and t.is_current on conflict do nothing;
  insert into public.translations (reply_id, language, body, translator_id, source_version, created_at, updated_at)
  select made, t.language, t.body, t.translator_id, t.source_version, t.created_at, t.updated_at
  from public.translations as t
  where t.post_id = source and not 'translate' = any (public.marks_of(target));
  update public.posts as p set is_locked = true where p.id = target and was_locked;
  perform public.move_replies(act, moved, target);
  perform public.refer_to(null, source, made, null);
  insert into public.moved_replies (post_id, number, reply_id) values (source, 0, made)
  on conflict (post_id, number) do update set reply_id = excluded.reply_id;
  update public.posts as p set hidden_at = now(), merged_into = target, solved_reply_id = null where p.id = source;
  return (select r.number from public.replies as r where r.id = made);
end
$$;

create or replace function public.undo_merge(act public.forum_acts) returns void
language plpgsql security definer set search_path = '' as $$
declare
  opening uuid := (act.value ->> 'reply')::uuid;
  latest jsonb;
begin
  perform from public.replies as r where r.post_id in (act.source_id, act.target_id) order by r.id for no key update;
  perform from public.posts as p where p.id in (act.source_id, act.target_id) order by p.id for no key update;
  update public.posts as p set hidden_at = null, merged_into = null where p.id = act.source_id;
  select r.body into latest from public.replies as r where r.id = opening;
  if found then
    perform public.refer_to(opening, null, null, act.source_id);
    delete from public.replies as r where r.id = opening;
  end if;
  update public.posts as p set body = latest
  where p.id = act.source_id and latest is not null and p.body <> latest;
  perform public.put_back(act);
end
$$;

-- Gives the replies of an act their old places back, if they are where the act had put them.
create or replace function public.put_back(act public.forum_acts) returns void
language sql security definer set search_path = '' as $$
  delete from public.moved_replies as m using public.forum_act_items as item
  where item.act_id = act.id and m.reply_id = item.reply_id and m.post_id = act.source_id;
  update public.replies as r set post_id = act.source_id, number = (item.before ->> 'number')::int
  from public.forum_act_items as item
  where item.act_id = act.id and r.id = item.reply_id and r.post_id = act.target_id;
$$;

-- All replies of a topic go to the end of another; their addresses lead there.
create or replace function public.follow(source uuid, target uuid) returns void
language sql security definer set search_path = '' as $$
  insert into public.moved_replies as known (post_id, number, reply_id)
  select r.post_id, r.number, r.id from public.replies as r where r.post_id = source
  on conflict (post_id, number) do update set reply_id = excluded.reply_id;
  update public.replies as r set post_id = target, number = ranked.number
  from (
    select one.id, public.last_number(target) + row_number() over (order by one.number) as number
    from public.replies as one where one.post_id = source) as ranked
  where r.id = ranked.id;
$$;

revoke execute on function
  public.refer_to(uuid, uuid, uuid, uuid), public.move_replies(uuid, uuid[], uuid), public.last_number(uuid),
  public.split_replies(uuid, uuid, uuid[], uuid, text), public.undo_split(public.forum_acts),
  public.merge_posts(uuid, uuid, uuid), public.undo_merge(public.forum_acts), public.put_back(public.forum_acts),
  public.follow(uuid, uuid)
from public, anon, authenticated;

grant execute on function
  public.split_replies(uuid, uuid, uuid[], uuid, text), public.merge_posts(uuid, uuid, uuid)
to authenticated, service_role;
