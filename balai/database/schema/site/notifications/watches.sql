-- Watching: what members want to hear of, and telling the watchers of a new topic or reply.
-- The level of a topic is its own if the member has set one there. Else muted, if its forum, its language or one of its tags is
-- muted; else the highest of them.
-- Errors: PT401 no_session; PT404 not_found; PT422 unknown_level, one_thing, too_many_tags.

-- Sets the caller's level of one thing; null removes it.
create or replace function public.set_watch(
  level text, forum uuid default null, post uuid default null, language public.language default null,
  tag text default null) returns void
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
begin
  if not exists (select from public.profiles where id = auth.uid()) then
    perform public.raise_error('401', 'no_session', 'Please sign in');
  elsif num_nonnulls(set_watch.forum, set_watch.post, set_watch.language, set_watch.tag) <> 1 then
    perform public.raise_error('422', 'one_thing', 'Name a forum, a topic, a language or a tag');
  elsif set_watch.level not in ('watching', 'watching_first', 'tracking', 'normal', 'muted')
      or set_watch.level = 'watching_first' and set_watch.post is not null then
    perform public.raise_error('422', 'unknown_level', 'No such level');
  elsif set_watch.post is not null and not public.topic_is_open_to(auth.uid(), set_watch.post)
      or set_watch.forum is not null and not exists (
        select from public.forums where id = set_watch.forum and id <> all (public.hidden_forums())) then
    perform public.raise_error('404', 'not_found', 'No such forum or topic');
  end if;
  -- Two devices at once: the second waits for the first.
  perform pg_advisory_xact_lock(hashtextextended('balai.watch' || auth.uid(), 0));
  delete from public.watches where member_id = auth.uid() and forum_id is not distinct from set_watch.forum
    and post_id is not distinct from set_watch.post and language is not distinct from set_watch.language
    and tag is not distinct from lower(btrim(set_watch.tag));
  if set_watch.tag is not null and set_watch.level is not null
    and (select count(*) from public.watches as w where w.member_id = auth.uid() and w.tag is not null) >= 200 then
    perform public.raise_error('422', 'too_many_tags', 'At most 200 tags of a member');
  end if;
  if set_watch.level is not null then
    insert into public.watches (member_id, forum_id, post_id, language, tag, level)
    values (auth.uid(), set_watch.forum, set_watch.post, set_watch.language, lower(btrim(set_watch.tag)),
      set_watch.level);
  end if;
end $$;

-- Authors watch their topics and track those in which they reply, unless they have chosen otherwise. The watchers are
-- told by a job.
create or replace function public.watch_own_post() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.author_id is not null then
    insert into public.watches (member_id, post_id, level, is_automatic)
    values (new.author_id, new.id, 'watching', true)
    on conflict (post_id, member_id) where post_id is not null do nothing;
  end if;
  -- The topic of a session opens with the bookings, whose members hear of these.
  if not exists (select from public.forums where id = new.forum_id and slot_id is not null) then
    insert into public.notice_fan_outs (post_id) values (new.id);
    perform pg_notify('balai_notices', '');
  end if;
  return null;
end $$;

create or replace function public.watch_own_reply() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.author_id is not null then
    insert into public.watches (member_id, post_id, level, is_automatic)
    values (new.author_id, new.post_id, 'tracking', true)
    on conflict (post_id, member_id) where post_id is not null do nothing;
  end if;
  insert into public.notice_fan_outs (post_id, reply_id) values (new.post_id, new.id);
  perform pg_notify('balai_notices', '');
  return null;
end $$;

-- The next watchers of a new topic or reply, by their ids. `is_own`: they watch the topic itself.
create or replace function public.watchers_of(
  post uuid, is_first boolean, after_member uuid, at_most integer) returns table (member_id uuid, is_own boolean)
language sql stable security definer set search_path = '' as $$
  select levels.member_id, levels.own is not null
  from (
    select watch.member_id, max(watch.level) filter (where watch.post_id is not null) as own,
      array_agg(watch.level) filter (where watch.post_id is null) as wider
    from public.posts as topic
    join public.watches as watch
      on watch.post_id = topic.id or watch.forum_id = topic.forum_id or watch.language = topic.language
      or watch.tag in (select lower(each) from unnest(topic.tags) as each)
    where topic.id = watchers_of.post and watch.member_id > watchers_of.after_member
    group by watch.member_id) as levels
  where case
    when levels.own is not null then levels.own = 'watching'
    when 'muted' = any (levels.wider) then false
    else 'watching' = any (levels.wider) or is_first and 'watching_first' = any (levels.wider) end
  order by levels.member_id limit at_most
$$;

-- Tells one batch of the watchers of the oldest new post. False: no more is due. Workers take different posts.
create or replace function public.fan_out_notices(at_most integer default 5000) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  due record;
  watchers record;
begin
  select f.id, f.post_id, f.reply_id, f.after_member, coalesce(reply.author_id, topic.author_id) as author,
    topic.title is not null and (f.reply_id is null or reply.body is not null) as is_shown
  into due
  from public.notice_fan_outs as f
  join public.posts as topic on topic.id = f.post_id
  left join public.replies as reply on reply.id = f.reply_id
  order by f.id limit 1 for update of f skip locked;
  if not found then
    return false;
  end if;
  select array_agg(w.member_id) filter (where w.is_own) as of_topic,
    array_agg(w.member_id) filter (where not w.is_own) as of_forum, count(*) as many,
    (array_agg(w.member_id order by w.member_id desc))[1] as last
  into watchers
  from public.watchers_of(due.post_id, due.reply_id is null, due.after_member, at_most) as w where due.is_shown;
  perform public.queue_notices('watched_topic', watchers.of_topic, coalesce(due.reply_id, due.post_id)::text, due.author,
      due.post_id, due.reply_id, merged_by => due.post_id::text)
    where watchers.of_topic is not null;
  perform public.queue_notices('watched_forum', watchers.of_forum, coalesce(due.reply_id, due.post_id)::text, due.author,
      due.post_id, due.reply_id, merged_by => due.post_id::text)
    where watchers.of_forum is not null;
  if watchers.many < at_most then
    delete from public.notice_fan_outs where id = due.id;
  else
    update public.notice_fan_outs set after_member = watchers.last where id = due.id;
  end if;
  return true;
end $$;

revoke execute on function
  public.set_watch(text, uuid, uuid, public.language, text), public.watch_own_post(), public.watch_own_reply(),
  public.watchers_of(uuid, boolean, uuid, integer), public.fan_out_notices(integer)
from public, anon, authenticated;
grant execute on function public.set_watch(text, uuid, uuid, public.language, text) to authenticated, service_role;
