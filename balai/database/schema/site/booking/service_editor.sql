-- Saving a service whole, by an administrator: its row, texts, hours and own exceptions, in one transaction.
-- The editor names the version that it opened; a concurrent save is rejected, not overwritten. Bookings keep their
-- times.
-- They move to a new host who is free, and get additional places.

create or replace function public.service_slug(wanted text, name text, id uuid) returns text
language plpgsql stable set search_path = '' as $$
declare
  plain constant text := translate(lower(normalize(coalesce(nullif(btrim(wanted), ''), name), nfd)), 'đ', 'd');
  made text := btrim(left(btrim(regexp_replace(
    regexp_replace(plain, '[\u0300-\u036f]', '', 'g'), '[^a-z0-9]+', '-', 'g'), '-'), 70), '-');
begin
  if made in ('', 'view') then
    made := 'service-' || left(id::text, 6);
  elsif exists (select from public.services s where s.slug = made and s.id <> service_slug.id) then
    made := made || '-' || left(id::text, 6);
  end if;
  return made;
end $$;

create or replace function public.write_service(given jsonb, slug text, writing public.services) returns public.services
language plpgsql set search_path = '' as $$
declare
  saved public.services;
begin
  -- Columns that the editor does not send keep their value, or get the table's default.
  writing := jsonb_populate_record(writing, given - '{slug,sequence,is_online,created_at,updated_at,online_url,base_sequence}'::text[]);
  insert into public.services as s (
    id, slug, kind, host_id, is_online, duration_minutes, buffer_before_minutes, buffer_after_minutes, capacity,
    per_person, notice_minutes, window_days, cancel_until_minutes, time_zone, is_active, position, notifies_staff,
    picture_url)
  values (
    writing.id, slug, writing.kind, writing.host_id, coalesce(given ->> 'online_url', '') <> '', writing.duration_minutes,
    coalesce(writing.buffer_before_minutes, 0), coalesce(writing.buffer_after_minutes, 0), coalesce(writing.capacity, 1),
    coalesce(writing.per_person, 1), coalesce(writing.notice_minutes, 120), coalesce(writing.window_days, 60),
    coalesce(writing.cancel_until_minutes, 120),
    coalesce(writing.time_zone, (select x.time_zone from public.site_settings x)),
    coalesce(writing.is_active, true), coalesce(writing.position, 0), coalesce(writing.notifies_staff, true),
    nullif(writing.picture_url, ''))
  on conflict (id) do update set
    (slug, kind, host_id, is_online, duration_minutes, buffer_before_minutes, buffer_after_minutes, capacity, per_person,
      notice_minutes, window_days, cancel_until_minutes, time_zone, is_active, position, notifies_staff, picture_url, sequence,
      updated_at)
    = (excluded.slug, excluded.kind, excluded.host_id, excluded.is_online, excluded.duration_minutes,
      excluded.buffer_before_minutes, excluded.buffer_after_minutes, excluded.capacity, excluded.per_person,
      excluded.notice_minutes, excluded.window_days, excluded.cancel_until_minutes, excluded.time_zone,
      excluded.is_active, excluded.position, excluded.notifies_staff, excluded.picture_url, s.sequence + 1, now())
  returning s.* into saved;
  return saved;
end $$;

create or replace function public.update_future_slots(s public.services) returns void
language plpgsql set search_path = '' as $$
begin
  update public.slots x
    set host_id = s.host_id, capacity = greatest(s.capacity, x.taken)
    where x.service_id = s.id and x.starts_at > now() and x.taken > 0
      and (x.host_id is distinct from s.host_id or x.capacity <> greatest(s.capacity, x.taken));
  perform public.promote_waiting(line.slot_id)
    from (
      select distinct b.slot_id from public.bookings b
      where b.service_id = s.id and b.status = 'waiting' and b.starts_at > now()
    ) line;
exception when exclusion_violation then
  perform public.raise_error('409', 'host_busy', 'The new host is busy at a time that is booked already.');
end $$;

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
  perform public.lock_booking_resources(coalesce((service ->> 'host_id')::uuid, target), coalesce(known.host_id, target));
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

  delete from public.service_links l where l.service_id = saved.id;
  insert into public.service_links (service_id, online_url) select saved.id, service ->> 'online_url' where saved.is_online;
  delete from public.service_texts t where t.service_id = saved.id;
  insert into public.service_texts (service_id, language, name, description, place)
    select saved.id, t.language, btrim(t.name), coalesce(btrim(t.description), ''), coalesce(btrim(t.place), '')
    from jsonb_to_recordset(texts) as t (language public.language, name text, description text, place text);
  delete from public.service_hours h where h.service_id = saved.id;
  insert into public.service_hours (service_id, weekday, opens, closes)
    select saved.id, h.weekday, h.opens, h.closes
    from jsonb_to_recordset(hours) as h (weekday smallint, opens time, closes time);
  delete from public.service_exceptions e where e.service_id = saved.id;
  insert into public.service_exceptions (service_id, day, opens, closes, note)
    select saved.id, e.day, e.opens, e.closes, coalesce(btrim(e.note), '')
    from jsonb_to_recordset(exceptions) as e (day date, opens time, closes time, note text);
  perform public.update_future_slots(saved);
  return jsonb_build_object('id', saved.id, 'slug', saved.slug, 'sequence', saved.sequence);
end $$;

revoke execute on function
  public.service_slug(text, text, uuid), public.write_service(jsonb, text, public.services),
  public.update_future_slots(public.services), public.save_service(jsonb, jsonb, jsonb, jsonb)
from public, anon, authenticated;

grant execute on function public.save_service(jsonb, jsonb, jsonb, jsonb) to authenticated, service_role;
