-- The staff log. A trigger of each table that staff change adds a row in the transaction of the act.

-- Arguments: the columns whose change is recorded, or none: that a row was added, changed or deleted. The member whom an
-- act concerns is read from the column member_id, author_id or user_id. Acts without a session, of jobs and operators,
-- are not those of staff, nor are those of members without a role: an author deletes a post, a leaving member makes room
-- for the next one. Hosts have no role; what only they and staff can write is always theirs.
-- The log is also the proof of a request about data: it has those acts of members, too.
create or replace function public.log_staff_act() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  was constant jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) else '{}' end;
  is_now constant jsonb := case when tg_op <> 'DELETE' then to_jsonb(new) else '{}' end;
  thing constant jsonb := was || is_now;
  concerned constant text := coalesce(thing ->> 'member_id', thing ->> 'author_id', thing ->> 'user_id');
begin
  if auth.uid() is null or tg_table_name not in ('bookings', 'booking_notes', 'booking_prices', 'closings',
      'privacy_requests')
    and public.my_rights() = '{}' then
    return null;
  end if;
  insert into public.staff_log (actor_id, thing, act, thing_id, member_id, changes)
  select (select p.id from public.profiles as p where p.id = auth.uid()), tg_table_name, lower(tg_op),
    coalesce(thing ->> 'id', thing ->> 'incident_id', thing ->> 'forum_id', thing ->> 'group_id', thing ->> 'booking_id',
      thing ->> 'resource_id', thing ->> 'series_id', concerned)::uuid,
    (select p.id from public.profiles as p where p.id = concerned::uuid),
    coalesce((
      select jsonb_object_agg(name, jsonb_build_array(was -> name, is_now -> name))
      from unnest(coalesce(tg_argv, '{}')) as name where was -> name is distinct from is_now -> name), '{}');
  return null;
end
$$;

-- Changes of settings have a record of their own, from which they can be undone; the log names them.
create or replace function public.log_setting_change() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.staff_log (actor_id, thing, act, changes)
  select new.changed_by, 'settings', 'update', jsonb_build_object(new.setting, jsonb_build_array(new.before, new.after))
  where new.changed_by is not null;
  return null;
end
$$;

-- Reading is logged with its reason.
create or replace function public.log_confidential_read() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.staff_log (actor_id, thing, act, thing_id, changes)
  values (new.reader_id, 'forums', 'read', new.forum_id, jsonb_build_object('reason', jsonb_build_array(null, new.reason)));
  return null;
end
$$;

-- An edit of a text, not by its author: when, and in which area. Never the text. "forum_id" has no value before,
-- as in an added row. Updates of quotes and of names in a text are no edits: they do not raise text_version.
create or replace function public.log_edited_text() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  was constant jsonb := to_jsonb(old);
  is_now constant jsonb := to_jsonb(new);
begin
  if auth.uid() is null or public.my_rights() = '{}' then
    return null;
  end if;
  insert into public.staff_log (actor_id, thing, act, thing_id, member_id, changes)
  select (select p.id from public.profiles as p where p.id = auth.uid()), tg_table_name, 'update', new.id, new.author_id,
    jsonb_build_object('edited_at', jsonb_build_array(was -> 'edited_at', is_now -> 'edited_at'),
      'forum_id', jsonb_build_array(null, coalesce(is_now ->> 'forum_id',
        (select p.forum_id::text from public.posts as p where p.id = (is_now ->> 'post_id')::uuid))));
  return null;
end
$$;

-- An account that an administrator created, invited, changed or deleted through the administration API, which names them
-- in the audit trail: {"by": id, "changed": fields}. Ids and names of fields; no address. Acts with the service key have no
-- such name: they are those of operators.
create or replace function public.log_account_act() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  account constant uuid := (new.payload ->> 'actor_id')::uuid;
  action constant text := new.payload ->> 'action';
