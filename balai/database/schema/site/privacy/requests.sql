-- Requests of people about their data. Members file and withdraw their own; staff with the right "export" add those that
-- came otherwise, take, extend and answer them.
-- Errors: PT401 no_session; PT404 not_found; PT409 request_open, request_taken, request_closed, request_extended;
-- PT422 wrong_day; PT429 too_many_requests; 42501 not_allowed.

create or replace function public.today_at_site() returns date
language sql stable security definer set search_path = '' as $$
  select (now() at time zone s.time_zone)::date from public.site_settings as s
$$;

-- Files a request of the caller. Of two simultaneous ones of a kind the second is refused.
create or replace function public.file_privacy_request(kind text, message text) returns uuid
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  today constant date := public.today_at_site();
  filed uuid;
begin
  if auth.uid() is null then
    perform public.raise_error('401', 'no_session', 'Please sign in');
  end if;
  perform from public.profiles as p where p.id = auth.uid() for no key update;
  if (select count(*) from public.privacy_requests as r
      where r.member_id = auth.uid() and r.created_at > now() - interval '1 day') >= 10 then
    perform public.raise_error('429', 'too_many_requests', 'At most ten requests a day');
  end if;
  insert into public.privacy_requests as r (kind, member_id, channel, message, received_on, due_on)
  select file_privacy_request.kind, auth.uid(), 'site', btrim(file_privacy_request.message, E' \n\t\r'), today,
    today + s.privacy_days
  from public.site_settings as s
  on conflict (member_id, kind) where closed_at is null do nothing
  returning r.id into filed;
  if filed is null then
    perform public.raise_error('409', 'request_open', 'A request of this kind is open');
  end if;
  perform public.notify_of_privacy_request(filed);
  return filed;
end
$$;

