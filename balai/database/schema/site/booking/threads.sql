-- The private thread of a session: an area of the forum that belongs to a slot, with one topic. Access to it
-- is computed from bookings, the host of the slot and roles, in areas_of() and hidden_forums() (rights/rights.sql). So a
-- cancelled booking closes it, and a promoted one opens it, in the commit that changes the booking, on every way in.

-- The threads in which a member may see, reply or moderate: as one who attends, as the host, or by a role for the bookings of
-- the service. Administrators without such a role open one with a logged reason, as any confidential area.
-- They end by comparison, so that no job has to run in time.
create or replace function public.session_areas_of(member uuid, wanted public.site_right) returns uuid[]
language plpgsql stable security definer set search_path = '' as $$
begin
  if member is null or wanted not in ('see', 'reply', 'moderate')
    or not exists (select from public.forums as f where f.slot_id is not null) then
    return '{}';
  end if;
  return array(
    with open_threads as (
      select f.id, x.id as slot_id, x.service_id, x.host_id
      from public.forums as f
      join public.slots as x on x.id = f.slot_id
      join public.services as s on s.id = x.service_id
      where now() < x.ends_at + make_interval(days => s.thread_days)),
    staffed as (
      select t.id from open_threads as t
      where t.host_id = member or exists (
        select from public.role_grants as g join public.roles as r on r.id = g.role_id
        where g.member_id = member and 'bookings' = any (r.rights) and g.scope_id in (public.site_scope(), t.service_id)
          and public.is_assured(member)))
    select t.id from staffed as t
    union
    select t.id from open_threads as t
    where wanted <> 'moderate' and exists (
        select from public.bookings as b
        where b.slot_id = t.slot_id and b.member_id = member and b.status = 'booked')
      and (wanted = 'see' or not exists (
        select from public.area_bans as b
        where b.member_id = session_areas_of.member and b.forum_id = t.id and coalesce(b.until > now(), true)))
    union
    select t.id from open_threads as t
    join public.confidential_reads as opened on opened.forum_id = t.id
    where wanted = 'see' and opened.reader_id = member and opened.until > now()
      and public.site_scope() = any (public.scopes_of(member, 'moderate')));
end
$$;

-- Whether the link of an online meeting is shown now.
create or replace function public.is_link_shown(starts_at timestamptz, ends_at timestamptz, link_minutes integer)
returns boolean
language sql stable set search_path = '' as $$
  select case when link_minutes is null then now() < ends_at + interval '1 day'
    else now() >= starts_at - make_interval(mins => link_minutes) and now() < ends_at + interval '1 hour' end
$$;

-- The first text of the topic, for lists and messages; its page shows the session instead.
create or replace function public.session_welcome(language public.language) returns text
language sql immutable set search_path = '' as $$
  select case language
    when 'zh' then '此主题仅对本次活动的参加者和工作人员开放：可以提问、分享文件、商量要带什么。'
    when 'ms' then 'Topik ini hanya untuk peserta sesi ini dan kakitangannya: tanya, kongsi fail, bincang apa yang perlu dibawa.'
    when 'vi' then 'Chủ đề này chỉ dành cho người tham gia buổi này và nhân viên: hãy hỏi, chia sẻ tệp, bàn xem cần mang gì.'
    else 'This topic is for those who attend this session and its staff: ask, share files, agree on what to bring.' end
$$;

-- A member who takes part watches the thread. Null: there is no topic, or no host.
create or replace function public.watch_session_thread(topic uuid, member uuid) returns void
language sql security definer set search_path = '' as $$
  insert into public.watches (member_id, post_id, level, is_automatic)
  select member, topic, 'watching', true where topic is not null and member is not null
  on conflict (post_id, member_id) where post_id is not null do nothing
$$;

-- The title of the topic, in the site's first language: the service and its time.
create or replace function public.session_title(slot uuid) returns text
language sql stable security definer set search_path = '' as $$
  select named.name || to_char(x.starts_at at time zone s.time_zone,
    case site.default_language
      when 'en' then ', FMDD Mon YYYY, HH24:MI'
      when 'zh' then '，YYYY"年"FMMM"月"FMDD"日" HH24:MI'
      else ', DD/MM/YYYY, HH24:MI'
    end)
  from public.slots as x join public.services as s on s.id = x.service_id
  cross join public.site_settings as site
  cross join lateral (
    select t.name from public.service_texts as t where t.service_id = s.id
    order by t.language = site.default_language desc, t.language limit 1) as named
  where x.id = slot
$$;