begin
  insert into public.staff_log (actor_id, thing, act, thing_id, member_id, changes)
  select (select p.id from public.profiles as p where p.id = (new.payload -> 'traits' ->> 'by')::uuid), 'users',
    case action when 'user_modified' then 'update' when 'user_deleted' then 'delete' else 'insert' end, account,
    (select p.id from public.profiles as p where p.id = account),
    case when action = 'user_invited' then '{"invited": [null, true]}'::jsonb
      when action = 'user_modified' then
        jsonb_build_object('fields', jsonb_build_array(null, new.payload -> 'traits' -> 'changed'))
      else '{}'::jsonb end;
  return null;
end
$$;

-- The hours of a row as text: "09:00–12:00, 13:00–17:00", or "closed". Null for a row without hours.
create or replace function public.name_hours(day_hours jsonb) returns text
language sql immutable set search_path = '' as $$
  select case
    when day_hours ? 'hours' then coalesce((
      select string_agg(to_char(make_interval(mins => lower(span)), 'HH24:MI') || '–'
        || to_char(make_interval(mins => upper(span)), 'HH24:MI'), ', ' order by span)
      from unnest((day_hours ->> 'hours')::int4multirange) as span), 'closed')
    when day_hours ? 'opens' then
      coalesce(left(day_hours ->> 'opens', 5) || '–' || left(day_hours ->> 'closes', 5), 'closed') end
$$;

-- Hours, days and leave: of the site, of a service, of a person or of a room. One's own hours are no act of staff, and the hours
-- that a deleted service or room had are gone with it.
create or replace function public.log_hours() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  was constant jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) end;
  is_now constant jsonb := case when tg_op <> 'DELETE' then to_jsonb(new) end;
  given constant jsonb := coalesce(is_now, was);
  service constant uuid := (given ->> 'service_id')::uuid;
  room constant uuid := (given ->> 'room_id')::uuid;
  person constant uuid := (given ->> 'host_id')::uuid;
begin
  if auth.uid() is null or person = auth.uid() or public.my_rights() = '{}'
    -- Private times, as a calendar has them, are no act on hours.
    or given ->> 'calendar_id' is not null
    or service is not null and not exists (select from public.services as s where s.id = service)
    or room is not null and not exists (select from public.rooms as r where r.id = room) then
    return null;
  end if;
  insert into public.staff_log (actor_id, thing, act, thing_id, member_id, changes)
  select (select p.id from public.profiles as p where p.id = auth.uid()), tg_table_name, lower(tg_op),
    coalesce(service, room, person), (select p.id from public.profiles as p where p.id = person),
    jsonb_build_object('hours', jsonb_build_array(public.name_hours(was), public.name_hours(is_now)))
      || coalesce((
        select jsonb_object_agg(name, jsonb_build_array(null, given -> name))
        from unnest('{weekday,day,starts_at,ends_at}'::text[]) as name where given ? name), '{}');
  return null;
end
$$;

-- The log is only added to. Deleting an account clears its references.
create or replace function public.keep_staff_log() returns trigger
language plpgsql set search_path = '' as $$
begin
  if tg_op = 'UPDATE' and coalesce(new.actor_id, old.actor_id) is not distinct from old.actor_id
    and coalesce(new.member_id, old.member_id) is not distinct from old.member_id
    and to_jsonb(new) - '{actor_id,member_id}'::text[] = to_jsonb(old) - '{actor_id,member_id}'::text[] then
    return new;
  end if;
  raise exception 'The staff log is only added to' using errcode = '42501';
end
$$;

-- The title of the row that an entry is about, with its language and its page without the language; by row policies, as far
-- as the caller reads the row. The log has no titles: they may be as private as the text.
create or replace function public.log_subject(thing text, id uuid, shown_in public.language)
returns table (language public.language, title text, path text)
language plpgsql stable set search_path = '' as $$
-- One statement for each kind: a single statement for all would be planned again at each call.
declare
  languages constant public.language[] := public.language_order(shown_in);
