-- The desk of staff. Triggers open and close its cases with what they are about, so that the other screens and the desk
-- never differ; functions claim, note and decide.
-- Errors: PT404 not_found; PT409 claimed, handled.

-- Whether the caller may see and decide a case: moderators those of their areas, those of the whole site also reported
-- profiles, administrators reported private messages, staff with the right "messages" those of the contact page, staff of
-- bookings people who book conspicuously often.
create or replace function public.sees_case(c public.desk_cases) returns boolean
language sql stable security definer set search_path = '' as $$
  select case c.kind when 'private' then public.is_admin() when 'message' then public.may('messages')
    when 'booking' then public.sees_booking_case(c.id, c.thing_id) else public.may('moderate', c.forum_id) end
$$;

create or replace function public.open_case(
  kind text, thing uuid, language public.language, area uuid, opened_at timestamptz) returns void
language sql security definer set search_path = '' as $$
  insert into public.desk_cases as c (kind, thing_id, language, forum_id, opened_at)
  values (open_case.kind, thing, open_case.language, area, open_case.opened_at)
  on conflict on constraint desk_cases_once do update set state = 'open', opened_at = excluded.opened_at,
    forum_id = excluded.forum_id, language = excluded.language,
    claimed_by = null, claimed_at = null, decided_by = null, decided_at = null, escalated_at = null
  where c.state in ('resolved', 'rejected')
$$;

create or replace function public.end_case(kind text, thing uuid, state text) returns void
language sql security definer set search_path = '' as $$
  update public.desk_cases as c set state = end_case.state, decided_at = now(),
    decided_by = (select p.id from public.profiles as p where p.id = auth.uid())
  where c.kind = end_case.kind and c.thing_id = thing and c.state in ('open', 'in_progress')
$$;

-- After a change of a report, a held text, a reported private message or profile, or a contact message.
create or replace function public.follow_case() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  subject record;
begin
  if tg_table_name = 'reports' then
    select case when new.reply_id is null then 'post' else 'reply' end as kind, coalesce(new.reply_id, new.post_id) as thing,
      coalesce(reply.language, post.language) as language, post.forum_id
    into subject
    from public.posts as post left join public.replies as reply on reply.id = new.reply_id
    where post.id = coalesce(new.post_id, reply.post_id, (
      select x.post_id from public.replies as x where x.id = new.reply_id));
    if new.status = 'open' then
      perform public.open_case(subject.kind, subject.thing, subject.language, subject.forum_id, now());
    else
      perform public.end_case(subject.kind, subject.thing, case new.status when 'upheld' then 'resolved' else 'rejected' end);
    end if;
  elsif tg_table_name = 'held_texts' then
    if new.status = 'waiting' then
      perform public.open_case('held', new.id, new.language, new.forum_id, now());
      update public.desk_cases as c set forum_id = new.forum_id
      where c.kind = 'held' and c.thing_id = new.id and c.forum_id <> new.forum_id;
    else
      perform public.end_case('held', new.id, case new.status when 'approved' then 'resolved' else 'rejected' end);
    end if;
  elsif tg_table_name = 'private_reports' then
    if new.status = 'open' then
      perform public.open_case('private', new.id, null, null, now());
    else
      perform public.end_case('private', new.id, case new.status when 'upheld' then 'resolved' else 'rejected' end);
    end if;
  elsif tg_table_name = 'profile_reports' then
    if new.status = 'open' then
      perform public.open_case('profile', new.profile_id, null, null, now());
    else
      perform public.end_case('profile', new.profile_id, case new.status when 'upheld' then 'resolved' else 'rejected' end);
    end if;
  elsif new.handled_at is null then
    perform public.open_case('message', new.id, new.language, null, new.created_at);
  else
    perform public.end_case('message', new.id, 'resolved');
  end if;
  return null;
end
$$;

-- A held text that its author takes back, or a row that is deleted with its account.
create or replace function public.forget_case() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from public.desk_cases as c where c.thing_id = old.id;
  return null;
end
$$;

-- Whether a member of staff has the desk open.
create or replace function public.is_present(member uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.desk_presence as d where d.member_id = is_present.member and d.until > now())
$$;

-- The desk calls it each minute while it is shown, and with false when the caller steps away.
create or replace function public.set_present(is_here boolean) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if not public.my_rights() && '{moderate,bookings}' and not public.may('messages') then
    perform public.check_may('moderate');
  end if;
  if is_here then
    insert into public.desk_presence as d (member_id, until) values (auth.uid(), now() + interval '2 minutes')
    on conflict (member_id) do update set until = excluded.until;
  else
    delete from public.desk_presence as d where d.member_id = auth.uid();
  end if;
