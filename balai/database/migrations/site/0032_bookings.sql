-- Slots and bookings: the rows, and what can never happen to them.
--
-- A slot is written when somebody first books it; until then it is only a time that the hours allow. `taken` is kept by
-- a trigger on bookings, so no way of writing a booking can pass the two guards: the check (never more than capacity)
-- and the exclusion (a host, or a service without one, is never in two places, buffers included). A place that becomes
-- free goes to the first in line whom it suits, in the same statement that freed it.

create table public.slots (
  id uuid primary key default gen_random_uuid(),
  service_id uuid not null references public.services (id),
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  busy tstzrange not null,
  host_id uuid references public.profiles (id) on delete set null,
  -- Whom or what the slot keeps busy.
  occupies uuid not null generated always as (coalesce(host_id, service_id)) stored,
  capacity integer not null,
  taken integer not null default 0,
  unique (service_id, starts_at),
  constraint slots_last_some_time check (starts_at < ends_at),
  constraint slots_busy_while_they_last check (busy @> tstzrange(starts_at, ends_at)),
  constraint slots_never_overbooked check (taken between 0 and capacity),
  constraint slots_never_in_two_places exclude using gist (occupies with =, busy with &&) where (taken > 0)
);

create type public.booking_status as enum ('booked', 'waiting', 'cancelled');

create table public.bookings (
  id uuid primary key default gen_random_uuid(),
  slot_id uuid not null references public.slots (id),
  service_id uuid not null references public.services (id),
  member_id uuid not null references public.profiles (id) on delete cascade,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  party_size integer not null default 1 check (party_size between 1 and 1000),
  note text not null default '' check (char_length(note) <= 1000),
  status public.booking_status not null default 'booked',
  -- SEQUENCE of the calendar file: rises with every change that a calendar has to follow.
  sequence integer not null default 0,
  waiting_since timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  cancelled_at timestamptz,
  constraint bookings_cancelled_at_some_time check ((status = 'cancelled') = (cancelled_at is not null)),
  constraint bookings_waiting_since_some_time check ((status = 'waiting') = (waiting_since is not null))
);
create unique index bookings_once_a_slot on public.bookings (slot_id, member_id) where status <> 'cancelled';
create index bookings_in_line on public.bookings (slot_id, waiting_since, id) where status = 'waiting';
create index bookings_of_member on public.bookings (member_id, starts_at desc, id desc);
create index bookings_by_start on public.bookings (starts_at, id);
create index bookings_of_service on public.bookings (service_id, starts_at, id);

create function public.queue_booking_mail(kind text, booking public.bookings, more jsonb default '{}') returns void
language sql security definer set search_path = '' as $$
  insert into public.outbox (recipient_id, kind, facts)
  values (booking.member_id, kind, jsonb_build_object(
    'bookingId', booking.id, 'serviceId', booking.service_id, 'startsAt', booking.starts_at, 'endsAt', booking.ends_at,
    'partySize', booking.party_size, 'sequence', booking.sequence) || more)
$$;

-- Gives free places to those in line, in order. Somebody whose party is too large keeps her rank and is passed over.
create function public.promote_waiting(slot uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  free_places integer;
  lucky public.bookings;
begin
  loop
    select s.capacity - s.taken into free_places from public.slots s where s.id = slot and s.starts_at > now() for update;
    exit when not found;
    select b.* into lucky from public.bookings b
      where b.slot_id = slot and b.status = 'waiting' and b.party_size <= free_places
      order by b.waiting_since, b.id limit 1 for update;
    exit when not found;
    update public.bookings b
      set status = 'booked', waiting_since = null, sequence = b.sequence + 1, updated_at = now()
      where b.id = lucky.id returning b.* into lucky;
    perform public.queue_booking_mail('booking_promoted', lucky);
  end loop;
exception when exclusion_violation then
  -- The host has been booked elsewhere at this time since: nobody in this line can come.
  return;
end $$;

create function public.keep_places() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  gave constant integer := case when tg_op <> 'INSERT' and old.status = 'booked' then old.party_size else 0 end;
  takes constant integer := case when tg_op <> 'DELETE' and new.status = 'booked' then new.party_size else 0 end;
begin
  if tg_op = 'UPDATE' and (old.slot_id, gave) is not distinct from (new.slot_id, takes) then
    return null;
  end if;
  if gave > 0 then
    update public.slots set taken = taken - gave where id = old.slot_id;
  end if;
  if takes > 0 then
    update public.slots set taken = taken + takes where id = new.slot_id;
  end if;
  if gave > 0 then
    perform public.promote_waiting(old.slot_id);
  end if;
  return null;
end $$;
create trigger keep_places after insert or update or delete on public.bookings
  for each row execute function public.keep_places();

create function public.is_host_of(service uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.services s where s.id = service and s.host_id = auth.uid())
$$;

create function public.has_booking_of(service uuid, only_confirmed boolean) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from public.bookings b
    where b.service_id = service and b.member_id = auth.uid() and (not only_confirmed or b.status = 'booked')
  )
$$;

-- Who may what --------------------------------------------------------------------------------------------------------
-- No policy lets anybody write: book(), change_booking() and cancel_booking() are the only doors.
alter table public.slots enable row level security;
alter table public.bookings enable row level security;
revoke all on public.slots, public.bookings from anon, authenticated;
grant select on public.slots, public.bookings to authenticated;
grant all on public.slots, public.bookings to service_role;

create policy "Administrators and hosts see the slots" on public.slots for select to authenticated
  using ((select public.is_admin()) or host_id = (select auth.uid()));
create policy "A member sees her bookings" on public.bookings for select to authenticated
  using (member_id = (select auth.uid()));
create policy "Administrators see every booking" on public.bookings for select to authenticated
  using ((select public.is_admin()));
create policy "A host sees who comes" on public.bookings for select to authenticated
  using (public.is_host_of(service_id));

-- A service that has been withdrawn still has a name for those who booked it, and its link opens for them only.
create policy "A member sees the services she booked" on public.services for select to authenticated
  using (not is_active and public.has_booking_of(id, false));
create policy "Those who come see the link" on public.service_links for select to authenticated
  using (public.has_booking_of(service_id, true));

revoke execute on function public.queue_booking_mail(text, public.bookings, jsonb), public.promote_waiting(uuid),
  public.keep_places(), public.is_host_of(uuid), public.has_booking_of(uuid, boolean)
from public, anon, authenticated;
grant execute on function public.is_host_of(uuid), public.has_booking_of(uuid, boolean) to authenticated, service_role;

call public.announce_changes('public.slots');
call public.announce_changes('public.bookings');