begin
  case
    when thing in ('posts', 'replies', 'reports') then
      return query
        select post.language, post.title,
          public.path_to_text(forum.slug, post.id, post.article_id, reply.number, log_subject.shown_in)
        from (
          select log_subject.id as post_id, null::uuid as reply_id where log_subject.thing = 'posts'
          union all
          select r.post_id, r.id from public.replies as r where log_subject.thing = 'replies' and r.id = log_subject.id
          union all
          select coalesce(r.post_id, reply.post_id), r.reply_id
          from public.reports as r left join public.replies as reply on reply.id = r.reply_id
          where log_subject.thing = 'reports' and r.id = log_subject.id) as item
        join public.posts as post on post.id = item.post_id and post.title is not null
        join public.forums as forum on forum.id = post.forum_id
        left join public.replies as reply on reply.id = item.reply_id;
    when thing in ('forums', 'forum_texts', 'area_rights', 'area_bans') then
      return query
        select text.language, text.name, '/forum/' || forum.slug
        from public.forums as forum join public.forum_texts as text on text.forum_id = forum.id
        where forum.id = log_subject.id
        order by array_position(languages, text.language) limit 1;
    when thing in ('groups', 'group_members') then
      return query
        select text.language, text.name, '/groups/' || club.slug
        from public.groups as club join public.group_texts as text on text.group_id = club.id
        where club.id = log_subject.id
        order by array_position(languages, text.language) limit 1;
    when thing = 'articles' then
      return query
        select text.language, text.title, '/blog/' || text.slug
        from public.article_texts as text
        where text.article_id = log_subject.id
        order by array_position(languages, text.language) limit 1;
    when thing in ('series', 'series_texts', 'series_articles') then
      return query
        select text.language, text.title, '/blog/series/' || series.slug
        from public.series as series join public.series_texts as text on text.series_id = series.id
        where series.id = log_subject.id
        order by array_position(languages, text.language) limit 1;
    when thing = 'article_reviews' then
      return query
        select text.language, text.title, '/blog/' || text.slug
        from public.article_reviews as review
        join public.article_texts as text on (text.article_id, text.language) = (review.article_id, review.language)
        where review.id = log_subject.id;
    when thing = 'pages' then
      return query
        select text.language, text.title, '/pages/' || page.slug
        from public.pages as page
        join public.page_versions as version on (version.page_id, version.number) = (page.id, page.published_version)
        join public.page_version_texts as text on text.version_id = version.id
        where page.id = log_subject.id
        order by array_position(languages, text.language) limit 1;
    when thing in ('resources', 'resource_files') then
      return query
        select text.language, text.title, null
        from public.resource_texts as text
        where text.resource_id = log_subject.id
        order by array_position(languages, text.language) limit 1;
    when thing in ('services', 'service_hours', 'service_exceptions') then
      return query
        select text.language, text.name, '/book/' || service.slug
        from public.services as service join public.service_texts as text on text.service_id = service.id
        where service.id = log_subject.id
        order by array_position(languages, text.language) limit 1;
    when thing in ('rooms', 'work_hours', 'absences') then
      return query
        select known.key::public.language, known.value, null
        from public.rooms as room, jsonb_each_text(room.names) as known
        where room.id = log_subject.id
        order by array_position(languages, known.key::public.language) limit 1;
    when thing in ('incidents', 'incident_texts') then
      return query
        select null::public.language, incident.title, '/admin/incidents/' || incident.id
        from public.incidents as incident
        where incident.id = log_subject.id;
    else
      null;
  end case;
end
$$;

revoke execute on function
  public.log_staff_act(), public.log_setting_change(), public.log_confidential_read(), public.log_edited_text(),
  public.log_account_act(), public.name_hours(jsonb), public.log_hours(), public.keep_staff_log(),
  public.log_subject(text, uuid, public.language)
from public, anon, authenticated;

grant execute on function public.log_subject(text, uuid, public.language) to authenticated, service_role;

comment on function public.log_subject(text, uuid, public.language) is 'internal';
