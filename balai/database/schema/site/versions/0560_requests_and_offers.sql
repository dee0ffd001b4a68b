-- Requests that staff confirm, offers of freed places, and who may book a service.

alter table public.services
  -- A booking begins as a request, which the staff confirm or decline.
  add column needs_confirmation boolean not null default false,
  -- Whether the place of a request counts as taken until then.
  add column request_takes_place boolean not null default true,
  -- After this a request without an answer ends; never after the start.
  add column request_hours integer not null default 48 check (request_hours between 1 and 336),
  -- How long a freed place is offered to the first on the waiting list. 0: they get it at once, as services that exist
  -- already do.
  add column offer_hours integer not null default 0 check (offer_hours = 0 or offer_hours between 6 and 48),
  -- Whether visitors without an account may book.
  add column allows_guests boolean not null default true,
  -- Whether one person may have another booking at the time of one of this service.
  add column allows_overlap boolean not null default false;
alter table public.services alter column offer_hours set default 24;

-- A request and an offer are bookings that wait: `booked` alone means that a booking is confirmed.
alter table public.bookings
  -- Of a request: when it ends without an answer. Stays when the request is cancelled, so that it can be restored.
  add column request_until timestamptz,
  add column request_takes_place boolean not null default false,
  -- Of a waiting list: until when a free place is offered to this party.
  add column offer_until timestamptz,
  -- Counts in slots.taken, and excludes other bookings of the person.
  add column takes_place boolean not null generated always as (
    status = 'booked' or status = 'waiting' and (offer_until is not null or request_takes_place)) stored,
  add constraint bookings_requested check (
    (request_until is null or status <> 'booked') and (request_until is not null or not request_takes_place)),
  add constraint bookings_offered check (offer_until is null or status = 'waiting' and request_until is null);
create index bookings_requested_until on public.bookings (request_until) where status = 'waiting' and request_until is not null;
create index bookings_offered_until on public.bookings (offer_until) where offer_until is not null;

alter table public.bookings drop constraint bookings_member_in_one_place;
alter table public.bookings add constraint bookings_member_in_one_place
  exclude using gist (person_id with =, tstzrange(starts_at, ends_at) with &&)
  where (takes_place and not may_overlap);

alter type public.booking_detail
  add attribute request_until timestamptz,
  add attribute offer_until timestamptz;

-- Their arguments or columns have changed.
drop function if exists
  public.is_booked_elsewhere(uuid, timestamptz, timestamptz, uuid), public.find_booking_link(uuid, public.language);
