-- Acts of moderators on many topics at once, previewed, applied in batches, and undone within 30 days.
-- Errors: PT404 not_found; PT409 undo_over, undone, too_many; PT422 unknown_act.

-- Raises 42501 unless the caller moderates all of these areas, and at least one area at all.
create or replace function public.check_moderates(areas uuid[]) returns void
language plpgsql stable security definer set search_path = '' as $$
declare
  moderated constant uuid[] := public.moderated_forums();
begin
  if moderated = '{}' or not areas <@ moderated then
    raise exception 'This needs a role that you do not have' using errcode = '42501', detail = 'not_allowed';
  end if;
end
$$;

-- What an act is about to do: the topics it changes, their replies and authors, and those that stay as they are.
create or replace function public.preview_act(kind text, posts uuid[], value jsonb default '{}')
returns table (topics integer, replies integer, authors integer, unchanged integer)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform public.check_moderates(array[]::uuid[]);
  return query
    select count(*) filter (where change.is_needed)::int,
      coalesce(sum(post.reply_count) filter (where change.is_needed), 0)::int,
      (count(distinct post.author_id) filter (where change.is_needed))::int,
      count(*) filter (where not change.is_needed)::int
    from public.posts as post
    cross join lateral (
      select public.topic_after(post, preview_act.kind, preview_act.value)
        is distinct from public.topic_before(post) as is_needed) as change
    where post.id = any (preview_act.posts) and post.deleted_at is null and post.merged_into is null
      and post.forum_id = any (public.moderated_forums());
end
$$;

-- The columns that acts change.
create or replace function public.topic_before(post public.posts) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object('forum_id', post.forum_id, 'is_locked', post.is_locked, 'lock_reason', post.lock_reason,
    'is_pinned', post.is_pinned, 'pinned_until', post.pinned_until, 'hidden_at', post.hidden_at,
    'tags', to_jsonb(post.tags))
$$;

-- The same columns after an act.
create or replace function public.topic_after(post public.posts, kind text, value jsonb) returns jsonb
language sql stable set search_path = '' as $$
  select public.topic_before(post) || case kind
    when 'move' then jsonb_build_object('forum_id', (value ->> 'forum')::uuid)
    when 'lock' then case when post.is_locked then '{}' else
      jsonb_build_object('is_locked', true, 'lock_reason', value ->> 'reason') end
    when 'unlock' then jsonb_build_object('is_locked', false, 'lock_reason', null)
    when 'pin' then jsonb_build_object('is_pinned', true)
    when 'unpin' then jsonb_build_object('is_pinned', false, 'pinned_until', null)
    when 'hide' then jsonb_build_object('hidden_at', coalesce(post.hidden_at, now()))
    when 'show' then jsonb_build_object('hidden_at', null)
    when 'tag' then jsonb_build_object('tags', case
      when cardinality(post.tags) >= 5 or exists (
        select from unnest(post.tags) as tag where lower(tag) = lower(btrim(value ->> 'tag'))) then to_jsonb(post.tags)
      else to_jsonb(post.tags || btrim(value ->> 'tag')) end)
    when 'untag' then jsonb_build_object('tags', coalesce((
      select jsonb_agg(tag) from unnest(post.tags) as tag where lower(tag) <> lower(btrim(value ->> 'tag'))), '[]'))
  end
$$;

create or replace function public.set_topic(post uuid, state jsonb) returns void
language sql security definer set search_path = '' as $$
  update public.posts set forum_id = (state ->> 'forum_id')::uuid, is_locked = (state ->> 'is_locked')::boolean,
    lock_reason = state ->> 'lock_reason', is_pinned = (state ->> 'is_pinned')::boolean,
    pinned_until = (state ->> 'pinned_until')::timestamptz, hidden_at = (state ->> 'hidden_at')::timestamptz,
    tags = array(select jsonb_array_elements_text(state -> 'tags'))
  where posts.id = set_topic.post
$$;

-- Applies an act to a batch of topics. Returns how many it changed. A topic that the same act has changed is skipped.
create or replace function public.apply_act(act uuid, kind text, posts uuid[], value jsonb default '{}')
returns integer
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_variable
declare
  topic public.posts;
  state jsonb;
  changed integer := 0;
