-- Reported profiles, and people who book conspicuously often.
-- Errors: PT401 no_session; PT404 not_found; PT429 too_fast.

-- Reports the profile of a member whom the caller can see. Moderators of the whole site receive it.
create or replace function public.report_profile(id uuid, person uuid, reason text, note text default '') returns void
language plpgsql security definer set search_path = '' as $$
begin
  if not public.is_member() then
    perform public.raise_error('401', 'no_session', 'Please sign in');
  end if;
  perform pg_advisory_xact_lock(hashtextextended('balai.profile_reports.' || auth.uid(), 0));
  if 20 <= (select count(*) from public.profile_reports as r
    where r.reporter_id = auth.uid() and r.created_at > now() - interval '1 hour') then
    perform public.raise_error('429', 'too_fast', 'At most 20 in an hour');
  elsif report_profile.person = auth.uid()
    or not exists (select from public.show_person(report_profile.person)) then
    perform public.raise_error('404', 'not_found', 'No such member');
  end if;
  -- A repeated request, or a second report before the first is decided.
  insert into public.profile_reports (id, profile_id, reporter_id, reason, note)
  values (report_profile.id, report_profile.person, auth.uid(), report_profile.reason, btrim(coalesce(report_profile.note, '')))
  on conflict do nothing;
  if found then
    perform public.queue_notices('staff_report', public.list_staff('moderate'), report_profile.id::text, auth.uid(),
      path => '/admin/desk', merged_by => report_profile.person::text,
      subject => (select p.display_name from public.profiles as p where p.id = report_profile.person));
  end if;
end
$$;

-- Resolved: the text and the picture of the profile are removed. Consequences for the account are a penalty.
create or replace function public.decide_profile(found_case public.desk_cases, is_resolved boolean) returns void
language plpgsql security definer set search_path = '' as $$
begin
  delete from public.desk_undo as u where u.case_id = found_case.id;
  if is_resolved then
    insert into public.desk_undo (case_id, data)
    select found_case.id, jsonb_build_object('about', p.about, 'picture_url', p.picture_url)
    from public.profiles as p where p.id = found_case.thing_id for no key update;
    update public.profiles as p set about = '', picture_url = null where p.id = found_case.thing_id;
  end if;
  update public.profile_reports as r set status = case when is_resolved then 'upheld' else 'dismissed' end,
    handled_by = auth.uid(), handled_at = now()
  where r.profile_id = found_case.thing_id and r.status = 'open';
end
$$;

-- A text that the member has written since then stays.
create or replace function public.reopen_profile(found_case public.desk_cases) returns void
language plpgsql security definer set search_path = '' as $$
begin
  update public.profiles as p set
    about = case when p.about = '' then coalesce(u.data ->> 'about', '') else p.about end,
    picture_url = coalesce(p.picture_url, u.data ->> 'picture_url')
  from public.desk_undo as u where u.case_id = found_case.id and p.id = found_case.thing_id;
  update public.profile_reports as r set status = 'open', handled_by = null, handled_at = null
  where r.profile_id = found_case.thing_id and r.handled_at = (
    select max(x.handled_at) from public.profile_reports as x where x.profile_id = found_case.thing_id)
    -- The same member may have reported it again.
    and not exists (
      select from public.profile_reports as x
      where x.profile_id = r.profile_id and x.reporter_id = r.reporter_id and x.status = 'open');
  perform public.open_case('profile', found_case.thing_id, null, null, found_case.opened_at);
end
$$;

-- The member, or the first guest at the address: under all names, a guest who books often is one person.
create or replace function public.booking_person(member uuid, guest uuid) returns uuid
language sql stable security definer set search_path = '' as $$
  select coalesce(booking_person.member, (
    select same.id
    from public.guests as g
    join public.guests as same on coalesce(same.email, same.phone) = coalesce(g.email, g.phone)
      and same.claimed_by is null and num_nonnulls(same.email, same.phone) = 1
    where g.id = booking_person.guest order by same.created_at, same.id limit 1), booking_person.guest)
$$;