-- Ends an open request of the caller.
create or replace function public.withdraw_privacy_request(request uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  closed timestamptz;
begin
  select r.closed_at into closed from public.privacy_requests as r
  where r.id = request and r.member_id = auth.uid() for update;
  if not found then
    perform public.raise_error('404', 'not_found', 'No such request');
  elsif closed is not null then
    perform public.raise_error('409', 'request_closed', 'The request is closed');
  end if;
  update public.privacy_requests as r set state = 'withdrawn', closed_at = now() where r.id = request;
end
$$;

-- Adds a request that came by email, by phone or in person: of a member, or of a person without an account by name and
-- contact. Repeating it with the same id changes nothing.
create or replace function public.add_privacy_request(
  id uuid, kind text, channel text, received_on date, message text, member uuid default null,
  person_name text default null, person_contact text default null
) returns void
language plpgsql security definer set search_path = '' as $$
declare
  today constant date := public.today_at_site();
begin
  perform public.check_may('export');
  if add_privacy_request.received_on is null or add_privacy_request.received_on > today
    or add_privacy_request.received_on < today - 365 then
    perform public.raise_error('422', 'wrong_day', 'Not a day of the last year');
  elsif exists (select from public.privacy_requests as r where r.id = add_privacy_request.id) then
    return;
  elsif member is not null and not exists (select from public.profiles as p where p.id = member) then
    perform public.raise_error('404', 'not_found', 'No such member');
  elsif channel = 'site' then
    perform public.raise_error('422', 'wrong_channel', 'Members file these themselves');
  end if;
  insert into public.privacy_requests
    (id, kind, member_id, person_name, person_contact, channel, message, received_on, due_on)
  select add_privacy_request.id, add_privacy_request.kind, member,
    case when member is null then btrim(coalesce(add_privacy_request.person_name, '')) end,
    case when member is null then btrim(coalesce(add_privacy_request.person_contact, '')) end,
    add_privacy_request.channel, btrim(add_privacy_request.message, E' \n\t\r'), add_privacy_request.received_on,
    add_privacy_request.received_on + s.privacy_days
  from public.site_settings as s
  on conflict do nothing;
  if not found then
    perform public.raise_error('409', 'request_open', 'A request of this kind is open');
  end if;
  perform public.notify_of_privacy_request(add_privacy_request.id);
end
$$;

-- An open request, locked for staff who change it.
create or replace function public.lock_privacy_request(request uuid) returns public.privacy_requests
language plpgsql security definer set search_path = '' as $$
declare
  locked public.privacy_requests;
begin
  perform public.check_may('export');
  select r.* into locked from public.privacy_requests as r where r.id = request for update;
  if locked.id is null then
    perform public.raise_error('404', 'not_found', 'No such request');
  elsif locked.closed_at is not null then
    perform public.raise_error('409', 'request_closed', 'The request is closed');
  end if;
  return locked;
end
$$;

-- The caller works on a request, or it waits again.
create or replace function public.take_privacy_request(request uuid, is_mine boolean default true) returns void
language plpgsql security definer set search_path = '' as $$
declare
  locked constant public.privacy_requests := public.lock_privacy_request(request);
begin
  if is_mine and locked.handled_by <> auth.uid() then
    perform public.raise_error('409', 'request_taken', 'Another member of staff works on this');
  end if;
  update public.privacy_requests as r set state = case when is_mine then 'in_progress' else 'open' end,
    handled_by = case when is_mine then auth.uid() end
  where r.id = request;
end
$$;

-- Moves the due date, once, by 90 days at most. Staff are reminded of the new one.
create or replace function public.extend_privacy_request(request uuid, due_on date, reason text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  locked constant public.privacy_requests := public.lock_privacy_request(request);
begin
  if locked.is_extended then
    perform public.raise_error('409', 'request_extended', 'It was extended before');
  elsif extend_privacy_request.due_on is null or extend_privacy_request.due_on <= locked.due_on
    or extend_privacy_request.due_on > locked.due_on + 90 then
    perform public.raise_error('422', 'wrong_day', 'Later than before, by 90 days at most');
  end if;
  update public.privacy_requests as r set due_on = extend_privacy_request.due_on, is_extended = true,
    extension_reason = coalesce(btrim(reason, E' \n\t\r'), ''), reminded_at = null
  where r.id = request;
  perform public.queue_notice('privacy_request', locked.member_id, request || ' extended',
    path => '/profile/security#requests');
end
$$;

-- Answers a request: it was done, or refused. Of two simultaneous answers the second is refused.
create or replace function public.close_privacy_request(request uuid, state text, outcome text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  locked constant public.privacy_requests := public.lock_privacy_request(request);
begin
  if close_privacy_request.state is null or close_privacy_request.state not in ('done', 'refused') then
    perform public.raise_error('422', 'wrong_state', 'Done or refused');
  end if;
  update public.privacy_requests as r set state = close_privacy_request.state, closed_at = now(), handled_by = auth.uid(),
    outcome = coalesce(btrim(close_privacy_request.outcome, E' \n\t\r'), '')
  where r.id = request;
  perform public.queue_notice('privacy_request', locked.member_id, request || ' answered',
    path => '/profile/security#requests');
end
$$;

-- Staff with the right are notified of a new request. Unread notices are one that counts.
create or replace function public.notify_of_privacy_request(request uuid) returns void
language sql security definer set search_path = '' as $$
  select public.queue_notices('staff_privacy', public.list_staff('export'), request::text, auth.uid(),
    path => '/admin/privacy', merged_by => 'privacy')
$$;

-- For the job: staff are notified once of each open request that is due within three days.
create or replace function public.remind_of_privacy_requests(batch integer) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  due record;
  staff uuid[];
  reminded integer := 0;
begin
  for due in
    update public.privacy_requests as r set reminded_at = now()
    where r.id in (
      select x.id from public.privacy_requests as x
      where x.closed_at is null and x.reminded_at is null and x.due_on <= public.today_at_site() + 3
      order by x.due_on, x.id limit batch for update skip locked)
    returning r.id, r.due_on
  loop
    staff := coalesce(staff, public.list_staff('export'));
    perform public.queue_notices('staff_privacy_due', staff, concat_ws(' ', due.id, due.due_on),
      path => '/admin/privacy', merged_by => 'privacy');
    reminded := reminded + 1;
  end loop;
  return reminded;
end
$$;

-- For the job: people without an account cannot delete theirs. Their names and texts go a year after the answer.
create or replace function public.erase_old_privacy_requests(batch integer) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  erased integer;
begin
  update public.privacy_requests as r set erased_at = now(), person_name = null, person_contact = null, message = null,
    extension_reason = null, outcome = null
  where r.id in (
    select x.id from public.privacy_requests as x
    where x.closed_at < now() - interval '1 year' and x.erased_at is null and x.member_id is null
    order by x.closed_at limit batch for update skip locked);
  get diagnostics erased = row_count;
  return erased;
end
$$;

-- With a member's account the texts of their requests are deleted. Open ones end: the deletion did what an erasure asks
-- for, and for the others no person is left to be answered.
create or replace function public.erase_privacy_request() returns trigger
language plpgsql set search_path = '' as $$
begin
  if new.closed_at is null then
    new.state := case new.kind when 'erasure' then 'done' else 'withdrawn' end;
    new.closed_at := now();
  end if;
  new.erased_at := now();
  new.message := null;
  new.extension_reason := null;
  new.outcome := null;
  return new;
end
$$;

revoke execute on function
  public.today_at_site(), public.file_privacy_request(text, text), public.withdraw_privacy_request(uuid),
  public.add_privacy_request(uuid, text, text, date, text, uuid, text, text), public.lock_privacy_request(uuid),
  public.take_privacy_request(uuid, boolean), public.extend_privacy_request(uuid, date, text),
  public.close_privacy_request(uuid, text, text), public.notify_of_privacy_request(uuid),
  public.remind_of_privacy_requests(integer), public.erase_old_privacy_requests(integer), public.erase_privacy_request()
from public, anon, authenticated;

grant execute on function
  public.file_privacy_request(text, text), public.withdraw_privacy_request(uuid),
  public.add_privacy_request(uuid, text, text, date, text, uuid, text, text),
  public.take_privacy_request(uuid, boolean), public.extend_privacy_request(uuid, date, text),
  public.close_privacy_request(uuid, text, text)
to authenticated, service_role;
