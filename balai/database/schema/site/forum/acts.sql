-- Acts of moderators on many topics and replies at once, previewed, applied in batches, and undone within 30 days.
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

-- The preview of an act: the topics that it changes, the replies in them and the chosen ones, their authors, and
-- those that stay as they are.
create or replace function public.preview_act(
  kind text, posts uuid[], value jsonb default '{}', reply_ids uuid[] default '{}')
returns table (topics integer, replies integer, authors integer, unchanged integer)
language plpgsql stable security definer set search_path = '' as $$
declare
  moderated constant uuid[] := public.moderated_forums();
begin
  perform public.check_moderates(array[]::uuid[]);
  return query
    with chosen as (
      select 1 as topic, post.reply_count as below, post.author_id,
        public.topic_after(post, preview_act.kind, preview_act.value) <> public.topic_before(post) as is_needed
      from public.posts as post
      where post.id = any (preview_act.posts) and post.deleted_at is null and post.merged_into is null
        and post.forum_id = any (moderated)
      union all
      select 0, 1, reply.author_id, public.reply_after(reply, preview_act.kind) <> public.reply_before(reply)
      from public.replies as reply join public.posts as post on post.id = reply.post_id
      where reply.id = any (preview_act.reply_ids) and reply.deleted_at is null and reply.became_post is null
        and post.forum_id = any (moderated))
    select coalesce(sum(c.topic) filter (where c.is_needed), 0)::int,
      coalesce(sum(c.below) filter (where c.is_needed), 0)::int,
      (count(distinct c.author_id) filter (where c.is_needed))::int,
      (count(*) filter (where not c.is_needed))::int
    from chosen as c;
end
$$;

-- The columns that acts change.
create or replace function public.topic_before(post public.posts) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object('forum_id', post.forum_id, 'is_locked', post.is_locked, 'lock_reason', post.lock_reason,
    'is_pinned', post.is_pinned, 'pinned_until', post.pinned_until, 'hidden_at', post.hidden_at,
    'deleted_at', post.deleted_at, 'tags', to_jsonb(post.tags))
$$;

-- The same columns after an act.
create or replace function public.topic_after(post public.posts, kind text, value jsonb) returns jsonb
language sql stable set search_path = '' as $$
  select public.topic_before(post) || case kind
    -- The comments on articles that few read stay with these readers.
    when 'move' then case when post.article_id is not null and exists (
        select from public.forums as f where f.id = post.forum_id and public.follows_articles(f)) then '{}'
      else jsonb_build_object('forum_id', (value ->> 'forum')::uuid) end
    when 'lock' then case when post.is_locked then '{}' else
      jsonb_build_object('is_locked', true, 'lock_reason', value ->> 'reason') end
    when 'unlock' then jsonb_build_object('is_locked', false, 'lock_reason', null)
    when 'pin' then jsonb_build_object('is_pinned', true)
    when 'unpin' then jsonb_build_object('is_pinned', false, 'pinned_until', null)
    when 'hide' then jsonb_build_object('hidden_at', coalesce(post.hidden_at, now()))
    when 'show' then jsonb_build_object('hidden_at', null)
    when 'delete' then jsonb_build_object('deleted_at', now())
    when 'clean' then jsonb_build_object('deleted_at', now())
    when 'tag' then jsonb_build_object('tags', case
      when cardinality(post.tags) >= 5 or exists (
        select from unnest(post.tags) as tag where lower(tag) = lower(btrim(value ->> 'tag'))) then to_jsonb(post.tags)
      else to_jsonb(post.tags || btrim(value ->> 'tag')) end)
    when 'untag' then jsonb_build_object('tags', coalesce((
      select jsonb_agg(tag) from unnest(post.tags) as tag where lower(tag) <> lower(btrim(value ->> 'tag'))), '[]'))
    else '{}' end
$$;

-- Of a reply; whether it is the answer of its topic, because hiding it takes that away.
create or replace function public.reply_before(reply public.replies) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object('hidden_at', reply.hidden_at, 'deleted_at', reply.deleted_at,
    'solves', exists (select from public.posts as p where p.solved_reply_id = reply.id))
$$;

create or replace function public.reply_after(reply public.replies, kind text) returns jsonb
language sql stable set search_path = '' as $$
  select public.reply_before(reply) || case kind
    when 'hide' then jsonb_build_object('hidden_at', coalesce(reply.hidden_at, now()))
    when 'show' then jsonb_build_object('hidden_at', null)
    when 'delete' then jsonb_build_object('deleted_at', now())
    when 'clean' then jsonb_build_object('deleted_at', now())
    else '{}' end
$$;

