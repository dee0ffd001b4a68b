-- The text of a service in the reader's best language. All columns come from one language.
create or replace function public.service_text(service uuid, wanted public.language) returns setof public.service_texts
language sql stable rows 1 as $$
  select t.service_id, t.language, t.name, t.description, t.place
  from public.service_texts t
  where t.service_id = service
  order by array_position((select public.language_order(wanted)), t.language)
  limit 1
$$;

create or replace function public.is_host_of(service uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.service_hosts h where h.service_id = service and h.host_id = auth.uid())
$$;

-- Whether the caller is a host of the service, or has the right to handle its bookings.
create or replace function public.may_handle_bookings(service uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select public.is_host_of(service) or public.may('bookings', service)
$$;

-- Services of the caller as host. The policy calls it once for each statement: called for each row, reading the table
-- took four seconds at a million bookings.
create or replace function public.hosted_services() returns uuid[]
language sql stable security definer set search_path = '' as $$
  select array(select h.service_id from public.service_hosts h where h.host_id = auth.uid())
$$;

-- Whether the caller has a booking of the service. A confirmed one counts while the link is shown: it is for participants,
-- not for everyone who ever took part.
create or replace function public.has_booking_of(service uuid, only_confirmed boolean) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from public.bookings b
    where b.service_id = service and b.member_id = auth.uid()
      and (not only_confirmed or b.status = 'booked' and public.is_link_shown(b.starts_at, b.ends_at, (
        select s.link_minutes from public.services s where s.id = b.service_id)))
  )
$$;

-- All bookings that the caller may see, with texts in one language. Security invoker and inlined: the reader's filter
-- reaches the index.
-- The link ends a day after the booking: a link that was replaced to exclude a former participant must not be shown to
-- them.
create or replace function public.booking_details(wanted public.language) returns setof public.booking_detail
language sql stable as $$
  select b.id, b.status, b.starts_at, b.ends_at, b.party_size, b.note, b.sequence + s.sequence,
    public.waiting_position(b), b.created_at, greatest(b.updated_at, s.updated_at), b.cancelled_at,
    b.member_id, coalesce(member.display_name, guest.name), who.host_id, host.display_name,
    s.id, s.slug, s.kind, s.time_zone, s.cancel_until_minutes, s.is_active, s.is_online,
    t.language, t.name, t.description, t.place,
    case when public.is_link_shown(b.starts_at, b.ends_at, s.link_minutes)
      then coalesce(own_link.online_url, link.online_url) end,
    case when b.status <> 'waiting' then public.room_name(room.names, wanted) end,
    case when b.status <> 'waiting' then public.room_name(equipment.names, wanted) end, b.chosen_by,
    b.guest_id, coalesce(guest.email, '+' || guest.phone),
    case b.status when 'waiting' then b.request_until end, b.offer_until, b.waited_since is not null
  from public.bookings b
  join public.services s on s.id = b.service_id
  left join public.profiles member on member.id = b.member_id
  left join public.guests guest on guest.id = b.guest_id
  -- Until a waiting party gets a place, no person but the one asked for is theirs.
  cross join lateral (select case b.status when 'waiting' then b.wanted_host_id else b.host_id end as host_id) who
  left join public.profiles host on host.id = who.host_id
  left join public.rooms room on room.id = b.room_id
  left join public.rooms equipment on equipment.id = b.equipment_id
  left join public.service_links link on link.service_id = s.id
  left join public.slot_links own_link on own_link.slot_id = b.slot_id
  cross join lateral public.service_text(s.id, wanted) t
$$;

-- A member's private calendar feed, by its secret address. Cancelled bookings stay for 30 days, so that calendars
-- remove them.
create or replace function public.calendar_feed(token uuid) returns setof public.booking_detail
language sql stable security definer set search_path = '' as $$
  select d.*
  from public.profiles p
  cross join lateral public.booking_details(p.language) d
  where p.calendar_token = token and d.member_id = p.id and d.starts_at > now() - interval '90 days'
    and (d.status = 'booked' or (d.status = 'cancelled' and d.cancelled_at > now() - interval '30 days'))
  order by d.starts_at, d.id
  limit 500
$$;

create or replace function public.has_calendar_feed(token uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.profiles p where p.calendar_token = token)
$$;

revoke execute on function
  public.service_text(uuid, public.language), public.is_host_of(uuid), public.may_handle_bookings(uuid),
  public.hosted_services(),
  public.has_booking_of(uuid, boolean), public.booking_details(public.language), public.calendar_feed(uuid),
  public.has_calendar_feed(uuid)
from public, anon, authenticated;

grant execute on function
  public.service_text(uuid, public.language), public.calendar_feed(uuid), public.has_calendar_feed(uuid)
to anon, authenticated, service_role;

grant execute on function public.is_host_of(uuid) to service_role;

grant execute on function
  public.hosted_services(), public.has_booking_of(uuid, boolean), public.booking_details(public.language)
to authenticated, service_role;

comment on function public.service_text(uuid, public.language) is 'internal';
comment on function public.hosted_services() is 'internal';
comment on function public.has_booking_of(uuid, boolean) is 'internal';
