-- How guests are reached, and the networks that codes are shared between.

-- The channel that a guest with a phone number has chosen for a booking, or for the course of which it is the first date.
-- Without a row: by SMS. No client reads it directly: the link of the booking does.
create table public.guest_channels (
  booking_id uuid primary key references public.bookings (id) on delete cascade,
  channel text not null check (channel in ('sms', 'whatsapp', 'zalo'))
);
alter table public.guest_channels enable row level security;

-- The IPv4 /24 or IPv6 /48 of the client: an attacker has many addresses in one of them.
alter table public.guest_codes add column range_hash bytea;
create index guest_codes_of_range on public.guest_codes (range_hash, sent_at) where range_hash is not null;

-- They have another argument now.
drop function if exists public.book_as_guest(
  uuid, uuid, timestamptz, text, text, text, integer, text, boolean, public.language, text, uuid);
drop function if exists public.book_series_as_guest(
  uuid, uuid, text, text, text, integer, text, boolean, public.language, text);
