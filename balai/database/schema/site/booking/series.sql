-- Courses: a session on dates of its own that is booked as a whole. Each date is a booking like any other, in its slot, with
-- the constraints on capacity, person and room; `series_id` joins those that were made at once. All or nothing: one transaction
-- books all dates that are still to come, or none.
-- While a course is booked, cancelled or restored, the setting `balai.series` has its id: no email is queued for a single date
-- and no place is given away, until all dates are done.

create or replace function public.current_series() returns uuid
language sql stable set search_path = '' as $$
  select nullif(current_setting('balai.series', true), '')::uuid
$$;

create or replace function public.set_series(series uuid) returns void
language sql set search_path = '' as $$
  select set_config('balai.series', coalesce(series::text, ''), true)
$$;

-- The dates of a service that the caller can still book. Those of its own are known, so its window does not count.
create or replace function public.series_starts(s public.services) returns table (starts_at timestamptz, ends_at timestamptz)
language sql stable set search_path = '' as $$
  select x.starts_at, x.ends_at
  from (select (now() at time zone s.time_zone)::date as day) today
  cross join lateral public.service_starts(s, today.day, today.day + least(s.window_days, 400)) x
  where x.starts_at >= now() + make_interval(mins => public.notice_for_caller(s))
  order by x.starts_at
$$;

-- The dates of a message about several of them.
create or replace function public.dates_of_series(series uuid, state public.booking_status) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object('seriesId', series, 'dates', coalesce(jsonb_agg(b.starts_at order by b.starts_at), '[]'))
  from public.bookings b where b.series_id = series and b.status = state and b.ends_at > now()
$$;

-- The message about a course that was booked, asked for or waits, with its dates of this state.
create or replace function public.queue_series_email(b public.bookings) returns void
language sql set search_path = '' as $$
  select public.queue_booking_email(
    case when b.status = 'booked' then 'booking_confirmed' when b.request_until is not null then 'booking_requested'
      else 'booking_waiting' end, b, public.dates_of_series(b.series_id, b.status))
$$;

-- Every date is full, or may be: the party waits for the whole course. Nothing is held meanwhile.
create or replace function public.wait_for_series(
  first_id uuid, s public.services, party integer, note text, member uuid, guest uuid, booked_by uuid
) returns void
language plpgsql set search_path = '' as $$
declare
  start record;
  slot public.slots;
  number integer := 0;
begin
  for start in select * from public.series_starts(s) loop
    slot := public.open_slot(s, start.starts_at, null, public.language_of_person(member, guest), party);
    insert into public.bookings
      (id, slot_id, service_id, member_id, guest_id, booked_by, starts_at, ends_at, party_size, note, status, waiting_since)
    values (case number when 0 then first_id else gen_random_uuid() end, slot.id, s.id, member, guest, booked_by,
      slot.starts_at, slot.ends_at, party, coalesce(note, ''), 'waiting', clock_timestamp());
    number := number + 1;
  end loop;
end $$;

-- Books all coming dates of a course for a member or a guest; with `or_wait` it joins the waiting list for the whole if
-- one of them is full. The answer is that of the first date. The caller chooses its id, which is the id of the series: a
-- repeated request returns the first booking. by_staff: as in place_booking().
create or replace function public.place_series(
  id uuid, service uuid, party integer, note text, or_wait boolean, member uuid, guest uuid, by_staff boolean default false
) returns jsonb
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  first_id constant uuid := place_series.id;
  s public.services;
  made public.bookings;
  start record;
  number integer := 0;
  reason text;
  hash constant bytea := public.hold_hash(public.request_header('x-balai-hold'));
  freed uuid[];
