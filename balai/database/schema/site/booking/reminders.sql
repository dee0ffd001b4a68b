-- Reminders before a booking and the message after it. Rows are written with the booking and move with it. The job turns
-- a due row into an entry of the outbox in one transaction, so each is sent once; what would come too late is dropped.

-- Plans again what is still to be sent about these bookings. `moved`: also what is due already, since the time that it
-- spoke of is no longer true.
create or replace function public.plan_reminders(changed uuid[], moved boolean) returns void
language sql security definer set search_path = '' as $$
  delete from public.booking_reminders as r
  where r.booking_id = any (changed) and (plan_reminders.moved or r.due_at > now());

  insert into public.booking_reminders (booking_id, kind, due_at, expires_at)
  select b.id, planned.kind, planned.due_at, planned.expires_at
  from public.bookings as b
  join public.services as s on s.id = b.service_id
  cross join lateral (
    -- Until the next one is due, which says the same.
    select 'booking_reminder' as kind, b.starts_at - make_interval(mins => m) as due_at,
      lead(b.starts_at - make_interval(mins => m), 1, b.starts_at) over (order by m desc) as expires_at
    from (select distinct m from unnest(s.reminder_minutes) as m) as each
    union all
    select 'booking_follow_up', b.ends_at + make_interval(mins => s.follow_up_minutes),
      b.ends_at + make_interval(mins => s.follow_up_minutes) + interval '1 day'
    where s.follow_up_minutes is not null) as planned
  where b.id = any (changed) and b.status = 'booked' and planned.due_at > now()
  on conflict do nothing
$$;

create or replace function public.plan_reminders_of_booking() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform public.plan_reminders(array[new.id], true);
  return null;
end $$;

create or replace function public.plan_reminders_of_service() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform public.plan_reminders(array(
    select b.id from public.bookings as b
    where b.service_id = new.id and b.status = 'booked' and b.ends_at > now() - interval '15 days'), false);
  return null;
end $$;

-- A new time, and a place that was given up, need a new answer.
create or replace function public.take_back_confirmation() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.confirmed_at := null;
  return new;
end $$;

-- Queues what is due, at most so many, and returns how many rows it has looked at. In the quiet hours of a member it
-- waits for their end, unless it would come too late then.
create or replace function public.queue_due_reminders(how_many integer) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  looked_at integer;
begin
  with due as (
    select r.id, public.quiet_until(b.member_id, now()) as quiet, r.expires_at
    from public.booking_reminders as r
    join public.bookings as b on b.id = r.booking_id
    where r.due_at <= now()
    order by r.due_at, r.id limit how_many for update of r skip locked
  ), held as (
    update public.booking_reminders as r set due_at = due.quiet
    from due where r.id = due.id and due.quiet < due.expires_at and due.expires_at > now()
    returning r.id
  ), taken as (
    delete from public.booking_reminders as r using due
    where r.id = due.id and not coalesce(due.quiet < due.expires_at and due.expires_at > now(), false)
    returning r.*
  ), due_now as (
    select b, t.kind, t.expires_at, t.due_at, t.id
    from taken as t join public.bookings as b on b.id = t.booking_id
    where b.status = 'booked' and t.expires_at > now()
  ), queued as (
    insert into public.outbox (recipient_id, guest_id, kind, details)
    select (d.b).member_id, (d.b).guest_id, d.kind,
      public.booking_message_details(d.b) || jsonb_build_object('expiresAt', d.expires_at)
    from due_now as d order by d.due_at, d.id
  ), told as (
    select count(public.queue_staff_email(
      'staff_reminder', 'reminder', d.b,
      public.booking_message_details(d.b) || jsonb_build_object('expiresAt', d.expires_at))) as number
    from due_now as d where d.kind = 'booking_reminder'
  )
  select count(*) into looked_at from due left join held on held.id = due.id cross join told;
  return looked_at;
end $$;

-- The secret of a booking's links, made at its first use. For the job that writes messages.
create or replace function public.booking_link(booking uuid) returns uuid
language sql security definer set search_path = '' as $$
  insert into public.booking_links as known (booking_id) values (booking)
  on conflict (booking_id) do update set booking_id = excluded.booking_id
  returning known.token
$$;

