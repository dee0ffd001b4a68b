-- Penalties in steps: a silenced member reads and does not write, a suspended one cannot sign in.
--   penalize()        imposes one; in an area of the forum it is a row of area_bans
--   lift_penalty()    ends it early
--   penalties_of()    what a dialog offers to the caller, and what is in force
--   is_silenced()     what rules ask
-- A reason is one of the words spam, abuse, private, misleading, repeated and rules, which pages and emails show in the
-- reader's language, or own words, which are shown as they are.
-- Errors: PT403 silenced, not_allowed; PT404 not_found; PT409 penalized, awaits_deletion; PT422 is_staff, unknown_penalty, no_reason.

-- Whether a member may not write anywhere now.
create or replace function public.is_silenced(member uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from public.penalties as p
    where p.member_id = is_silenced.member and p.kind = 'silence' and p.lifted_at is null and p.until > now())
$$;

-- The caller's silence with the latest end, for the notice on every page. Without a reason: reports of several members
-- brought it about (trust/automatic.sql).
create or replace function public.my_silence() returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('until', p.until, 'reason', p.reason)
  from public.penalties as p
  where p.member_id = auth.uid() and p.kind = 'silence' and p.lifted_at is null and p.until > now()
  order by p.until desc limit 1
$$;

create or replace function public.refuse_if_silenced() returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  if public.is_silenced(auth.uid()) then
    perform public.raise_error('403', 'silenced', 'You may read, but not write for now');
  end if;
end
$$;

-- For posts and replies; row policies refuse them as well, without a reason.
create or replace function public.check_silence() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  area uuid;
begin
  if auth.uid() is null then
    return new;
  end if;
  perform public.refuse_if_silenced();
  if tg_table_name = 'posts' then
    area := new.forum_id;
  elsif tg_table_name = 'replies' then
    select p.forum_id into area from public.posts as p where p.id = new.post_id;
  end if;
  if area is not null and exists (
    select from public.area_bans as b
    where b.member_id = auth.uid() and coalesce(b.until > now(), true)
      and b.forum_id in (area, (select f.parent_id from public.forums as f where f.id = area)))
    and not public.may('moderate', area) then
    perform public.raise_error('403', 'silenced', 'You may read, but not write here for now');
  end if;
  return new;
end
$$;

-- The penalties that the caller may impose on a member: "area" (silence in this area), "silence", "suspend", "forever".
create or replace function public.penalty_choices(member uuid, forum uuid default null) returns text[]
language plpgsql stable security definer set search_path = '' as $$
declare
  is_staff constant boolean := public.may_as(member, 'moderate');
begin
  if auth.uid() is null or member = auth.uid()
    or exists (select from public.administrators as a where a.user_id = member)
    or not exists (select from public.profiles as p where p.id = member)
    or public.deletion_block(member) is not null then
    return '{}';
  end if;
  return array_remove(array[
    case when forum is not null and public.may('moderate', forum) and not public.may_as(member, 'moderate', forum)
      then 'area' end,
    -- Moderators of the whole site do not penalize each other.
    case when public.may('moderate') and (not is_staff or public.is_admin()) then 'silence' end,
    case when public.may('moderate') and (not is_staff or public.is_admin()) then 'suspend' end,
    case when public.is_admin() then 'forever' end], null);
end
$$;

-- Imposes a penalty for 24, 72, 168 or 720 hours; a suspension by an administrator also without end (hours null). A
-- repeated request with the same id changes nothing. The member gets an email. Returns the end.
create or replace function public.penalize(
  id uuid, member uuid, kind text, hours integer, reason text, forum uuid default null) returns timestamptz
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_variable
declare
  choice constant text := case when forum is not null then 'area' when hours is null then 'forever' else kind end;
  ends_at timestamptz := now() + coalesce(make_interval(hours => hours), interval '100 years');
  earlier public.penalties;