begin
  perform public.lock_bookings();
  select * into s from public.services x where x.id = service and x.is_active and x.series in ('whole', 'either');
  if not found or coalesce(member, guest) is null or first_id is null then
    perform public.raise_booking_error('not_found');
  end if;
  select * into made from public.bookings b where b.id = first_id;
  if found then
    if made.person_id <> coalesce(member, guest) or made.series_id is distinct from first_id then
      perform public.raise_booking_error('not_found');
    end if;
    return public.booking_answer(made);
  elsif exists (
    select from public.bookings b
    where b.service_id = s.id and b.person_id = coalesce(member, guest) and b.status <> 'cancelled' and b.starts_at > now())
  then
    perform public.raise_booking_error('already_booked');
  end if;
  -- The held dates are for their holder to book; what is left of them goes to the waiting list afterwards.
  perform public.check_hold_is_own(hash, coalesce(member, guest));
  freed := public.take_holds(member, hash);
  perform public.set_series(first_id);
  begin
    for start in select * from public.series_starts(s) loop
      perform public.place_booking(case number when 0 then first_id else gen_random_uuid() end, s.id, start.starts_at, party,
        note, false, member, guest, by_staff);
      number := number + 1;
    end loop;
  exception when sqlstate 'PT409' then
    get stacked diagnostics reason = pg_exception_detail;
    if reason <> 'full' or not coalesce(or_wait, false) then
      raise;
    end if;
    perform public.wait_for_series(first_id, s, party, note, member, guest, case when by_staff then auth.uid() end);
    number := 1;
  end;
  perform public.set_series(null);
  if number = 0 then
    perform public.raise_booking_error('outside_hours');
  end if;
  select * into strict made from public.bookings b where b.id = first_id;
  perform public.queue_series_email(made);
  perform public.promote_freed(freed);
  return public.booking_answer(made);
end $$;

create or replace function public.book_series(
  id uuid, service uuid, party integer default 1, note text default '', or_wait boolean default false
) returns jsonb
language sql security definer set search_path = '' as $$
  select public.place_series(id, service, party, note, or_wait, auth.uid(), null)
$$;

-- Books a whole course as a guest whose address is proven.
create or replace function public.book_series_as_guest(
  id uuid, service uuid, name text, address text, token text, party integer default 1, note text default '',
  or_wait boolean default false, language public.language default 'en', time_zone text default null,
  channel text default null
) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  guest constant uuid :=
    public.admit_guest(id, service, name, public.guest_address(address), token, language, time_zone);
  answer constant jsonb := public.place_series(book_series_as_guest.id, service, party, note, or_wait, null, guest);
begin
  perform public.store_guest_channel(book_series_as_guest.id, channel);
  return answer || jsonb_build_object('link', public.guest_link(book_series_as_guest.id));
end $$;

-- All bookings of the series of a booking, for those who may see it.
create or replace function public.series_of(booking uuid, link text default null)
returns table (id uuid, status public.booking_status, starts_at timestamptz, ends_at timestamptz, link text)
language sql stable security definer set search_path = '' as $$
  -- Links are for the guest alone: with one, staff would read sensitive answers.
  select x.id, x.status, x.starts_at, x.ends_at, case when x.guest_id is not null and series_of.link = public.guest_link(b.id)
    then public.guest_link(x.id) end
  from public.bookings b join public.bookings x on x.series_id = b.series_id and x.person_id = b.person_id
  where b.id = series_of.booking and (public.is_own_booking(b, series_of.link) or public.may_handle_booking(b))
  order by x.starts_at, x.id
$$;

-- Gives what the series has freed to the waiting list, the first date first.
create or replace function public.promote_after_series(series uuid) returns void
language plpgsql set search_path = '' as $$
declare
  slot uuid;
begin
  for slot in
    select b.slot_id from public.bookings b where b.series_id = series and b.starts_at > now() order by b.starts_at, b.id
  loop
    perform public.promote_waiting(slot);
  end loop;
end $$;

-- Cancels what is left of a course: all coming dates that the caller may still cancel. Repeating it changes nothing.
create or replace function public.cancel_series(id uuid, link text default null) returns jsonb
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  b public.bookings;
  own_link text := cancel_series.link;
  is_own boolean;
  was_waiting boolean;
  cut_off interval;
  target uuid;
  cancelled uuid[] := '{}';