create or replace function public.set_topics(ids uuid[], states jsonb[]) returns void
language sql security definer set search_path = '' as $$
  update public.posts as p set forum_id = (wanted.state ->> 'forum_id')::uuid,
    is_locked = (wanted.state ->> 'is_locked')::boolean, lock_reason = wanted.state ->> 'lock_reason',
    is_pinned = (wanted.state ->> 'is_pinned')::boolean,
    pinned_until = (wanted.state ->> 'pinned_until')::timestamptz,
    hidden_at = (wanted.state ->> 'hidden_at')::timestamptz, deleted_at = (wanted.state ->> 'deleted_at')::timestamptz,
    tags = array(select jsonb_array_elements_text(wanted.state -> 'tags'))
  from unnest(ids, states) as wanted (id, state) where p.id = wanted.id
$$;

-- Locks replies, then posts, each in one order: two acts, and an act and a new reply, never wait for each other. Replies that
-- quote one of them change with it.
create or replace function public.lock_entries(posts uuid[], reply_ids uuid[]) returns void
language sql security definer set search_path = '' as $$
  select from public.replies as r
  where r.id = any (reply_ids)
    or (public.quoted_texts(r.body) <> '[]' and public.quoted_texts(r.body) ?| (posts || reply_ids)::text[])
  order by r.id for no key update;
  select from public.posts as p
  where p.id = any (posts) or p.id in (select r.post_id from public.replies as r where r.id = any (reply_ids))
  order by p.id for no key update;
$$;

-- Applies an act to the given topics and replies that the caller moderates, and stores what they were like before.
-- Returns how many it changed. Entries that the same act has changed are skipped.
create or replace function public.change_entries(act uuid, kind text, value jsonb, posts uuid[], reply_ids uuid[])
returns integer
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_variable
declare
  moderated constant uuid[] := public.moderated_forums();
  changed integer;
  ids uuid[];
  states jsonb[];
begin
  perform public.lock_entries(posts, reply_ids);
  with changing as (
    select r.id, public.reply_before(r) as before, public.reply_after(r, kind) as state
    from public.replies as r join public.posts as p on p.id = r.post_id
    where r.id = any (reply_ids) and r.deleted_at is null and r.became_post is null and p.forum_id = any (moderated)
      and public.reply_after(r, kind) <> public.reply_before(r)
      and not exists (select from public.forum_act_items as i where i.act_id = act and i.reply_id = r.id)),
  kept as (
    insert into public.forum_act_items (act_id, reply_id, before) select act, c.id, c.before from changing as c)
  update public.replies as r set hidden_at = (c.state ->> 'hidden_at')::timestamptz,
    deleted_at = (c.state ->> 'deleted_at')::timestamptz
  from changing as c where r.id = c.id;
  get diagnostics changed = row_count;
  with changing as (
    select p.id, public.topic_before(p) as before, public.topic_after(p, kind, value) as state
    from public.posts as p
    where p.id = any (posts) and p.deleted_at is null and p.merged_into is null and p.forum_id = any (moderated)
      and public.topic_after(p, kind, value) <> public.topic_before(p)
      and not exists (select from public.forum_act_items as i where i.act_id = act and i.post_id = p.id)),
  kept as (
    insert into public.forum_act_items (act_id, post_id, before) select act, c.id, c.before from changing as c)
  select array_agg(c.id), array_agg(c.state) into ids, states from changing as c;
  perform public.set_topics(ids, states);
  changed := changed + coalesce(cardinality(ids), 0);
  update public.forum_acts as a set item_count = a.item_count + changed where a.id = act;
  return changed;
end
$$;

-- Begins an act, or goes on with it: only its actor, until it is undone.
create or replace function public.begin_act(act uuid, kind text, value jsonb) returns void
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_variable
begin
  insert into public.forum_acts (id, actor_id, kind, value) values (act, auth.uid(), kind, value)
  on conflict on constraint forum_acts_pkey do nothing;
  if not exists (
      select from public.forum_acts as a
      where a.id = act and a.actor_id = auth.uid() and a.kind = kind and a.undone_at is null) then
    perform public.raise_error('409', 'undone', 'This act is over');
  end if;
end
$$;

-- Applies an act to a batch of topics and replies. Returns how many it changed. Of replies only hiding, showing and
-- deleting are known.
create or replace function public.apply_act(
  act uuid, kind text, posts uuid[], value jsonb default '{}', reply_ids uuid[] default '{}')
returns integer
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_variable
begin
  perform public.check_moderates(array[]::uuid[]);
  if kind not in ('move', 'lock', 'unlock', 'pin', 'unpin', 'hide', 'show', 'tag', 'untag', 'delete')
    or cardinality(reply_ids) > 0 and kind not in ('hide', 'show', 'delete') then
    perform public.raise_error('422', 'unknown_act', 'No such act');
  elsif cardinality(posts) + cardinality(reply_ids) > 50 then
    perform public.raise_error('409', 'too_many', 'At most 50 in a batch');
  elsif kind = 'move' and coalesce((value ->> 'forum')::uuid <> all (public.moderated_forums()), true) then
    perform public.raise_error('404', 'not_found', 'No such forum');
  end if;
  perform public.begin_act(act, kind, value);
  return public.change_entries(act, kind, value, posts, reply_ids);