begin
  if kind is null or kind not in ('silence', 'suspend') or forum is not null and (kind <> 'silence' or hours is null)
    or hours not in (24, 72, 168, 720) or hours is null and kind <> 'suspend' then
    perform public.raise_error('422', 'unknown_penalty', 'A penalty lasts 24, 72, 168 or 720 hours');
  elsif coalesce(btrim(reason), '') = '' then
    perform public.raise_error('422', 'no_reason', 'A penalty needs a reason');
  end if;
  if not choice = any (public.penalty_choices(member, forum)) then
    -- Callers without the right learn nothing about the member.
    perform public.check_may('moderate', forum);
    if not exists (select from public.profiles as p where p.id = member) then
      perform public.raise_error('404', 'not_found', 'No such member');
    elsif public.deletion_block(member) is not null then
      perform public.raise_error('409', 'awaits_deletion', 'This account waits for its deletion');
    elsif choice = 'forever' and not public.is_admin() then
      perform public.check_admin();
    end if;
    perform public.raise_error('422', 'is_staff', 'A member of the staff cannot be penalized');
  end if;
  if forum is not null then
    perform public.set_area_ban(forum, member, reason, ends_at);
    return ends_at;
  end if;
  -- Of two moderators at the same time the second waits, and sees the penalty of the first.
  perform pg_advisory_xact_lock(hashtextextended('balai.penalties.' || member, 0));
  select p.* into earlier from public.penalties as p
  where p.id = id or p.member_id = member and p.kind = kind and p.lifted_at is null and p.until > now()
  order by p.id = id desc limit 1;
  if found then
    if earlier.id = id and earlier.member_id = member then
      return earlier.until;
    end if;
    perform public.raise_error('409', 'penalized', 'This member has such a penalty already');
  end if;
  insert into public.penalties (id, member_id, kind, reason, until, imposed_by, by_administrator)
  values (id, member, kind, btrim(reason), ends_at, auth.uid(), public.is_admin());
  if kind = 'suspend' then
    perform public.refresh_block(member);
  end if;
  return ends_at;
end
$$;

-- Sets or clears the block in the auth service's own columns, which its sign-ins and tokens are checked against. Its
-- column of the reason is not on a hosted project.
create or replace function public.set_block(member uuid, ends_at timestamptz, reason text) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if exists (select from pg_catalog.pg_attribute as a
      where a.attrelid = 'auth.users'::regclass and a.attname = 'ban_reason' and not a.attisdropped) then
    execute 'update auth.users set banned_until = $2, ban_reason = $3, updated_at = now() where id = $1'
    using member, ends_at, reason;
  else
    update auth.users as u set banned_until = ends_at, updated_at = now() where u.id = member;
  end if;
end
$$;