begin
  select x.* into b from public.bookings x
    where x.id = cancel_series.id and x.series_id is not null
      and (public.is_own_booking(x, cancel_series.link) or public.may_handle_booking(x));
  if not found then
    perform public.raise_booking_error('not_found');
  end if;
  is_own := public.is_own_booking(b, cancel_series.link);
  select make_interval(mins => s.cancel_until_minutes) into strict cut_off from public.services s where s.id = b.service_id;
  perform public.lock_bookings();
  was_waiting := not exists (
    select from public.bookings x where x.series_id = b.series_id and x.status = 'booked' and x.starts_at > now());
  perform public.set_series(b.series_id);
  for target in
    select x.id from public.bookings x
    where x.series_id = b.series_id and x.status <> 'cancelled' and x.starts_at > now()
      and (x.status = 'waiting' or x.starts_at >= now() + cut_off or not is_own)
    order by x.starts_at, x.id
  loop
    -- A link opens its own booking alone.
    perform public.cancel_booking(target, case when own_link is not null and is_own then public.guest_link(target) end);
    cancelled := cancelled || target;
  end loop;
  perform public.set_series(null);
  if cancelled = '{}' and exists (
    select from public.bookings x
    where x.series_id = b.series_id and x.status <> 'cancelled' and x.starts_at > now())
  then
    perform public.raise_booking_error('past_cutoff');
  elsif cancelled <> '{}' then
    select x.* into strict b from public.bookings x where x.id = cancelled[1];
    perform public.queue_booking_email('booking_cancelled', b,
      jsonb_build_object('by', case when is_own then 'member' else 'site' end, 'seriesId', b.series_id, 'dates', (
        select jsonb_agg(x.starts_at order by x.starts_at) from public.bookings x where x.id = any (cancelled)))
      || case when was_waiting then '{"wasWaiting": true}' else '{}' end::jsonb);
    perform public.promote_after_series(b.series_id);
  end if;
  return jsonb_build_object('id', cancel_series.id, 'cancelled', cardinality(cancelled));
end $$;

-- Undoes cancel_series() within an hour: all dates that were cancelled with this one, or none.
create or replace function public.restore_series(id uuid, link text default null) returns jsonb
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  b public.bookings;
  target uuid;
  restored uuid[] := '{}';
  is_own boolean;
begin
  select x.* into b from public.bookings x
    where x.id = restore_series.id and x.series_id is not null
      and (public.is_own_booking(x, restore_series.link) or public.may_handle_booking(x));
  if not found then
    perform public.raise_booking_error('not_found');
  end if;
  is_own := public.is_own_booking(b, restore_series.link);
  perform public.lock_bookings();
  perform public.set_series(b.series_id);
  for target in
    select x.id from public.bookings x
    where x.series_id = b.series_id and x.status = 'cancelled' and x.cancelled_at = b.cancelled_at
    order by x.starts_at, x.id
  loop
    perform public.restore_booking(
      target, case when restore_series.link is not null and is_own then public.guest_link(target) end);
    restored := restored || target;
  end loop;
  -- A request for all of them ends with the first.
  update public.bookings x
    set request_until = (select min(y.request_until) from public.bookings y where y.id = any (restored))
    where x.id = any (restored) and x.request_until is not null;
  perform public.set_series(null);
  select x.* into strict b from public.bookings x where x.id = restore_series.id;
  perform public.queue_series_email(b);
  perform public.promote_after_series(b.series_id);
  return public.booking_answer(b);
end $$;

-- Gives or offers the places of a course to the parties that wait for the whole of it, in their order: all dates, or none.
-- One that does not fit keeps its position. Until the cut-off of the first date that it waits for. Returns whether nothing is
-- to be given now, since a course is just being changed.
create or replace function public.promote_series(slot uuid) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  s public.services;
  party record;
  waiting public.bookings;
  freed public.slots;
  made public.bookings;
  state public.booking_status;
  until timestamptz;