-- The topic of a slot's thread, made with the first confirmed booking. Without the claims of the caller: it is no text of
-- theirs, and neither their limits nor the staff log are concerned. Not by `set` of the function, which
-- needs a superuser for these.
create or replace function public.open_session_thread(slot uuid) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  claims constant text := current_setting('request.jwt.claims', true);
  subject constant text := current_setting('request.jwt.claim.sub', true);
  lang constant public.language := (select s.default_language from public.site_settings as s);
  area uuid;
  topic uuid;
begin
  select f.id into area from public.forums as f where f.slot_id = slot;
  if found then
    return (select p.id from public.posts as p where p.forum_id = area order by p.created_at, p.id limit 1);
  end if;
  perform set_config('request.jwt.claims', '', true), set_config('request.jwt.claim.sub', '', true);
  insert into public.forums (slug, position, slot_id, is_restricted, is_confidential)
  values ('session-' || replace(gen_random_uuid()::text, '-', ''), 0, slot, true, true) returning id into area;
  insert into public.forum_texts (forum_id, language, name)
  select area, t.language, left(t.name, 80) from public.slots as x
  join public.service_texts as t on t.service_id = x.service_id where x.id = slot;
  insert into public.posts (forum_id, author_id, language, title, body)
  select area, null, lang, public.session_title(slot),
    jsonb_build_object('type', 'doc', 'content', jsonb_build_array(jsonb_build_object('type', 'paragraph', 'content',
      jsonb_build_array(jsonb_build_object('type', 'text', 'text', public.session_welcome(lang))))))
  returning id into topic;
  perform set_config('request.jwt.claims', coalesce(claims, ''), true),
    set_config('request.jwt.claim.sub', coalesce(subject, ''), true);
  perform public.watch_session_thread(topic, x.host_id) from public.slots as x where x.id = slot;
  return topic;
end
$$;

