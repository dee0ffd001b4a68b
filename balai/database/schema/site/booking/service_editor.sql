-- Saving a service whole, by an administrator: its row, people, rooms, texts, hours and own exceptions, in one
-- transaction. The editor names the version that it opened; a concurrent save is rejected, not overwritten. Bookings keep
-- their times. They move to a person and a room that are free if theirs no longer belong to the service, and get
-- additional places.

create or replace function public.service_slug(wanted text, name text, id uuid) returns text
language plpgsql stable set search_path = '' as $$
declare
  made text := public.ascii_slug(coalesce(nullif(btrim(wanted), ''), name));
begin
  if made in ('', 'view') then
    made := 'service-' || left(id::text, 6);
  elsif exists (select from public.service_slugs s where s.slug = made and s.service_id <> service_slug.id) then
    made := made || '-' || left(id::text, 6);
  end if;
  return made;
end $$;

-- An address stays that of its service, which may take it again.
create or replace function public.note_service_slug() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.service_slugs (slug, service_id)
  select new.slug, new.id
  where not exists (select from public.service_slugs s where s.slug = new.slug and s.service_id = new.id);
  return null;
end $$;

create or replace function public.write_service(given jsonb, slug text, writing public.services) returns public.services
language plpgsql set search_path = '' as $$
declare
  saved public.services;
begin
  -- Columns that the editor does not send keep their value, or get the table's default.
  writing := jsonb_populate_record(writing, given - '{slug,sequence,is_online,created_at,updated_at,online_url,base_sequence}'::text[]);
  insert into public.services as s (
    id, slug, kind, is_online, duration_minutes, buffer_before_minutes, buffer_after_minutes, capacity,
    per_person, notice_minutes, window_days, cancel_until_minutes, time_zone, is_active, position, notifies_staff,
    picture_url, day_limit, week_limit, member_limit, reminder_minutes, follow_up_minutes, answer_days, thread_days, link_minutes,
    host_messages, desk_messages, series)
  values (
    writing.id, slug, writing.kind, coalesce(given ->> 'online_url', '') <> '', writing.duration_minutes,
    coalesce(writing.buffer_before_minutes, 0), coalesce(writing.buffer_after_minutes, 0), coalesce(writing.capacity, 1),
    coalesce(writing.per_person, 1), coalesce(writing.notice_minutes, 120), coalesce(writing.window_days, 60),
    coalesce(writing.cancel_until_minutes, 120),
    coalesce(writing.time_zone, (select x.time_zone from public.site_settings x)),
    coalesce(writing.is_active, true), coalesce(writing.position, 0), coalesce(writing.notifies_staff, true),
    nullif(writing.picture_url, ''), writing.day_limit, writing.week_limit, writing.member_limit,
    coalesce(writing.reminder_minutes, '{1440,120}'), writing.follow_up_minutes, coalesce(writing.answer_days, 365),
    writing.thread_days, writing.link_minutes, coalesce(writing.host_messages, '{booked,changed,cancelled}'),
    coalesce(writing.desk_messages, '{booked,changed,cancelled}'), writing.series)
  on conflict (id) do update set
    (slug, kind, is_online, duration_minutes, buffer_before_minutes, buffer_after_minutes, capacity, per_person,
      notice_minutes, window_days, cancel_until_minutes, time_zone, is_active, position, notifies_staff, picture_url, day_limit,
      week_limit, member_limit, reminder_minutes, follow_up_minutes, answer_days, thread_days, link_minutes,
      host_messages, desk_messages, series,
      sequence, updated_at)
    = (excluded.slug, excluded.kind, excluded.is_online, excluded.duration_minutes,
      excluded.buffer_before_minutes, excluded.buffer_after_minutes, excluded.capacity, excluded.per_person,
      excluded.notice_minutes, excluded.window_days, excluded.cancel_until_minutes, excluded.time_zone,
      excluded.is_active, excluded.position, excluded.notifies_staff, excluded.picture_url,
      excluded.day_limit, excluded.week_limit, excluded.member_limit,
      excluded.reminder_minutes, excluded.follow_up_minutes, excluded.answer_days, excluded.thread_days,
      excluded.link_minutes, excluded.host_messages, excluded.desk_messages, excluded.series, s.sequence + 1, now())
  returning s.* into saved;
  return saved;
end $$;