begin
  if public.current_series() is not null then
    return true;
  end if;
  select x.* into s from public.services x join public.slots freed_slot on freed_slot.service_id = x.id
    where freed_slot.id = promote_series.slot and x.series in ('whole', 'either');
  if not found then
    return false;
  end if;
  state := case when s.offer_hours > 0 or s.needs_confirmation then 'waiting' else 'booked' end;
  for party in
    select b.series_id, min(b.starts_at) as starts_at from public.bookings b
    where b.service_id = s.id and b.status = 'waiting' and b.series_id is not null and b.starts_at > now()
      and b.offer_until is null and b.request_until is null
    group by b.series_id
    having min(b.starts_at) > now() + make_interval(mins => s.cancel_until_minutes)
    order by min(b.waiting_since), b.series_id
  loop
    until := case when s.offer_hours > 0 then public.offer_end(s, party.starts_at) end;
    continue when until <= now();
    begin
      perform public.set_series(party.series_id);
      for waiting in
        select b.* from public.bookings b
        where b.series_id = party.series_id and b.status = 'waiting' and b.starts_at > now() order by b.starts_at, b.id for update
      loop
        freed := public.open_slot(
          s, waiting.starts_at, null, public.language_of_person(waiting.member_id, waiting.guest_id), waiting.party_size);
        if freed.taken + waiting.party_size > freed.capacity or public.has_host_conflict(freed)
            or public.is_booked_elsewhere(s, waiting.person_id, freed.starts_at, freed.ends_at) then
          perform public.raise_booking_error('full');
        end if;
        if until is null then
          perform public.give_place(waiting, s, freed.id, 'booking_promoted');
        else
          update public.bookings b
            set slot_id = freed.id, offer_until = until, may_overlap = s.allows_overlap, updated_at = now()
            where b.id = waiting.id;
        end if;
      end loop;
      perform public.set_series(null);
      select b.* into made from public.bookings b
        where b.series_id = party.series_id and b.status = state and b.starts_at > now() order by b.starts_at limit 1;
      perform public.queue_booking_email(
        case when until is not null then 'booking_offered' when s.needs_confirmation then 'booking_requested'
          else 'booking_promoted' end, made,
        public.dates_of_series(party.series_id, state) || jsonb_strip_nulls(jsonb_build_object('expiresAt', until)));
    exception when sqlstate 'PT409' or exclusion_violation or check_violation then
      continue;
    end;
  end loop;
  return false;
end $$;

-- Takes the offer of a whole course: all its dates, or none. Where the staff confirm what is booked it is a request then.
create or replace function public.accept_series(b public.bookings, s public.services) returns void
language plpgsql set search_path = '' as $$
declare
  each_date public.bookings;
  first_date public.bookings;
begin
  perform public.set_series(b.series_id);
  for each_date in select * from public.joined_dates(b) loop
    each_date := public.give_place(each_date, s, each_date.slot_id, 'booking_confirmed');
    if first_date.id is null then
      first_date := each_date;
    end if;
  end loop;
  perform public.set_series(null);
  perform public.queue_series_email(first_date);
end $$;

revoke execute on function
  public.accept_series(public.bookings, public.services), public.queue_series_email(public.bookings),
  public.current_series(), public.set_series(uuid), public.series_starts(public.services),
  public.dates_of_series(uuid, public.booking_status),
  public.wait_for_series(uuid, public.services, integer, text, uuid, uuid, uuid),
  public.place_series(uuid, uuid, integer, text, boolean, uuid, uuid, boolean),
  public.book_series(uuid, uuid, integer, text, boolean),
  public.book_series_as_guest(uuid, uuid, text, text, text, integer, text, boolean, public.language, text, text),
  public.series_of(uuid, text), public.promote_after_series(uuid), public.cancel_series(uuid, text),
  public.restore_series(uuid, text), public.promote_series(uuid)
from public, anon, authenticated;

grant execute on function public.book_series(uuid, uuid, integer, text, boolean) to authenticated, service_role;
grant execute on function
  public.book_series_as_guest(uuid, uuid, text, text, text, integer, text, boolean, public.language, text, text),
  public.cancel_series(uuid, text), public.restore_series(uuid, text), public.series_of(uuid, text)
to anon, authenticated, service_role;

comment on function public.series_of(uuid, text) is 'internal';