-- Row changes are checked for each reader when they are sent; who sees that others are typing was checked when a page opened.
-- The realtime service checks it again at this message, which it delivers to none.
create or replace function public.recheck_thread_readers(topic uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  insert into realtime.messages (topic, extension, event, payload, private)
  values ('thread:' || recheck_thread_readers.topic, 'access', 'access_changed', '{}', true);
exception when check_violation then
  -- No partition for today: neither the service nor the cleanup job has run for days, so there are no readers.
  raise warning 'Readers of a thread are not checked again: %', sqlerrm;
end
$$;

-- The person of a session has changed: who has it now watches its thread, and who had it does not any more.
create or replace function public.watch_as_new_host(slot uuid, former uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  topic uuid;
begin
  select p.id into topic from public.posts as p join public.forums as f on f.id = p.forum_id
  where f.slot_id = slot order by p.created_at, p.id limit 1;
  if topic is null then
    return;
  end if;
  delete from public.watches as w where w.post_id = topic and w.member_id = former and w.is_automatic;
  perform public.watch_session_thread(topic, x.host_id) from public.slots as x where x.id = slot;
  perform public.recheck_thread_readers(topic);
end
$$;

-- Moves the thread and the link of a slot to another one that has none. Without the claims of the caller: it is no edit of
-- theirs, and neither their limits nor the staff log are concerned.
create or replace function public.move_session_thread(slot uuid, target uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  claims constant text := current_setting('request.jwt.claims', true);
  subject constant text := current_setting('request.jwt.claim.sub', true);
  area uuid;
begin
  perform set_config('request.jwt.claims', '', true), set_config('request.jwt.claim.sub', '', true);
  update public.slot_links as l set slot_id = target
  where l.slot_id = slot and not exists (select from public.slot_links as x where x.slot_id = target);
  update public.forums as f set slot_id = target
  where f.slot_id = slot and not exists (select from public.forums as x where x.slot_id = target)
  returning f.id into area;
  update public.posts as p set title = public.session_title(target)
  where p.forum_id = area and p.author_id is null and p.title = public.session_title(slot);
  perform set_config('request.jwt.claims', coalesce(claims, ''), true),
    set_config('request.jwt.claim.sub', coalesce(subject, ''), true);
end
$$;

-- An appointment becomes that of another booking: the thread and the link that its slot has got stay with their person, in an
-- empty slot of the same time. Nothing changes for a session, whose successors read what was written.
create or replace function public.part_appointment(slot uuid, booking uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  empty uuid;
begin
  if not exists (
    select from public.slots as x join public.services as s on s.id = x.service_id
    where x.id = slot and s.kind = 'appointment' and x.booking_id is distinct from booking)
    or exists (
      select from public.bookings as b where b.slot_id = slot and b.id <> booking and b.status = 'booked') then
    return;
  end if;
  if exists (select from public.forums as f where f.slot_id = slot)
    or exists (select from public.slot_links as l where l.slot_id = slot) then
    insert into public.slots as x (service_id, starts_at, ends_at, busy, capacity, host_id, room_id, equipment_id,
      blocks_service, chosen_by, booking_id)
    select y.service_id, y.starts_at, y.ends_at, y.busy, y.capacity, y.host_id, y.room_id, y.equipment_id,
      y.blocks_service, y.chosen_by, y.booking_id
    from public.slots as y where y.id = slot returning x.id into empty;
    perform public.move_session_thread(slot, empty);
  end if;
  update public.slots as x set booking_id = booking where x.id = slot;
end
$$;

-- A booking that moves takes the thread and the link of its session along, if it is the only one in it and the new one has none.
-- To be called before the booking moves: the place that becomes free can go to another party at once, which must not get the
-- thread.
create or replace function public.carry_session_thread(b public.bookings, target public.slots) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if b.slot_id = target.id or exists (
    select from public.bookings as x join public.services as s on s.id = x.service_id
    where x.slot_id = b.slot_id and x.id <> b.id
      and (x.status = 'booked' or s.kind = 'session' and x.status <> 'cancelled')) then
    return;
  end if;
  perform public.part_appointment(target.id, b.id), public.move_session_thread(b.slot_id, target.id),
    public.watch_as_new_host(target.id, b.host_id);
end
$$;

-- A confirmed booking opens the thread, and its member watches it; a booking that leaves the slot ends that. Guests have no
-- account to write with: for them it opens when they claim the booking.
create or replace function public.follow_session_thread() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  topic uuid;
begin
  if tg_op = 'UPDATE' and old.status = 'booked' and old.member_id is not null
    and (new.status, new.slot_id, new.member_id) is distinct from (old.status, old.slot_id, old.member_id) then
    select p.id into topic from public.posts as p join public.forums as f on f.id = p.forum_id
    where f.slot_id = old.slot_id order by p.created_at, p.id limit 1;
    delete from public.watches as w where w.post_id = topic and w.member_id = old.member_id;
    perform public.recheck_thread_readers(topic) where topic is not null;
  end if;
  if new.status = 'booked' then
    perform public.part_appointment(new.slot_id, new.id);
  end if;
  if new.status = 'booked' and new.member_id is not null and exists (
    select from public.services as s where s.id = new.service_id and s.thread_days is not null) then
    perform public.watch_session_thread(public.open_session_thread(new.slot_id), new.member_id);
  end if;
  return null;
end
$$;

-- A service that gets threads: for those who have booked already, too.
create or replace function public.open_threads_of_service() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  booked record;
begin
  for booked in
    select b.slot_id, b.member_id from public.bookings as b
    where b.service_id = new.id and b.status = 'booked' and b.member_id is not null and b.ends_at > now()
    order by b.slot_id, b.member_id
  loop
    perform public.watch_session_thread(public.open_session_thread(booked.slot_id), booked.member_id);
  end loop;
  return null;
end
$$;

-- No text leaves a thread of a session, and none comes in: its readers are those of the session.
create or replace function public.keep_session_thread() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  places uuid[];
begin
  if tg_table_name = 'posts' then
    places := array[old.forum_id, new.forum_id];
  else
    places := array(select p.forum_id from public.posts as p where p.id in (old.post_id, new.post_id));
  end if;
  if exists (select from public.forums as f where f.id = any (places) and f.slot_id is not null) then
    perform public.raise_error('422', 'session_thread', 'Texts stay in the thread of their session');
  end if;
  return new;
end
$$;

-- The same for what would copy a text: splitting a topic, and merging two.
create or replace function public.refuse_session_threads(areas uuid[]) returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  if exists (select from public.forums as f where f.id = any (areas) and f.slot_id is not null) then
    perform public.raise_error('422', 'session_thread', 'Texts stay in the thread of their session');
  end if;
end
$$;

-- The session as the page of its thread shows it; no row unless the caller sees the thread. `booking`: the caller's own.
create or replace function public.session_of_thread(area uuid, wanted public.language)
returns table (
  slot_id uuid, booking uuid, service_slug text, name text, lang public.language, place text, starts_at timestamptz,
  ends_at timestamptz, time_zone text, host_name text, is_online boolean, online_url text, link_from timestamptz,
  closes_at timestamptz, may_set_link boolean, own_link text)
language sql stable security definer set search_path = '' as $$
  select x.id, b.id, s.slug, t.name, t.language, t.place, x.starts_at, x.ends_at, s.time_zone, host.display_name,
    s.is_online or l.online_url is not null,
    case when public.is_link_shown(x.starts_at, x.ends_at, s.link_minutes) then coalesce(l.online_url, g.online_url) end,
    case when s.link_minutes is not null then x.starts_at - make_interval(mins => s.link_minutes) end,
    x.ends_at + make_interval(days => s.thread_days), staff.is_staff, case when staff.is_staff then l.online_url end
  from public.forums as f
  join public.slots as x on x.id = f.slot_id
  join public.services as s on s.id = x.service_id
  cross join lateral public.service_text(s.id, wanted) as t
  left join public.bookings as b on b.slot_id = x.id and b.member_id = auth.uid() and b.status = 'booked'
  left join public.profiles as host on host.id = x.host_id
  left join public.service_links as g on g.service_id = s.id
  left join public.slot_links as l on l.slot_id = x.id
  cross join lateral (select f.id = any (public.session_areas_of(auth.uid(), 'moderate')) as is_staff) as staff
  where f.id = session_of_thread.area and f.id = any (public.session_areas_of(auth.uid(), 'see'))
$$;

-- The caller's booking of the session that a topic belongs to, also a cancelled one: for a member who has left it.
create or replace function public.booking_of_thread(post uuid) returns uuid
language sql stable security definer set search_path = '' as $$
  select b.id from public.posts as p join public.forums as f on f.id = p.forum_id join public.slots as x on x.id = f.slot_id
  join public.bookings as b on b.slot_id = x.id or b.id = x.booking_id
  where p.id = booking_of_thread.post and b.member_id = auth.uid()
  order by b.status = 'cancelled', b.updated_at desc limit 1
$$;

-- Sets the link of one session; null or an empty text: that of the service again. For its host and those who handle its
-- bookings.
create or replace function public.set_session_link(slot uuid, url text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  line constant text := btrim(coalesce(url, ''));
begin
  if not exists (
    select from public.slots as x where x.id = slot
      and (x.host_id = auth.uid() or public.may('bookings', x.service_id))) then
    perform public.raise_booking_error('not_found');
  elsif line <> '' and (line !~ '^https://[^[:space:]]+$' or char_length(line) > 500) then
    perform public.raise_error('422', 'url', 'A link begins with https://');
  elsif line = '' then
    delete from public.slot_links as l where l.slot_id = slot;
  else
    insert into public.slot_links (slot_id, online_url) values (slot, line)
    on conflict (slot_id) do update set online_url = excluded.online_url;
  end if;
end
$$;

-- Deletes threads whose days are over. Of a service that has none any more they stay hidden for thirty days first.
create or replace function public.delete_ended_threads(at_most integer default 20) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  ended uuid[];
begin
  ended := array(
    select f.id from public.forums as f join public.slots as x on x.id = f.slot_id
    join public.services as s on s.id = x.service_id
    where x.ends_at + make_interval(days => coalesce(s.thread_days, 30)) <= now()
    order by x.ends_at limit at_most);
  delete from public.posts as p where p.forum_id = any (ended);
  delete from public.forums as f where f.id = any (ended);
  return cardinality(ended);
end
$$;

revoke execute on function
  public.session_areas_of(uuid, public.site_right), public.is_link_shown(timestamptz, timestamptz, integer),
  public.session_welcome(public.language), public.watch_session_thread(uuid, uuid), public.open_session_thread(uuid),
  public.session_title(uuid), public.watch_as_new_host(uuid, uuid),
  public.move_session_thread(uuid, uuid), public.part_appointment(uuid, uuid),
  public.carry_session_thread(public.bookings, public.slots),
  public.follow_session_thread(),
  public.recheck_thread_readers(uuid), public.open_threads_of_service(), public.keep_session_thread(),
  public.refuse_session_threads(uuid[]),
  public.session_of_thread(uuid, public.language), public.booking_of_thread(uuid), public.set_session_link(uuid, text),
  public.delete_ended_threads(integer)
from public, anon, authenticated;

grant execute on function
  public.is_link_shown(timestamptz, timestamptz, integer), public.session_of_thread(uuid, public.language),
  public.booking_of_thread(uuid), public.set_session_link(uuid, text)
to authenticated, service_role;

comment on function public.is_link_shown(timestamptz, timestamptz, integer) is 'internal';
comment on function public.session_of_thread(uuid, public.language) is 'internal';
comment on function public.booking_of_thread(uuid) is 'internal';