-- The coming bookings of such a person.
create or replace function public.coming_bookings(person uuid) returns setof public.bookings
language sql stable security definer set search_path = '' as $$
  select b.* from public.bookings as b
  where b.status <> 'cancelled' and b.starts_at > now() and b.person_id = any (array(
    select coming_bookings.person
    union
    select same.id
    from public.guests as g
    join public.guests as same on coalesce(same.email, same.phone) = coalesce(g.email, g.phone)
      and same.claimed_by is null and num_nonnulls(same.email, same.phone) = 1
    where g.id = coming_bookings.person))
$$;

-- Five bookings within a day of one member, or at one email address or phone number under any names, are a case; so are
-- the next five. The lock of bookings is held, so that they count each other. Those that the staff made are not counted.
create or replace function public.watch_bookings() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  person constant uuid := public.booking_person(new.member_id, new.guest_id);
  made integer;
begin
  select count(*) into made from public.coming_bookings(person) as b
  where b.booked_by is null and b.created_at > now() - interval '1 day';
  if made > 0 and made % 5 = 0 then
    perform public.open_case('booking', person, null, null, now());
    perform public.queue_notices('staff_report', public.list_staff('bookings', (
        select (array_agg(distinct b.service_id))[1] from public.coming_bookings(person) as b
        having count(distinct b.service_id) = 1)), 'many ' || new.id, new.member_id,
      path => '/admin/desk', merged_by => 'many ' || person);
  end if;
  return null;
end
$$;

-- Whether the caller sees the case of this person: staff of all bookings; staff of services if each booking that it shows
-- is of theirs. Of other services they see nothing, and a decision holds for all bookings of the case.
create or replace function public.sees_booking_case(case_id uuid, person uuid) returns boolean
language plpgsql stable security definer set search_path = '' as $$
declare
  services constant uuid[] := public.my_scopes('bookings');
begin
  return public.site_scope() = any (services) or services <> '{}' and coalesce((
    select bool_and(b.service_id = any (services)) from (
      select x.service_id from public.coming_bookings(sees_booking_case.person) as x
      union all
      select x.service_id from public.desk_undo as u, public.bookings as x
      where u.case_id = sees_booking_case.case_id
        and x.id in (select one::uuid from jsonb_array_elements_text(u.data) as one)) as b), false);
end
$$;

-- Resolved: the coming bookings are cancelled, as the staff cancel a booking.
create or replace function public.decide_bookings(found_case public.desk_cases, is_resolved boolean) returns void
language plpgsql security definer set search_path = '' as $$
declare
  booking uuid;
  cancelled uuid[] := '{}';
begin
  delete from public.desk_undo as u where u.case_id = found_case.id;
  if is_resolved then
    for booking in select b.id from public.coming_bookings(found_case.thing_id) as b order by b.starts_at, b.id loop
      perform public.cancel_booking(booking);
      cancelled := cancelled || booking;
    end loop;
    insert into public.desk_undo (case_id, data) values (found_case.id, to_jsonb(cancelled));
  end if;
  perform public.end_case('booking', found_case.thing_id, case when is_resolved then 'resolved' else 'rejected' end);
end
$$;

-- Within the hour in which a cancellation can be undone. A booking whose place is taken by now stays cancelled.
create or replace function public.reopen_bookings(found_case public.desk_cases) returns void
language plpgsql security definer set search_path = '' as $$
declare
  booking text;
begin
  for booking in
    select jsonb_array_elements_text(u.data) from public.desk_undo as u where u.case_id = found_case.id
  loop
    begin
      perform public.restore_booking(booking::uuid);
    exception when sqlstate 'PT404' or sqlstate 'PT409' then
      continue;
    end;
  end loop;
  perform public.open_case('booking', found_case.thing_id, null, null, found_case.opened_at);
end
$$;

revoke execute on function
  public.report_profile(uuid, uuid, text, text), public.decide_profile(public.desk_cases, boolean),
  public.reopen_profile(public.desk_cases), public.booking_person(uuid, uuid), public.coming_bookings(uuid),
  public.watch_bookings(), public.decide_bookings(public.desk_cases, boolean),
  public.sees_booking_case(uuid, uuid), public.reopen_bookings(public.desk_cases)
from public, anon, authenticated;

grant execute on function public.report_profile(uuid, uuid, text, text) to authenticated, service_role;
-- The policy of cases asks it.
grant execute on function public.sees_booking_case(uuid, uuid) to authenticated, service_role;

comment on function public.sees_booking_case(uuid, uuid) is 'internal';
