create or replace function public.queue_booking_email(kind text, booking public.bookings, more jsonb default '{}')
returns void
language sql security definer set search_path = '' as $$
  insert into public.outbox (recipient_id, kind, details)
  values (booking.member_id, kind, jsonb_build_object(
    'bookingId', booking.id, 'serviceId', booking.service_id, 'startsAt', booking.starts_at, 'endsAt', booking.ends_at,
    'partySize', booking.party_size, 'sequence', booking.sequence) || more)
$$;

-- Wakes the job at commit. The job also polls, so a lost notification delays an email and loses none.
create or replace function public.announce_outbox() returns trigger
language plpgsql set search_path = '' as $$
begin
  perform pg_notify('balai_outbox', '');
  return null;
end $$;

revoke execute on function public.queue_booking_email(text, public.bookings, jsonb), public.announce_outbox()
from public, anon, authenticated;
