-- The staff who are notified of a booking: the host of its slot and the members with a role for its bookings; the
-- administrators where there is neither. The role of hosts is for their own bookings.
create or replace function public.booking_staff(booking public.bookings) returns uuid[]
language sql stable security definer set search_path = '' as $$
  with involved as (
    select slot.host_id as id from public.slots as slot where slot.id = booking.slot_id and slot.host_id is not null
    union
    select granted.member_id from public.role_grants as granted
    join public.roles as role on role.id = granted.role_id
    where 'bookings' = any (role.rights) and role.preset is distinct from 'host'
      and granted.scope_id in (public.site_scope(), booking.service_id)
  )
  select case when exists (select from involved) then array(select involved.id from involved)
    else array(select administrator.user_id from public.administrators as administrator) end
$$;

-- Queues an email to the member or guest, and one to each of the staff. They get none about what they do themselves, nor
-- about waiting lists.
create or replace function public.queue_booking_email(kind text, booking public.bookings, more jsonb default '{}')
returns void
language sql security definer set search_path = '' as $$
  with email as (
    select jsonb_build_object(
      'bookingId', booking.id, 'serviceId', booking.service_id, 'startsAt', booking.starts_at,
      'endsAt', booking.ends_at, 'partySize', booking.party_size, 'sequence', booking.sequence)
      -- The time for an answer, of requests and offers.
      || case when booking.status = 'waiting' and num_nonnulls(booking.request_until, booking.offer_until) > 0
        then jsonb_build_object('until', coalesce(booking.request_until, booking.offer_until)) else '{}' end || more as details
  ), staff as (
    select told.id
    from public.services s
    cross join unnest(public.booking_staff(booking)) as told (id)
    where s.id = booking.service_id and s.notifies_staff
  )
  insert into public.outbox (recipient_id, guest_id, kind, details)
  select booking.member_id, booking.guest_id, kind, email.details from email
  union all
  select staff.id, null, news.kind, email.details
  from email, staff, (
    select case
      -- An answer of the staff is no news to them.
      when queue_booking_email.kind = 'booking_confirmed' and more ->> 'isAnswer' is not null then null
      when queue_booking_email.kind in ('booking_confirmed', 'booking_promoted') then 'staff_booked'
      when queue_booking_email.kind = 'booking_requested' then 'staff_requested'
      when queue_booking_email.kind = 'booking_changed' then 'staff_changed'
      when queue_booking_email.kind = 'booking_cancelled' and more ->> 'wasWaiting' is null
        and more ->> 'closingId' is null then 'staff_cancelled'
    end as kind
  ) as news
  where news.kind is not null and staff.id is not null and staff.id is distinct from booking.member_id
    and staff.id is distinct from auth.uid()
$$;

-- Wakes the job at commit. The job also polls, so a lost notification delays an email and loses none.
create or replace function public.announce_outbox() returns trigger
language plpgsql set search_path = '' as $$
begin
  perform pg_notify('balai_outbox', '');
  return null;
end $$;

revoke execute on function public.booking_staff(public.bookings), public.queue_booking_email(text, public.bookings, jsonb), public.announce_outbox()
from public, anon, authenticated;