-- Of one kind, the first that is free for a booked slot; null if none is. `held`: the present one, which stays while it
-- belongs to the service. A service without any needs none.
create or replace function public.find_place(s public.services, wanted_kind text, held uuid, slot public.slots)
returns uuid
language plpgsql stable set search_path = '' as $$
declare
  found_id uuid;
  minutes constant int4range :=
    public.week_minutes(
      slot.starts_at at time zone (select x.time_zone from public.site_settings x), slot.ends_at - slot.starts_at);
begin
  with places as materialized (
    select p.* from public.booking_places(
      s, slot.starts_at - interval '2 days', slot.ends_at + interval '2 days', null, slot.id) p
    where p.kind = wanted_kind
  )
  select p.id into found_id from places p
  where p.id = held
    or public.is_place_free(p.work, p.busy, p.away, minutes, tstzrange(slot.starts_at, slot.ends_at), slot.busy)
  order by p.id is not distinct from held desc, p.place, p.id limit 1;
  if not found and exists (
    select from public.booking_places(s, slot.starts_at, slot.ends_at) p where p.kind = wanted_kind
  ) then
    perform public.raise_error('409', case wanted_kind when 'host' then 'host_busy' else 'room_busy' end,
      case wanted_kind when 'host' then 'No person is free at a time that is booked already.'
        else 'No room is free at a time that is booked already.' end);
  end if;
  return found_id;
end $$;

-- After a save: coming booked slots keep their person and room while these belong to the service, else they get free
-- ones. A booked time for which none is free rejects the save.
create or replace function public.update_future_slots(s public.services) returns void
language plpgsql set search_path = '' as $$
declare
  slot public.slots;
  host uuid;
  room uuid;
  equipment uuid;
begin
  for slot in
    select x.* from public.slots x
    where x.service_id = s.id and x.starts_at > now() and x.taken > 0 order by x.starts_at, x.id
  loop
    host := public.find_place(s, 'host', slot.host_id, slot);
    room := public.find_place(s, 'room', slot.room_id, slot);
    equipment := public.find_place(s, 'equipment', slot.equipment_id, slot);
    update public.slots x
      set host_id = host, room_id = room, equipment_id = equipment, capacity = greatest(s.capacity, x.taken),
        blocks_service = x.blocks_service or host is null and room is null and equipment is null
      where x.id = slot.id
        and (x.host_id, x.room_id, x.equipment_id, x.capacity)
          is distinct from (host, room, equipment, greatest(s.capacity, x.taken));
  end loop;
  perform public.promote_waiting(line.slot_id)
    from (
      select distinct x.id as slot_id from public.bookings b
      join public.slots x on x.service_id = b.service_id and x.starts_at = b.starts_at
      where b.service_id = s.id and b.status = 'waiting' and b.starts_at > now()
    ) line;
exception when exclusion_violation then
  perform public.raise_error('409', 'host_busy', 'The new host is busy at a time that is booked already.');
end $$;

-- The people, rooms and equipment of a service in their order. A client that names one person sends host_id in place of
-- "hosts". Fields that are not named stay.
create or replace function public.write_service_places(given jsonb, target uuid) returns void
language plpgsql set search_path = '' as $$
begin
  if given ? 'hosts' or given ? 'host_id' then
    delete from public.service_hosts h where h.service_id = target;
    insert into public.service_hosts (service_id, host_id, position)
      select target, h.id::uuid, h.place from jsonb_array_elements_text(
        case when given ? 'hosts' then given -> 'hosts'
          when given ->> 'host_id' is not null then jsonb_build_array(given ->> 'host_id') else '[]' end)
        with ordinality h (id, place)
      on conflict do nothing;
  end if;
  if given ? 'rooms' then
    delete from public.service_rooms r where r.service_id = target;
    insert into public.service_rooms (service_id, room_id, position)
      select target, r.id::uuid, r.place
      from jsonb_array_elements_text(given -> 'rooms') with ordinality r (id, place)
      on conflict do nothing;
  end if;
end $$;

-- Whether the staff confirm bookings, how long a freed place is offered, and who may book. Fields that are not named stay.
create or replace function public.write_booking_rules(given jsonb, saved public.services) returns void
language sql set search_path = '' as $$
  update public.services s
    set (needs_confirmation, request_takes_place, request_hours, offer_hours, allows_guests, allows_overlap)
      = (n.needs_confirmation, n.request_takes_place, n.request_hours, n.offer_hours, n.allows_guests, n.allows_overlap)
    from jsonb_populate_record(saved, given) n
    where s.id = saved.id
$$;