-- The booking as the page behind a link shows it, in few words. No note, name or meeting link: messages are forwarded.
create or replace function public.find_booking_link(link uuid, wanted public.language) returns table (
  booking_id uuid, status public.booking_status, starts_at timestamptz, ends_at timestamptz, time_zone text,
  party_size integer, name text, place text, text_language public.language, service_slug text, is_confirmed boolean,
  cancel_until timestamptz, cancelled_at timestamptz, request_until timestamptz, offer_until timestamptz,
  dates timestamptz[]
)
language sql stable security definer set search_path = '' as $$
  select b.id, b.status, b.starts_at, b.ends_at, s.time_zone, b.party_size, t.name, t.place, t.language, s.slug,
    b.confirmed_at is not null, b.starts_at - make_interval(mins => s.cancel_until_minutes), b.cancelled_at,
    case b.status when 'waiting' then b.request_until end, b.offer_until,
    -- Of a course: a party that waits, or waited, for all of it answers for all of it.
    array(
      select x.starts_at from public.bookings as x
      where x.series_id = b.series_id and x.status = b.status
        and (x.status = 'booked' or coalesce(x.waiting_since, x.waited_since) is not null)
      order by x.starts_at)
  from public.booking_links as known
  join public.bookings as b on b.id = known.booking_id
  join public.services as s on s.id = b.service_id
  cross join lateral public.service_text(s.id, wanted) as t
  where known.token = link and b.ends_at > now() - interval '30 days'
$$;

-- Whether the guest of a signed ticket has said that they come.
create or replace function public.is_confirmed_by_guest(link text) returns boolean
language sql stable security definer set search_path = '' as $$
  select coalesce((
    select b.confirmed_at is not null from public.bookings as b
    where b.id = public.linked_booking(is_confirmed_by_guest.link) and b.guest_id is not null), false)
$$;

-- The answer by a link: confirm, accept an offered place, cancel, or restore what was cancelled. The link is the proof, so it acts as the
-- participant, but never with rights that they have as staff. False: an unknown link. Repeating an answer changes nothing.
create or replace function public.answer_booking(link uuid, answer text) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  b public.bookings;
  own_link text;
  before constant text := coalesce(current_setting('request.jwt.claims', true), '');
begin
  select x.* into b from public.booking_links as known join public.bookings as x on x.id = known.booking_id
    where known.token = link and x.ends_at > now() - interval '30 days';
  if not found then
    return false;
  elsif answer = 'confirm' then
    update public.bookings as x set confirmed_at = now()
      where x.id = b.id and x.status = 'booked' and x.ends_at > now() and x.confirmed_at is null;
    if not exists (select from public.bookings as x where x.id = b.id and x.confirmed_at is not null) then
      perform public.raise_booking_error('not_found');
    end if;
    return true;
  elsif answer = 'cancel' and b.status = 'booked' and now() > b.starts_at - make_interval(
      mins => (select s.cancel_until_minutes from public.services as s where s.id = b.service_id)) then
    perform public.raise_booking_error('past_cutoff');
  end if;
  own_link := case when b.guest_id is not null then public.guest_link(b.id) end;
  perform set_config('request.jwt.claims', jsonb_build_object('sub', b.member_id, 'role', 'authenticated')::text, true);
  if answer = 'accept' then
    perform public.accept_offer(b.id, own_link);
  elsif answer = 'cancel' then
    perform public.cancel_booking(b.id, own_link);
  elsif answer = 'restore' then
    perform public.restore_booking(b.id, own_link);
  else
    perform public.raise_booking_error('not_found');
  end if;
  perform set_config('request.jwt.claims', before, true);
  return true;
end $$;

revoke execute on function
  public.plan_reminders(uuid[], boolean), public.plan_reminders_of_booking(), public.plan_reminders_of_service(),
  public.take_back_confirmation(), public.queue_due_reminders(integer), public.booking_link(uuid),
  public.find_booking_link(uuid, public.language), public.answer_booking(uuid, text),
  public.is_confirmed_by_guest(text)
from public, anon, authenticated;

grant execute on function public.find_booking_link(uuid, public.language), public.is_confirmed_by_guest(text) to anon, authenticated, service_role;
grant execute on function public.answer_booking(uuid, text) to service_role;

comment on function public.find_booking_link(uuid, public.language) is 'internal';
comment on function public.is_confirmed_by_guest(text) is 'internal';