-- Sets the block to what holds now: the deletion by an administrator, which has the word "deletion" for its reason, or
-- the suspension, or none. The lock comes before the reading, so that of two concurrent acts the later one sees both.
create or replace function public.refresh_block(member uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  deletion timestamptz;
  penalty public.penalties;
begin
  perform from auth.users as u where u.id = refresh_block.member for no key update;
  deletion := public.deletion_block(refresh_block.member);
  if deletion is not null then
    perform public.set_block(refresh_block.member, deletion, 'deletion');
    return;
  end if;
  select p.* into penalty from public.penalties as p
  where p.member_id = refresh_block.member and p.kind = 'suspend' and p.lifted_at is null and p.until > now()
  order by p.until desc limit 1;
  perform public.set_block(refresh_block.member, penalty.until, nullif(penalty.reason, ''));
end
$$;

-- Ends a penalty early. Lifting again changes nothing.
create or replace function public.lift_penalty(penalty uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  found_penalty public.penalties;
begin
  perform public.check_may('moderate');
  select p.* into found_penalty from public.penalties as p where p.id = lift_penalty.penalty for update;
  if not found then
    perform public.raise_error('404', 'not_found', 'No such penalty');
  elsif found_penalty.lifted_at is not null then
    return;
  elsif found_penalty.member_id = auth.uid() or found_penalty.by_administrator and not public.is_admin() then
    perform public.raise_error('403', 'not_allowed', 'An administrator lifts this');
  end if;
  update public.penalties as p set lifted_at = now(),
    lifted_by = (select me.id from public.profiles as me where me.id = auth.uid())
  where p.id = found_penalty.id;
  if found_penalty.kind = 'suspend' then
    perform public.refresh_block(found_penalty.member_id);
  end if;
end
$$;

-- For the dialog, on a member or on what they wrote in a topic: {"choices": […], "forum": id of the topic's area,
-- "active": [{"id", "kind", "forum", "reason", "until", "canLift"}, …]}.
create or replace function public.penalties_of(member uuid, topic uuid default null) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_variable
declare
  sees_all constant boolean := public.may('moderate');
  -- Of a topic, or of a text that waits, where the caller moderates.
  area constant uuid := (
    select f.forum_id from (
      select p.forum_id from public.posts as p where p.id = topic
      union all
      select h.forum_id from public.held_texts as h where h.id = topic) as f
    where public.may('moderate', f.forum_id));
begin
  if not sees_all and public.moderated_forums() = '{}' then
    raise exception 'This needs a role that you do not have' using errcode = '42501', detail = 'not_allowed';
  end if;
  return jsonb_build_object(
    'choices', to_jsonb(public.penalty_choices(member, area)), 'forum', area,
    'active', coalesce((
      select jsonb_agg(jsonb_build_object('id', x.id, 'kind', x.kind, 'forum', x.forum_id, 'reason', x.reason,
        'until', x.until, 'canLift', x.can_lift) order by x.until)
      from (
        select p.id, p.kind, null::uuid as forum_id, p.reason, p.until,
          public.is_admin() or not p.by_administrator as can_lift
        from public.penalties as p
        where sees_all and p.member_id = member and p.lifted_at is null and p.until > now()
        union all
        select null, 'silence', b.forum_id, b.reason, b.until, true
        from public.area_bans as b
        where b.member_id = member and b.forum_id = any (public.moderated_forums())
          and coalesce(b.until > now(), true) and (area is null or b.forum_id = area)) as x), '[]'));
end
$$;

-- A block that the administration API of the auth service sets or clears is a penalty like any other.
create or replace function public.record_block() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- The block of a deletion is no penalty.
  if new.banned_until = public.deletion_block(new.id) then
    return null;
  end if;
  if coalesce(new.banned_until, '-infinity') <= now() then
    update public.penalties as p set lifted_at = now()
    where p.member_id = new.id and p.kind = 'suspend' and p.lifted_at is null and p.until > now();
  elsif not exists (
    select from public.penalties as p
    where p.member_id = new.id and p.kind = 'suspend' and p.lifted_at is null and p.until = new.banned_until)
    and exists (select from public.profiles as p where p.id = new.id) then
    update public.penalties as p set lifted_at = now()
    where p.member_id = new.id and p.kind = 'suspend' and p.lifted_at is null and p.until > now();
    insert into public.penalties (member_id, kind, reason, until, by_administrator)
    values (new.id, 'suspend',
      coalesce(nullif(btrim(regexp_replace(coalesce(to_jsonb(new) ->> 'ban_reason', ''), '[[:cntrl:]\s]+', ' ', 'g')), ''),
        ''), new.banned_until, true);
  end if;
  -- Nor does another block, or none, replace it.
  if public.deletion_block(new.id) is not null then
    perform public.refresh_block(new.id);
  end if;
  return null;
end
$$;

-- Queues the email to the member in the transaction of the act: in their language, with the end in their time zone and
-- the reason. Not by notification settings: a member must learn why they cannot write.
create or replace function public.tell_of_penalty() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  facts constant jsonb := to_jsonb(new);
  kind_of_email constant text := case
    when facts ->> 'act_id' is not null then 'notice_silenced_by_reports'
    when coalesce(facts ->> 'kind', 'silence') = 'silence' then 'notice_silenced'
    when new.until > now() + interval '10 years' then 'notice_blocked_for_good' else 'notice_blocked' end;
begin
  -- The auth service itself tells of blocks that its administration API sets.
  if to_regclass('mailbox.queue') is null or auth.uid() is null and facts ->> 'act_id' is null then
    return null;
  end if;
  execute $email$
    insert into mailbox.queue (kind, recipient, language, content, user_id)
    select $1, u.email, coalesce(u.raw_user_meta_data ->> 'language', p.language::text), jsonb_build_object('variables',
        jsonb_strip_nulls(jsonb_build_object('reason', nullif($3, ''), 'time_zone', p.time_zone,
          'blocked_until', case when $4 < now() + interval '10 years' then to_char($4 at time zone 'utc',
            'YYYY-MM-DD"T"HH24:MI:SS"+00:00"') end)), 'attachments', '[]'::jsonb), u.id
    from auth.users as u join public.profiles as p on p.id = u.id
    where u.id = $2 and u.email is not null and u.email_confirmed_at is not null
      and 10 > (
        select count(*) from mailbox.queue as sent
        where sent.user_id = u.id and sent.created_at > now() - interval '1 hour' and sent.kind = $1)
  $email$ using kind_of_email, new.member_id, new.reason, new.until;
  return null;
end
$$;

revoke execute on function
  public.is_silenced(uuid), public.my_silence(), public.refuse_if_silenced(), public.check_silence(),
  public.penalty_choices(uuid, uuid), public.penalize(uuid, uuid, text, integer, text, uuid),
  public.set_block(uuid, timestamptz, text), public.refresh_block(uuid), public.lift_penalty(uuid), public.penalties_of(uuid, uuid),
  public.record_block(), public.tell_of_penalty()
from public, anon, authenticated;

grant execute on function
  public.my_silence(), public.penalize(uuid, uuid, text, integer, text, uuid), public.lift_penalty(uuid),
  public.penalties_of(uuid, uuid)
to authenticated, service_role;

comment on function public.my_silence() is 'internal';