create or replace function public.save_service(service jsonb, texts jsonb, hours jsonb, exceptions jsonb) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  known public.services;
  saved public.services;
  slug text;
  target constant uuid := (service ->> 'id')::uuid;
begin
  if not public.is_admin() then
    raise exception 'Only an administrator may do this' using errcode = '42501';
  end if;
  select s.* into known from public.services s where s.id = target;
  perform public.lock_bookings();
  select s.* into known from public.services s where s.id = target for update;
  if known.sequence is distinct from (service ->> 'base_sequence')::integer then
    perform public.raise_error('409', 'changed_elsewhere', 'The service was changed meanwhile.');
  elsif jsonb_array_length(texts) = 0 then
    perform public.raise_error('422', 'no_text', 'A service needs a name in at least one language.');
  end if;
  slug := known.slug;
  if slug is null or coalesce(service ->> 'slug', slug) not in ('', slug) then
    slug := public.service_slug(service ->> 'slug', (
      select t ->> 'name' from jsonb_array_elements(texts) t order by t ->> 'language' = 'en' desc limit 1), target);
  end if;
  saved := public.write_service(service, slug, known);
  perform public.write_booking_rules(service, saved);
  select s.* into strict saved from public.services s where s.id = saved.id;
  perform public.write_service_places(service, saved.id);
  perform public.write_service_questions(service, saved.id);
  perform public.write_service_price(service, saved.id);
  delete from public.service_links l where l.service_id = saved.id;
  insert into public.service_links (service_id, online_url) select saved.id, service ->> 'online_url' where saved.is_online;
  delete from public.service_texts t where t.service_id = saved.id;
  insert into public.service_texts (service_id, language, name, description, place)
    select saved.id, t.language, btrim(t.name), coalesce(btrim(t.description), ''), coalesce(btrim(t.place), '')
    from jsonb_to_recordset(texts) as t (language public.language, name text, description text, place text);
  perform public.write_service_hours(saved, hours, exceptions);
  perform public.update_future_slots(saved);
  return jsonb_build_object('id', saved.id, 'slug', saved.slug, 'sequence', saved.sequence);
end $$;

-- The weekly hours and the days that differ. Rows that stay as they are are not written again: the staff log has an entry
-- for each row.
create or replace function public.write_service_hours(saved public.services, hours jsonb, exceptions jsonb) returns void
language plpgsql set search_path = '' as $$
#variable_conflict use_variable
declare
  -- On dates of its own it has no weekly hours.
  week constant jsonb := case when saved.series is null then hours else '[]' end;
begin
  delete from public.service_hours h
  where h.service_id = saved.id and not exists (
    select from jsonb_to_recordset(week) as given (weekday smallint, opens time, closes time)
    where (given.weekday, given.opens, given.closes) = (h.weekday, h.opens, h.closes));
  insert into public.service_hours (service_id, weekday, opens, closes)
  select saved.id, given.weekday, given.opens, given.closes
  from jsonb_to_recordset(week) as given (weekday smallint, opens time, closes time)
  where not exists (
    select from public.service_hours h
    where h.service_id = saved.id and (h.weekday, h.opens, h.closes) = (given.weekday, given.opens, given.closes));
  delete from public.service_exceptions e
  where e.service_id = saved.id and not exists (
    select from jsonb_to_recordset(exceptions) as given (day date, opens time, closes time, note text)
    where (given.day, given.opens, given.closes, coalesce(btrim(given.note), ''))
      is not distinct from (e.day, e.opens, e.closes, e.note));
  insert into public.service_exceptions (service_id, day, opens, closes, note)
  select saved.id, given.day, given.opens, given.closes, coalesce(btrim(given.note), '')
  from jsonb_to_recordset(exceptions) as given (day date, opens time, closes time, note text)
  where not exists (
    select from public.service_exceptions e
    where e.service_id = saved.id and (given.day, given.opens, given.closes, coalesce(btrim(given.note), ''))
      is not distinct from (e.day, e.opens, e.closes, e.note));
end $$;

revoke execute on function
  public.service_slug(text, text, uuid), public.note_service_slug(), public.write_service(jsonb, text, public.services),
  public.find_place(public.services, text, uuid, public.slots), public.update_future_slots(public.services),
  public.write_service_places(jsonb, uuid), public.write_service_hours(public.services, jsonb, jsonb),
  public.write_booking_rules(jsonb, public.services), public.save_service(jsonb, jsonb, jsonb, jsonb)
from public, anon, authenticated;

grant execute on function public.save_service(jsonb, jsonb, jsonb, jsonb) to authenticated, service_role;
