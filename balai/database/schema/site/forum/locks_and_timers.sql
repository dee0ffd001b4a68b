-- Locks and pins topics, at once or at a moment, and slow mode. Moderators of the area may (rights/rights.sql).
-- Errors: PT404 not_found; PT422 past_moment.

-- Sets what is named in `state`; what is not named stays: isLocked, reason, note, lockAt, unlockAt, isPinned, pinnedUntil,
-- slowSeconds.
create or replace function public.set_topic_state(post uuid, state jsonb) returns void
language plpgsql security definer set search_path = '' as $$
declare
  name text;
begin
  perform public.check_moderates(array(select p.forum_id from public.posts as p where p.id = set_topic_state.post));
  foreach name in array array['lockAt', 'unlockAt', 'pinnedUntil'] loop
    if (state ->> name)::timestamptz <= now() then
      perform public.raise_error('422', 'past_moment', 'Choose a moment in the future');
    end if;
  end loop;
  update public.posts as p set
    is_locked = case when state ? 'isLocked' then (state ->> 'isLocked')::boolean else p.is_locked end,
    lock_reason = case when state ? 'reason' then nullif(state ->> 'reason', '')
      when (state ->> 'isLocked')::boolean is false then null else p.lock_reason end,
    lock_note = case when state ? 'note' then coalesce(state ->> 'note', '')
      when (state ->> 'isLocked')::boolean is false then '' else p.lock_note end,
    lock_at = case when state ? 'lockAt' then (state ->> 'lockAt')::timestamptz else p.lock_at end,
    unlock_at = case when state ? 'unlockAt' then (state ->> 'unlockAt')::timestamptz else p.unlock_at end,
    is_pinned = case when state ? 'isPinned' then (state ->> 'isPinned')::boolean else p.is_pinned end,
    pinned_until = case when state ? 'pinnedUntil' then (state ->> 'pinnedUntil')::timestamptz
      when (state ->> 'isPinned')::boolean is false then null else p.pinned_until end,
    slow_seconds = case when state ? 'slowSeconds' then (state ->> 'slowSeconds')::integer else p.slow_seconds end
  where p.id = set_topic_state.post;
  if not found then
    perform public.raise_error('404', 'not_found', 'No such post');
  end if;
end
$$;

-- For the job alone: applies the timers that are due, of topics and of their articles. Returns how many topics changed.
create or replace function public.apply_topic_timers() returns integer
language plpgsql security definer set search_path = '' as $$
declare
  changed integer := 0;
  count integer;
begin
  update public.posts set is_locked = true, lock_at = null where lock_at <= now();
  get diagnostics changed = row_count;
  update public.posts set is_locked = false, unlock_at = null, lock_reason = null, lock_note = ''
  where unlock_at <= now();
  get diagnostics count = row_count;
  changed := changed + count;
  update public.posts set is_pinned = false, pinned_until = null where pinned_until <= now();
  get diagnostics count = row_count;
  return changed + count + public.close_due_polls() + public.move_due_comments();
end
$$;

-- Rejects a reply that comes too soon in slow mode, or that would be one too many of the same author in a row.
-- Moderators of the area and the site's own jobs are exempt. The caller holds the lock of the topic. Hints: when the next
-- reply is possible; the number of the last one.
create or replace function public.check_reply_pace(post uuid, author uuid, slow_seconds integer) returns void
language plpgsql security definer set search_path = '' as $$
declare
  limited integer;
  last_at timestamptz;
begin
  if auth.uid() is null or public.may('moderate', (
      select p.forum_id from public.posts as p where p.id = check_reply_pace.post)) then
    return;
  end if;
  select max(r.created_at) into last_at from public.replies as r
  where r.post_id = check_reply_pace.post and r.author_id = check_reply_pace.author
    and r.created_at > now() - make_interval(secs => check_reply_pace.slow_seconds);
  if last_at is not null then
    raise exception 'This topic is in slow mode' using errcode = 'PT429', detail = 'slow_mode',
      hint = to_json(last_at + make_interval(secs => check_reply_pace.slow_seconds)) #>> '{}';
  end if;
  select f.max_in_row into limited
  from public.posts as p join public.forums as f on f.id = p.forum_id where p.id = check_reply_pace.post;
  if limited is not null and limited = (
      select count(*) from (
        select r.author_id from public.replies as r where r.post_id = check_reply_pace.post
        order by r.number desc limit limited) as latest
      where latest.author_id = check_reply_pace.author) then
    raise exception 'Add to your last reply instead' using errcode = 'PT429', detail = 'in_row',
      hint = (select max(r.number) from public.replies as r where r.post_id = check_reply_pace.post)::text;
  end if;
end
$$;

revoke execute on function
  public.set_topic_state(uuid, jsonb), public.apply_topic_timers(), public.check_reply_pace(uuid, uuid, integer)
from public, anon, authenticated;

grant execute on function public.set_topic_state(uuid, jsonb) to authenticated, service_role;
