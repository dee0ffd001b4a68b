-- What people read of bookings: the times still free, and a booking with everything that a page, a mail or a calendar
-- file says about it.

-- The times a visitor may book on these days of the service's zone, full ones too: she may wait for those. A time at
-- which the host is busy elsewhere is not offered. Definer, because counting needs the rows of other people.
create function public.list_slots(service uuid, from_day date, to_day date)
returns table (
  starts_at timestamptz, ends_at timestamptz, capacity integer, taken integer, "left" integer, waiting integer, mine boolean
)
language sql stable security definer set search_path = '' as $$
  select offered.starts_at, coalesce(slot.ends_at, offered.ends_at), places.capacity, places.taken,
    places.capacity - places.taken, line.waiting, line.mine
  from public.services s
  cross join lateral (select (now() at time zone s.time_zone)::date as day) today
  cross join lateral public.service_starts(
    s, greatest(from_day, today.day), least(to_day, from_day + 92, today.day + s.window_days)
  ) offered
  left join public.slots slot
    on slot.service_id = s.id and slot.starts_at = offered.starts_at and slot.taken > 0
  cross join lateral (
    select coalesce(slot.capacity, s.capacity) as capacity, coalesce(slot.taken, 0) as taken
  ) places
  cross join lateral (
    select count(*) filter (where b.status = 'waiting')::integer as waiting,
      coalesce(bool_or(b.member_id = auth.uid()), false) as mine
    from public.bookings b
    where b.service_id = s.id and b.starts_at = offered.starts_at and b.status <> 'cancelled'
  ) line
  where s.id = service and s.is_active
    and offered.starts_at >= now() + make_interval(mins => s.notice_minutes)
    and not exists (
      select from public.slots other
      where other.occupies = coalesce(s.host_id, s.id) and other.taken > 0 and other.id is distinct from slot.id
        and other.busy && tstzrange(
          offered.starts_at - make_interval(mins => s.buffer_before_minutes),
          offered.ends_at + make_interval(mins => s.buffer_after_minutes))
    )
  order by offered.starts_at
$$;

-- The next times with room for a party. It looks a week at a time: mostly the first week has them.
create function public.next_free(
  service uuid, party integer default 1, how_many integer default 3, after timestamptz default now()
) returns table (starts_at timestamptz, ends_at timestamptz, "left" integer)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
declare
  day date;
  last_day date;
  missing integer := least(how_many, 20);
  got integer;
begin
  select (greatest(next_free.after, now()) at time zone s.time_zone)::date,
      (now() at time zone s.time_zone)::date + s.window_days
    into day, last_day
    from public.services s where s.id = next_free.service and s.is_active;
  while missing > 0 and day <= last_day loop
    return query
      select slot.starts_at, slot.ends_at, slot."left"
      from public.list_slots(next_free.service, day, day + 6) slot
      where slot."left" >= next_free.party and not slot.mine and slot.starts_at > next_free.after
      limit missing;
    get diagnostics got = row_count;
    missing := missing - got;
    day := day + 7;
  end loop;
end $$;

create type public.booking_detail as (
  id uuid,
  status public.booking_status,
  starts_at timestamptz,
  ends_at timestamptz,
  party_size integer,
  note text,
  sequence integer,
  place_in_line integer,
  created_at timestamptz,
  updated_at timestamptz,
  cancelled_at timestamptz,
  member_id uuid,
  member_name text,
  host_id uuid,
  host_name text,
  service_id uuid,
  service_slug text,
  kind public.service_kind,
  time_zone text,
  cancel_until_minutes integer,
  is_active boolean,
  is_online boolean,
  text_language public.language,
  name text,
  description text,
  place text,
  online_url text
);

-- All bookings that the caller may see, worded in a language. Invoker and inlined: the reader's filter reaches the index.
create function public.booking_details(wanted public.language) returns setof public.booking_detail
language sql stable as $$
  select b.id, b.status, b.starts_at, b.ends_at, b.party_size, b.note, b.sequence + s.sequence,
    public.place_in_line(b), b.created_at, greatest(b.updated_at, s.updated_at), b.cancelled_at,
    b.member_id, member.display_name, s.host_id, host.display_name,
    s.id, s.slug, s.kind, s.time_zone, s.cancel_until_minutes, s.is_active, s.is_online,
    t.language, t.name, t.description, t.place, link.online_url
  from public.bookings b
  join public.services s on s.id = b.service_id
  join public.profiles member on member.id = b.member_id
  left join public.profiles host on host.id = s.host_id
  left join public.service_links link on link.service_id = s.id
  cross join lateral public.service_text(s.id, wanted) t
$$;

-- A member's private feed, opened by whoever knows its address. Cancelled ones stay a month, so that calendars follow.
create function public.calendar_feed(token uuid) returns setof public.booking_detail
language sql stable security definer set search_path = '' as $$
  select d.*
  from public.profiles p
  cross join lateral public.booking_details(p.language) d
  where p.calendar_token = token and d.member_id = p.id and d.starts_at > now() - interval '90 days'
    and (d.status = 'booked' or (d.status = 'cancelled' and d.cancelled_at > now() - interval '30 days'))
  order by d.starts_at, d.id
  limit 500
$$;

create function public.has_calendar_feed(token uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.profiles p where p.calendar_token = token)
$$;

-- Counting a line needs the rows of the others in it; the count itself is no secret.
alter function public.place_in_line(public.bookings) security definer;

revoke execute on function public.list_slots(uuid, date, date), public.next_free(uuid, integer, integer, timestamptz),
  public.booking_details(public.language), public.calendar_feed(uuid), public.has_calendar_feed(uuid)
from public, anon, authenticated;
grant execute on function public.list_slots(uuid, date, date), public.next_free(uuid, integer, integer, timestamptz),
  public.calendar_feed(uuid), public.has_calendar_feed(uuid)
to anon, authenticated, service_role;
grant execute on function public.booking_details(public.language), public.place_in_line(public.bookings)
to authenticated, service_role;