begin
  perform public.check_moderates(array[]::uuid[]);
  if kind not in ('move', 'lock', 'unlock', 'pin', 'unpin', 'hide', 'show', 'tag', 'untag') then
    perform public.raise_error('422', 'unknown_act', 'No such act');
  elsif cardinality(posts) > 50 then
    perform public.raise_error('409', 'too_many', 'At most 50 topics in a batch');
  elsif kind = 'move' and coalesce((value ->> 'forum')::uuid <> all (public.moderated_forums()), true) then
    perform public.raise_error('404', 'not_found', 'No such forum');
  end if;
  insert into public.forum_acts (id, actor_id, kind, value) values (act, auth.uid(), kind, value)
  on conflict on constraint forum_acts_pkey do nothing;
  if not exists (
      select from public.forum_acts as a
      where a.id = act and a.actor_id = auth.uid() and a.kind = kind and a.undone_at is null) then
    perform public.raise_error('409', 'undone', 'This act is over');
  end if;
  -- In one order, so that two moderators never wait for each other.
  for topic in
    select p.* from public.posts as p
    where p.id = any (posts) and p.deleted_at is null and p.merged_into is null
      and p.forum_id = any (public.moderated_forums())
      and not exists (select from public.forum_act_items as i where i.act_id = act and i.post_id = p.id)
    order by p.id for no key update
  loop
    state := public.topic_after(topic, kind, value);
    continue when state = public.topic_before(topic);
    insert into public.forum_act_items (act_id, post_id, before) values (act, topic.id, public.topic_before(topic));
    perform public.set_topic(topic.id, state);
    changed := changed + 1;
  end loop;
  update public.forum_acts as a set item_count = a.item_count + changed where a.id = act;
  return changed;
end
$$;

-- Undoes an act within 30 days. Of each topic only what the act had changed goes back.
create or replace function public.undo_act(act uuid) returns void
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_variable
declare
  found_act public.forum_acts;
  item record;
begin
  perform public.check_moderates(array[]::uuid[]);
  select a.* into found_act from public.forum_acts as a where a.id = act for update;
  if not found then
    perform public.raise_error('404', 'not_found', 'No such act');
  elsif found_act.undone_at is not null then
    perform public.raise_error('409', 'undone', 'This has been undone already');
  elsif found_act.created_at < now() - interval '30 days' then
    perform public.raise_error('409', 'undo_over', 'This was too long ago');
  end if;
  -- Where its topics are now, and where they go back to.
  perform public.check_moderates(array(
    select p.forum_id from public.posts as p
    where p.id in (found_act.source_id, found_act.target_id)
      or p.id in (select i.post_id from public.forum_act_items as i where i.act_id = act)
    union
    select (i.before ->> 'forum_id')::uuid from public.forum_act_items as i
    where i.act_id = act and found_act.kind = 'move'));
  if found_act.kind = 'split' then
    perform public.undo_split(found_act);
  elsif found_act.kind = 'merge' then
    perform public.undo_merge(found_act);
  else
    for item in
      select i.before, post as topic from public.forum_act_items as i join public.posts as post on post.id = i.post_id
      where i.act_id = act and post.deleted_at is null and post.merged_into is null
      order by post.id for no key update of post
    loop
      perform public.set_topic((item.topic).id, public.topic_before(item.topic) || public.undone_part(found_act, item.before));
    end loop;
  end if;
  update public.forum_acts as a set undone_at = now(), undone_by = auth.uid() where a.id = act;
end
$$;

-- Of what a topic was like before, the columns that the kind of act changes.
create or replace function public.undone_part(act public.forum_acts, before jsonb) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_object_agg(entry.key, entry.value) from jsonb_each(before) as entry
  where entry.key = any (case act.kind
    when 'move' then array['forum_id'] when 'lock' then array['is_locked', 'lock_reason']
    when 'unlock' then array['is_locked', 'lock_reason'] when 'pin' then array['is_pinned', 'pinned_until']
    when 'unpin' then array['is_pinned', 'pinned_until'] when 'hide' then array['hidden_at']
    when 'show' then array['hidden_at'] else array['tags'] end)
$$;

revoke execute on function
  public.check_moderates(uuid[]), public.preview_act(text, uuid[], jsonb), public.topic_before(public.posts),
  public.topic_after(public.posts, text, jsonb), public.set_topic(uuid, jsonb),
  public.apply_act(uuid, text, uuid[], jsonb), public.undo_act(uuid), public.undone_part(public.forum_acts, jsonb)
from public, anon, authenticated;

grant execute on function
  public.preview_act(text, uuid[], jsonb), public.apply_act(uuid, text, uuid[], jsonb), public.undo_act(uuid)
to authenticated, service_role;
