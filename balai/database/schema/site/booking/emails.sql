-- The members with a role for the bookings of a service; the administrators where it has neither those nor a host. The role
-- of hosts is for their own bookings.
create or replace function public.booking_desk(booking public.bookings) returns uuid[]
language sql stable security definer set search_path = '' as $$
  with desk as (
    select granted.member_id as id from public.role_grants as granted
    join public.roles as role on role.id = granted.role_id
    where 'bookings' = any (role.rights) and role.preset is distinct from 'host'
      and granted.scope_id in (public.site_scope(), booking.service_id)
  )
  select case
    when exists (select from desk) or exists (
      select from public.slots as slot where slot.id = booking.slot_id and slot.host_id is not null)
      then array(select desk.id from desk where desk.id is not null)
    else array(select administrator.user_id from public.administrators as administrator) end
$$;

-- Queues a message of one topic (booked, changed, cancelled, reminder) to the host and the desk, as the service has set it.
-- They get none about what they do themselves. `former`: the person who had the booking before.
create or replace function public.queue_staff_email(
  kind text, topic text, booking public.bookings, details jsonb, former uuid default null
) returns void
language sql security definer set search_path = '' as $$
  insert into public.outbox (recipient_id, kind, details)
  select distinct told.id, queue_staff_email.kind, queue_staff_email.details
  from public.services as s
  cross join lateral (
    select slot.host_id as id, s.host_messages as topics from public.slots as slot where slot.id = booking.slot_id
    union all
    select queue_staff_email.former, s.host_messages
    union all
    select unnest(public.booking_desk(booking)), s.desk_messages) as told
  where s.id = booking.service_id and s.notifies_staff and queue_staff_email.topic = any (told.topics)
    and told.id is not null and told.id is distinct from booking.member_id and told.id is distinct from auth.uid()
$$;

-- Queues a message to the member or guest, and one to each of the staff. They get none about waiting lists.
-- While a course is changed, none: it has one message for all its dates.
create or replace function public.queue_booking_email(kind text, booking public.bookings, more jsonb default '{}')
returns void
language plpgsql security definer set search_path = '' as $$
declare
  details constant jsonb := public.booking_message_details(booking)
    -- The time for an answer, of requests and offers.
    || case when booking.status = 'waiting' and num_nonnulls(booking.request_until, booking.offer_until) > 0
      then jsonb_build_object('until', coalesce(booking.request_until, booking.offer_until)) else '{}' end || more;
begin
  if public.current_series() is not null then
    return;
  end if;
  insert into public.outbox (recipient_id, guest_id, kind, details)
  values (booking.member_id, booking.guest_id, queue_booking_email.kind, details);
  if queue_booking_email.kind = 'booking_confirmed' and more ->> 'isAnswer' is not null then
    -- An answer of the staff is no news to them.
    return;
  elsif queue_booking_email.kind in ('booking_confirmed', 'booking_promoted') then
    perform public.queue_staff_email('staff_booked', 'booked', booking, details);
  elsif queue_booking_email.kind = 'booking_requested' then
    perform public.queue_staff_email('staff_requested', 'booked', booking, details);
  elsif queue_booking_email.kind = 'booking_changed' and not more ? 'formerHost' then
    perform public.queue_staff_email('staff_changed', 'changed', booking, details);
  elsif queue_booking_email.kind in ('booking_changed', 'booking_handed_over') and booking.status = 'booked' then
    perform public.queue_staff_email('staff_handed_over', 'changed', booking, details, (more ->> 'formerHost')::uuid);
  elsif queue_booking_email.kind = 'booking_cancelled' and more ->> 'wasWaiting' is null then
    perform public.queue_staff_email('staff_cancelled', 'cancelled', booking, details);
  end if;
end $$;

-- The facts of a booking that every message about it contains.
create or replace function public.booking_message_details(booking public.bookings) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object(
    'bookingId', booking.id, 'serviceId', booking.service_id, 'startsAt', booking.starts_at,
    'endsAt', booking.ends_at, 'partySize', booking.party_size, 'sequence', booking.sequence)
$$;

-- Wakes the job at commit. The job also polls, so a lost notification delays an email and loses none.
create or replace function public.announce_outbox() returns trigger
language plpgsql set search_path = '' as $$
begin
  perform pg_notify('balai_outbox', '');
  return null;
end $$;

revoke execute on function
  public.booking_desk(public.bookings), public.queue_staff_email(text, text, public.bookings, jsonb, uuid),
  public.queue_booking_email(text, public.bookings, jsonb), public.booking_message_details(public.bookings),
  public.announce_outbox()
from public, anon, authenticated;