end
$$;

-- Undoes an act within 30 days. Of each topic and reply only what the act had changed goes back.
create or replace function public.undo_act(act uuid) returns void
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_variable
declare
  found_act public.forum_acts;
begin
  perform public.check_moderates(array[]::uuid[]);
  select a.* into found_act from public.forum_acts as a where a.id = act for update;
  perform public.check_undoable(found_act.created_at, found_act.undone_at);
  -- Where its topics are now, and where they go back to.
  perform public.check_moderates(array(
    select p.forum_id from public.posts as p
    where p.id in (found_act.source_id, found_act.target_id)
      or p.id in (select i.post_id from public.forum_act_items as i where i.act_id = act)
      or p.id in (
        select r.post_id from public.forum_act_items as i join public.replies as r on r.id = i.reply_id
        where i.act_id = act)
    union
    select (i.before ->> 'forum_id')::uuid from public.forum_act_items as i
    where i.act_id = act and found_act.kind = 'move'
    union
    -- Bans reach areas in which the member had written nothing.
    select b.forum_id from public.area_bans as b
    where found_act.kind = 'clean' and b.member_id = (found_act.value ->> 'member')::uuid
      and b.created_at = (found_act.value ->> 'bannedAt')::timestamptz));
  if found_act.kind = 'split' then
    perform public.undo_split(found_act);
  elsif found_act.kind = 'merge' then
    perform public.undo_merge(found_act);
  else
    perform public.undo_changes(found_act);
    if found_act.kind = 'clean' then
      perform public.undo_bans(found_act);
    end if;
  end if;
  update public.forum_acts as a set undone_at = now(), undone_by = auth.uid() where a.id = act;
end
$$;

-- Texts that others deleted since then stay deleted; split or merged texts stay where they are.
create or replace function public.undo_changes(act public.forum_acts) returns void
language plpgsql security definer set search_path = '' as $$
declare
  deletes constant boolean := act.kind in ('delete', 'clean');
begin
  perform public.lock_entries(
    array(select i.post_id from public.forum_act_items as i where i.act_id = act.id and i.post_id is not null),
    array(select i.reply_id from public.forum_act_items as i where i.act_id = act.id and i.reply_id is not null));
  update public.replies as r set
    hidden_at = case when deletes then r.hidden_at else (i.before ->> 'hidden_at')::timestamptz end,
    deleted_at = case when deletes then null else r.deleted_at end
  from public.forum_act_items as i
  where i.act_id = act.id and i.reply_id = r.id and r.became_post is null and (deletes or r.deleted_at is null);
  perform public.set_topics(array_agg(undone.id), array_agg(undone.state))
  from (
    select p.id, public.topic_before(p) || public.undone_part(act, i.before) as state
    from public.forum_act_items as i join public.posts as p on p.id = i.post_id
    where i.act_id = act.id and p.merged_into is null and (deletes or p.deleted_at is null)
      -- The article has other readers since then: they stay with these.
      and not (act.kind = 'move' and p.article_id is not null and exists (
        select from public.forums as f where f.id = p.forum_id and public.follows_articles(f)))) as undone;
  update public.posts as p set solved_reply_id = r.id
  from public.forum_act_items as i join public.replies as r on r.id = i.reply_id
  where i.act_id = act.id and (i.before ->> 'solves')::boolean and p.id = r.post_id
    and p.solved_reply_id is null and p.title is not null and r.body is not null;
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
    when 'show' then array['hidden_at'] when 'delete' then array['deleted_at'] when 'clean' then array['deleted_at']
    else array['tags'] end)
$$;

revoke execute on function
  public.check_moderates(uuid[]), public.preview_act(text, uuid[], jsonb, uuid[]), public.topic_before(public.posts),
  public.topic_after(public.posts, text, jsonb), public.reply_before(public.replies),
  public.reply_after(public.replies, text), public.set_topics(uuid[], jsonb[]), public.lock_entries(uuid[], uuid[]),
  public.change_entries(uuid, text, jsonb, uuid[], uuid[]), public.begin_act(uuid, text, jsonb),
  public.apply_act(uuid, text, uuid[], jsonb, uuid[]), public.undo_act(uuid), public.undo_changes(public.forum_acts),
  public.undone_part(public.forum_acts, jsonb)
from public, anon, authenticated;

grant execute on function
  public.preview_act(text, uuid[], jsonb, uuid[]), public.apply_act(uuid, text, uuid[], jsonb, uuid[]),
  public.undo_act(uuid)
to authenticated, service_role;