end
$$;

-- The first recipients of a notice about a text in an area: moderators who read its language and are present, else all who read it, else
-- all of the area.
create or replace function public.first_moderators(area uuid, language public.language) returns uuid[]
language sql stable security definer set search_path = '' as $$
  with readers as (
    select staff.id, first_moderators.language = any (p.language || p.content_languages || p.speaks) as reads,
      public.is_present(staff.id) as is_here
    from unnest(public.list_staff('moderate', area)) as staff (id) join public.profiles as p on p.id = staff.id)
  select coalesce(
    (select array_agg(r.id) from readers as r where r.reads and r.is_here),
    (select array_agg(r.id) from readers as r where r.reads), (select array_agg(r.id) from readers as r), '{}')
$$;

-- Gives back cases that were claimed more than an hour ago, and notifies all moderators of the area of cases that are not
-- claimed after 15 minutes. For a job; returns how many notices.
create or replace function public.escalate_cases() returns integer
language plpgsql security definer set search_path = '' as $$
declare
  late record;
  escalated integer := 0;
begin
  update public.desk_cases as c set state = 'open', claimed_by = null, claimed_at = null
  where c.id in (
    select x.id from public.desk_cases as x
    where x.state = 'in_progress' and x.claimed_at < now() - interval '1 hour'
    limit 100 for update skip locked);
  for late in
    update public.desk_cases as c set escalated_at = now()
    where c.id in (
      select x.id from public.desk_cases as x
      where x.state = 'open' and x.escalated_at is null and x.opened_at < now() - interval '15 minutes'
      order by x.opened_at limit 100 for update skip locked)
    returning c.id, c.kind, c.forum_id
  loop
    escalated := escalated + 1;
    perform public.queue_notices(
      case when late.kind = 'held' then 'staff_queue' else 'staff_report' end,
      -- A language that no account has: all moderators of the area.
      public.moderators_of(late.forum_id, null), 'late ' || late.id, path => '/admin/desk', merged_by => 'late')
    where late.kind in ('post', 'reply', 'held', 'translation');
  end loop;
  return escalated;
end
$$;

-- Locks a case that the caller may decide, after what it is about: reports and bookings lock in that order, too.
create or replace function public.lock_case(case_id uuid) returns public.desk_cases
language plpgsql security definer set search_path = '' as $$
declare
  found_case public.desk_cases;
begin
  select c.* into found_case from public.desk_cases as c where c.id = lock_case.case_id;
  if found and public.sees_case(found_case) then
    if found_case.kind = 'booking' then
      perform public.lock_bookings();
    elsif found_case.kind = 'translation' then
      perform from public.translations as t where t.id = found_case.thing_id for update;
    elsif found_case.kind in ('post', 'reply') then
      perform from public.replies as r where r.id = found_case.thing_id for no key update;
      perform from public.posts as p where p.id = coalesce(
        (select r.post_id from public.replies as r where r.id = found_case.thing_id), found_case.thing_id)
      for no key update;
    end if;
    select c.* into found_case from public.desk_cases as c where c.id = lock_case.case_id for update;
  end if;
  if found_case.id is null or not public.sees_case(found_case) then
    perform public.raise_error('404', 'not_found', 'No such case');
  end if;
  return found_case;
end
$$;

