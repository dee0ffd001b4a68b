-- Calendar feeds of staff. The address is the credential, and calendar programs store what they read on servers of others:
-- so an event has the service, the room, the host and the number of people, and no name, contact, note or answer.

-- Whether a member may have such a feed. Asked when it is opened, and again each time it is read.
create or replace function public.may_have_feed(member uuid, covers text) returns boolean
language sql stable security definer set search_path = '' as $$
  select case covers
    when 'own' then exists (select from public.service_hosts h where h.host_id = member)
    else public.scopes_of(member, 'bookings') <> '{}' end
    and not public.is_suspended_at(member, now())
$$;

-- The secret part of the address of the caller's feed, made on first use. `renew`: the old address stops at once.
create or replace function public.open_calendar_feed(covers text, room uuid default null, renew boolean default false)
returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  secret uuid;
begin
  if auth.uid() is null or not coalesce(public.may_have_feed(auth.uid(), open_calendar_feed.covers), false) then
    raise exception 'This needs a role that you do not have' using errcode = '42501', detail = 'not_allowed';
  end if;
  insert into public.calendar_feeds as f (owner_id, covers, room_id)
  values (auth.uid(), open_calendar_feed.covers, room)
  on conflict on constraint calendar_feeds_once do update set
    token = case when renew then gen_random_uuid() else f.token end,
    created_at = case when renew then now() else f.created_at end
  returning f.token into secret;
  return secret;
end $$;

-- The live feed of an address: with the owner's rights of this moment.
create or replace function public.find_calendar_feed(token uuid)
returns table (owner_id uuid, covers text, room_id uuid, language public.language, scopes uuid[], room_name text)
language sql stable rows 1 security definer set search_path = '' as $$
  select f.owner_id, f.covers, f.room_id, p.language, public.scopes_of(f.owner_id, 'bookings'),
    public.room_name(room.names, p.language)
  from public.calendar_feeds f
  join public.profiles p on p.id = f.owner_id
  left join public.rooms room on room.id = f.room_id
  where f.token = find_calendar_feed.token and public.may_have_feed(f.owner_id, f.covers)
$$;

-- The name of a feed: null for an address that does not exist or no longer works.
create or replace function public.name_of_calendar_feed(token uuid)
returns table (covers text, language public.language, name text)
language sql stable rows 1 security definer set search_path = '' as $$
  select f.covers, f.language,
    case f.covers when 'own' then (select p.display_name from public.profiles p where p.id = f.owner_id)
      else f.room_name end
  from public.find_calendar_feed(token) f
$$;

-- The booked times of a feed, from 30 days ago: one event for each time, however many people booked it. A time whose last
-- booking was cancelled is left out, so calendars remove it.
create or replace function public.staff_calendar(token uuid) returns table (
  id uuid, starts_at timestamptz, ends_at timestamptz, changed_at timestamptz, time_zone text, lang public.language,
  name text, place text, room_name text, equipment_name text, host_name text, kind public.service_kind, taken integer,
  capacity integer)
language sql stable security definer set search_path = '' as $$
  select x.id, x.starts_at, x.ends_at,
    greatest(s.updated_at, (
      select max(b.updated_at) from public.bookings b
      where b.service_id = x.service_id and b.starts_at = x.starts_at and b.slot_id = x.id)),
    s.time_zone, t.language, t.name, t.place, public.room_name(room.names, f.language),
    public.room_name(equipment.names, f.language), host.display_name, s.kind, x.taken, x.capacity
  from public.find_calendar_feed(token) f
  join public.slots x on x.taken > 0 and x.starts_at > now() - interval '30 days'
    and case f.covers
      when 'own' then x.host_id = f.owner_id
      else array[public.site_scope(), x.service_id] && f.scopes
        and (f.covers = 'site' or f.room_id in (x.room_id, x.equipment_id)) end
  join public.services s on s.id = x.service_id
  cross join lateral public.service_text(s.id, f.language) t
  left join public.rooms room on room.id = x.room_id
  left join public.rooms equipment on equipment.id = x.equipment_id
  left join public.profiles host on host.id = x.host_id
  order by x.starts_at, x.id
  limit 1000
$$;

revoke execute on function
  public.may_have_feed(uuid, text), public.open_calendar_feed(text, uuid, boolean), public.find_calendar_feed(uuid),
  public.name_of_calendar_feed(uuid), public.staff_calendar(uuid)
from public, anon, authenticated;
grant execute on function public.name_of_calendar_feed(uuid), public.staff_calendar(uuid)
to anon, authenticated, service_role;
grant execute on function public.open_calendar_feed(text, uuid, boolean) to authenticated, service_role;