-- Takes a case. Of a hundred simultaneous calls one gets it; the others get "claimed".
create or replace function public.claim_case(case_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  found_case public.desk_cases;
begin
  select c.* into found_case from public.desk_cases as c where c.id = claim_case.case_id for update;
  if not found or not public.sees_case(found_case) then
    perform public.raise_error('404', 'not_found', 'No such case');
  elsif found_case.state in ('resolved', 'rejected') then
    perform public.raise_error('409', 'handled', 'This case is closed');
  elsif found_case.claimed_by = auth.uid() then
    return;
  elsif found_case.claimed_by is not null and found_case.claimed_at > now() - interval '1 hour' then
    perform public.raise_error('409', 'claimed', 'Another member of the staff has this case');
  end if;
  update public.desk_cases as c set state = 'in_progress', claimed_by = auth.uid(), claimed_at = now()
  where c.id = found_case.id;
end
$$;

-- Gives a case back. An administrator may for another.
create or replace function public.release_case(case_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  update public.desk_cases as c set state = 'open', claimed_by = null, claimed_at = null
  where c.id = release_case.case_id and c.state = 'in_progress' and (c.claimed_by = auth.uid() or public.is_admin())
    and public.sees_case(c);
  if not found then
    perform public.raise_error('404', 'not_found', 'No such case of yours');
  end if;
end
$$;

create or replace function public.note_case(id uuid, case_id uuid, body text) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if not exists (
    select from public.desk_cases as c where c.id = note_case.case_id and public.sees_case(c)) then
    perform public.raise_error('404', 'not_found', 'No such case');
  end if;
  insert into public.desk_notes (id, case_id, author_id, body)
  values (note_case.id, note_case.case_id, auth.uid(), btrim(note_case.body)) on conflict do nothing;
end
$$;

-- Decides a case by the function of what it is about, whose triggers close it. resolved: the report is right, the held
-- text is approved, the message is answered; rejected: the opposite. `reason` and `note`: for the author of a held text
-- that is rejected.
create or replace function public.close_case(case_id uuid, outcome text, reason text default null, note text default '')
returns void
language plpgsql security definer set search_path = '' as $$
declare
  found_case constant public.desk_cases := public.lock_case(case_id);
  is_resolved constant boolean := outcome = 'resolved';
begin
  if outcome is null or outcome not in ('resolved', 'rejected') then
    perform public.raise_error('422', 'unknown_outcome', 'An outcome is resolved or rejected');
  elsif found_case.state in ('resolved', 'rejected') then
    perform public.raise_error('409', 'handled', 'This case is closed');
  elsif found_case.claimed_by <> auth.uid() and found_case.claimed_at > now() - interval '1 hour' then
    perform public.raise_error('409', 'claimed', 'Another member of the staff has this case');
  end if;
  if found_case.kind in ('post', 'reply') then
    perform public.handle_report((
      select r.id from public.reports as r
      where r.status = 'open' and (r.post_id = found_case.thing_id or r.reply_id = found_case.thing_id) limit 1),
      case when is_resolved then 'upheld' else 'dismissed' end);
  elsif found_case.kind = 'held' then
    perform public.decide_held_text(found_case.thing_id, case when is_resolved then 'approved' else 'rejected' end,
      close_case.reason, close_case.note);
  elsif found_case.kind = 'private' then
    perform public.handle_private_report(found_case.thing_id, case when is_resolved then 'upheld' else 'dismissed' end);
  elsif found_case.kind = 'profile' then
    perform public.decide_profile(found_case, is_resolved);
  elsif found_case.kind = 'translation' then
    perform public.decide_translation(found_case, is_resolved);
  elsif found_case.kind = 'booking' then
    perform public.decide_bookings(found_case, is_resolved);
  else
    perform public.set_message_handled(found_case.thing_id, true);
    perform public.end_case('message', found_case.thing_id, outcome);
  end if;
end
$$;

-- Undoes that. The reports of a private message stay closed.
create or replace function public.reopen_case(case_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  found_case constant public.desk_cases := public.lock_case(case_id);
begin
  if found_case.kind = 'private' then
    perform public.raise_error('404', 'not_found', 'No such case');
  elsif found_case.state in ('open', 'in_progress') then
    return;
  end if;
  if found_case.kind in ('post', 'reply') then
    perform public.reopen_report((
      select r.id from public.reports as r
      where r.status <> 'open' and (r.post_id = found_case.thing_id or r.reply_id = found_case.thing_id)
      order by r.handled_at desc limit 1));
  elsif found_case.kind = 'held' then
    perform public.reopen_held_text(found_case.thing_id);
  elsif found_case.kind = 'profile' then
    perform public.reopen_profile(found_case);
  elsif found_case.kind = 'translation' then
    perform public.reopen_translation(found_case);
  elsif found_case.kind = 'booking' then
    perform public.reopen_bookings(found_case);
  else
    perform public.set_message_handled(found_case.thing_id, false);
  end if;
end
$$;

revoke execute on function
  public.sees_case(public.desk_cases), public.open_case(text, uuid, public.language, uuid, timestamptz),
  public.end_case(text, uuid, text), public.follow_case(), public.forget_case(), public.is_present(uuid),
  public.set_present(boolean), public.first_moderators(uuid, public.language), public.escalate_cases(),
  public.lock_case(uuid), public.claim_case(uuid), public.release_case(uuid), public.note_case(uuid, uuid, text),
  public.close_case(uuid, text, text, text), public.reopen_case(uuid)
from public, anon, authenticated;

grant execute on function
  public.set_present(boolean), public.claim_case(uuid), public.release_case(uuid), public.note_case(uuid, uuid, text),
  public.close_case(uuid, text, text, text), public.reopen_case(uuid)
to authenticated, service_role;
