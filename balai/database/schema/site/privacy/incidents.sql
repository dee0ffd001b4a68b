-- Incidents with personal data, for administrators: records, the list of the affected people (affected.sql), the notice.
-- Errors: 42501 administrators_only; PT404 not_found; PT409 incident_closed, incident_sent, list_changed; PT422 no_list,
-- text_missing, wrong_time; PT429 too_many_incidents.

-- An incident, locked for a change by an administrator. `needs_open`: it must not be closed.
create or replace function public.lock_incident(incident uuid, needs_open boolean default true) returns public.incidents
language plpgsql security definer set search_path = '' as $$
declare
  locked public.incidents;
begin
  perform public.check_admin();
  select x.* into locked from public.incidents as x where x.id = incident for update;
  if locked.id is null then
    perform public.raise_error('404', 'not_found', 'No such incident');
  elsif needs_open and locked.closed_at is not null then
    perform public.raise_error('409', 'incident_closed', 'The incident is closed');
  end if;
  return locked;
end
$$;

-- Records an incident, or changes it. Without `due_at` the notice to the authority is due 72 hours after the discovery.
-- At most 50 are open: each may have a list of all people.
create or replace function public.save_incident(
  id uuid, title text, description text, discovered_at timestamptz, began_at timestamptz default null,
  ended_at timestamptz default null, due_at timestamptz default null, notes text default ''
) returns void
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  due constant timestamptz := coalesce(save_incident.due_at, save_incident.discovered_at + interval '72 hours');
begin
  perform public.check_admin();
  perform pg_advisory_xact_lock(hashtext('balai incidents'));
  if save_incident.discovered_at > now() + interval '5 minutes' then
    perform public.raise_error('422', 'wrong_time', 'It cannot be found in the future');
  elsif not exists (select from public.incidents as x where x.id = save_incident.id)
    and (select count(*) from public.incidents as x where x.closed_at is null) >= 50 then
    perform public.raise_error('429', 'too_many_incidents', 'At most 50 open incidents');
  end if;
  insert into public.incidents as known
    (id, title, description, notes, discovered_at, began_at, ended_at, due_at, recorded_by)
  values (save_incident.id, btrim(save_incident.title), btrim(save_incident.description, E' \n\t\r'),
    btrim(coalesce(save_incident.notes, ''), E' \n\t\r'), save_incident.discovered_at, save_incident.began_at,
    save_incident.ended_at, due, auth.uid())
  on conflict (id) do update set title = excluded.title, description = excluded.description, notes = excluded.notes,
    discovered_at = excluded.discovered_at, began_at = excluded.began_at, ended_at = excluded.ended_at,
    due_at = excluded.due_at, reminded_at = case when known.due_at = excluded.due_at then known.reminded_at end
  where known.closed_at is null;
  if not found then
    perform public.raise_error('409', 'incident_closed', 'The incident is closed');
  end if;
end
$$;

create or replace function public.close_incident(incident uuid, is_closed boolean default true) returns void
language plpgsql security definer set search_path = '' as $$
declare
  locked constant public.incidents := public.lock_incident(incident, needs_open => false);
begin
  update public.incidents as x set closed_at = case when is_closed then coalesce(locked.closed_at, now()) end
  where x.id = incident;
end
$$;

-- The report was handed to the authority, or was not.
create or replace function public.report_incident(incident uuid, is_reported boolean default true) returns void
language plpgsql security definer set search_path = '' as $$
declare
  locked constant public.incidents := public.lock_incident(incident);
begin
  update public.incidents as x set reported_at = case when is_reported then coalesce(locked.reported_at, now()) end
  where x.id = incident;
end
$$;

-- Stores the notice in a language, until it is sent. Null texts: the draft is the one from the facts again.
create or replace function public.save_incident_text(
  incident uuid, language public.language, subject text, body text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  locked constant public.incidents := public.lock_incident(incident);
begin
  if locked.sent_at is not null then
    perform public.raise_error('409', 'incident_sent', 'The notice was sent');
  elsif save_incident_text.subject is null or save_incident_text.body is null then
    delete from public.incident_texts as x
    where x.incident_id = incident and x.language = save_incident_text.language;
  else
    insert into public.incident_texts (incident_id, language, subject, body)
    values (incident, save_incident_text.language, btrim(save_incident_text.subject),
      btrim(save_incident_text.body, E' \n\t\r'))
    on conflict on constraint incident_texts_pkey do update set subject = excluded.subject, body = excluded.body,
      updated_at = now();
  end if;
end
$$;

-- The languages in which the people of a list are written to.
create or replace function public.incident_languages(incident uuid) returns public.language[]
language sql stable security definer set search_path = '' as $$
  select array(
    select distinct public.offered_language(counted.language::public.language)
    from public.incidents as x, jsonb_object_keys(x.people -> 'languages') as counted (language)
    where x.id = incident)
$$;

-- Sends the notice to all people of the list, once; a job queues the emails. `people`: how many the administrator
-- confirmed, and `listed_at`: when that list was made. The list is final then.
create or replace function public.send_incident_notice(incident uuid, people integer, listed_at timestamptz)
returns void
language plpgsql security definer set search_path = '' as $$
declare
  locked constant public.incidents := public.lock_incident(incident);
begin
  if locked.sent_at is not null then
    perform public.raise_error('409', 'incident_sent', 'The notice was sent');
  elsif coalesce((locked.people ->> 'total')::integer, 0) = 0 then
    perform public.raise_error('422', 'no_list', 'List the affected people first');
  elsif (locked.people ->> 'total')::integer is distinct from send_incident_notice.people
    or locked.listed_at is distinct from send_incident_notice.listed_at then
    perform public.raise_error('409', 'list_changed', 'The list has changed');
  elsif exists (
    select unnest(public.incident_languages(incident))
    except select x.language from public.incident_texts as x where x.incident_id = incident) then
    perform public.raise_error('422', 'text_missing', 'Save the notice in each language of the people');
  end if;
  update public.incidents as x set sent_at = now() where x.id = incident;
  perform pg_notify('balai_outbox', '');
end
$$;

-- The notice for people with a language: the text in it, else in the one that stands in for it, else in any. The languages
-- of the site may change between sending and the last email.
create or replace function public.incident_text(incident uuid, shown_in public.language)
returns setof public.incident_texts
language sql stable security definer set search_path = '' as $$
  select x.* from public.incident_texts as x where x.incident_id = incident
  order by x.language = public.offered_language(shown_in) desc, x.language = shown_in desc,
    array_position(public.language_order(shown_in), x.language)
  limit 1
$$;

-- For the job: the next people of a notice that was sent, with its text in the language of each. They are marked and, if
-- members, notified on the site; the job queues their emails in the same transaction, so that each gets one.
-- An address gets one email, whether it is that of a member, of guests or of a sender. People without an email and without
-- an account cannot be reached here and are not marked.
create or replace function public.take_incident_batch(most integer)
returns table (email text, member_id uuid, language text, subject text, body text)
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  chosen bigint[];
  batch record;
begin
  chosen := array(
    select p.id from public.incident_people as p join public.incidents as x on x.id = p.incident_id
    where x.sent_at is not null and p.notified_at is null and (p.gets_email or p.member_id is not null)
    order by p.id limit most for update of p skip locked);
  update public.incident_people as p set notified_at = now() where p.id = any (chosen);
  for batch in
    select p.incident_id, array_agg(p.member_id) as members from public.incident_people as p
    where p.id = any (chosen) and p.member_id is not null group by p.incident_id
  loop
    perform public.queue_notices('data_incident', batch.members, batch.incident_id::text,
      path => '/profile/security#incidents');
  end loop;
  return query
    select case when p.gets_email then p.email end, p.member_id, t.language::text, t.subject, t.body
    from public.incident_people as p cross join lateral public.incident_text(p.incident_id, p.language) as t
    where p.id = any (chosen)
    order by p.id;
end
$$;

-- The notices that a member got, for their copy of their data.
create or replace function public.incident_notices_of(member uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('subject', t.subject, 'text', t.body, 'kinds', x.kinds,
    'since', x.since, 'notifiedAt', x.notified_at) order by x.notified_at), '[]')
  from public.incident_people as x
  left join lateral public.incident_text(x.incident_id, x.language) as t on true
  where x.member_id = member and x.notified_at is not null
$$;

-- The notices that the caller got, newest first, for their page.
create or replace function public.my_incident_notices()
returns table (id uuid, language public.language, subject text, body text, notified_at timestamptz)
language sql stable security definer set search_path = '' as $$
  select x.incident_id, t.language, t.subject, t.body, x.notified_at
  from public.incident_people as x cross join lateral public.incident_text(x.incident_id, x.language) as t
  where x.member_id = auth.uid() and x.notified_at is not null
  order by x.notified_at desc limit 20
$$;

-- The next 5,000 people of the list as an array of rows, for a file. Reading it is in the staff log, once for each file.
create or replace function public.read_incident_people(incident uuid, after bigint default 0) returns jsonb
language plpgsql security definer set search_path = '' as $$
begin
  perform public.lock_incident(incident, needs_open => false);
  if not exists (
    select from public.staff_log as x where x.actor_id = auth.uid() and x.thing = 'incidents' and x.act = 'read'
      and x.thing_id = incident and x.at > now() - interval '5 minutes') then
    insert into public.staff_log (actor_id, thing, act, thing_id) values (auth.uid(), 'incidents', 'read', incident);
  end if;
  return (
    select coalesce(jsonb_agg(jsonb_build_object('id', p.id, 'name', p.name, 'email', p.email, 'phone', p.phone,
      'language', p.language, 'hasAccount', p.member_id is not null, 'kinds', p.kinds, 'sinceByKind', p.since_by_kind,
      'since', p.since, 'notifiedAt', p.notified_at) order by p.id), '[]')
    from (
      select x.* from public.incident_people as x where x.incident_id = incident and x.id > after
      order by x.id limit 5000) as p);
end
$$;

-- With the account or the guest the name and the addresses go. Before the notice is sent, another row with the address
-- gets the email in its place.
create or replace function public.erase_incident_person() returns trigger
language plpgsql set search_path = '' as $$
begin
  if old.gets_email and old.notified_at is null then
    update public.incident_people as p set gets_email = true
    where p.id = (
      select x.id from public.incident_people as x
      where x.incident_id = old.incident_id and lower(x.email) = lower(old.email) and x.id <> old.id
      order by x.id limit 1);
  end if;
  new.name := null;
  new.email := null;
  new.phone := null;
  new.gets_email := false;
  return new;
end
$$;

-- For the job: a day before the authority has to be notified of an incident, administrators are reminded once.
create or replace function public.remind_of_incidents() returns integer
language plpgsql security definer set search_path = '' as $$
declare
  due record;
  reminded integer := 0;
begin
  for due in
    update public.incidents as x set reminded_at = now()
    where x.closed_at is null and x.reported_at is null and x.reminded_at is null
      and x.due_at <= now() + interval '1 day'
    returning x.id, x.due_at
  loop
    perform public.queue_notices('staff_incident_due', array(select a.user_id from public.administrators as a),
      concat_ws(' ', due.id, due.due_at), path => '/admin/incidents/' || due.id);
    reminded := reminded + 1;
  end loop;
  return reminded;
end
$$;

-- For the job: a year after an incident is closed the names and addresses of its list go. The numbers stay.
create or replace function public.erase_old_incidents(batch integer) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  incident uuid;
  erased integer;
begin
  select x.id into incident from public.incidents as x
  where x.closed_at < now() - interval '1 year' and x.erased_at is null
  order by x.closed_at limit 1 for update skip locked;
  if incident is null then
    return 0;
  end if;
  update public.incident_people as p set name = null, email = null, phone = null, gets_email = false
  where p.id in (
    select y.id from public.incident_people as y where y.incident_id = incident and y.name is not null
    order by y.id limit batch);
  get diagnostics erased = row_count;
  if erased < batch then
    update public.incidents as x set erased_at = now() where x.id = incident;
  end if;
  return erased;
end
$$;

revoke execute on function
  public.lock_incident(uuid, boolean),
  public.save_incident(uuid, text, text, timestamptz, timestamptz, timestamptz, timestamptz, text),
  public.close_incident(uuid, boolean), public.report_incident(uuid, boolean),
  public.save_incident_text(uuid, public.language, text, text),
  public.incident_languages(uuid), public.send_incident_notice(uuid, integer, timestamptz),
  public.take_incident_batch(integer), public.read_incident_people(uuid, bigint), public.incident_notices_of(uuid),
  public.incident_text(uuid, public.language), public.my_incident_notices(), public.erase_incident_person(),
  public.remind_of_incidents(), public.erase_old_incidents(integer)
from public, anon, authenticated;

grant execute on function
  public.save_incident(uuid, text, text, timestamptz, timestamptz, timestamptz, timestamptz, text),
  public.close_incident(uuid, boolean), public.report_incident(uuid, boolean),
  public.save_incident_text(uuid, public.language, text, text),
  public.send_incident_notice(uuid, integer, timestamptz), public.read_incident_people(uuid, bigint),
  public.my_incident_notices()
to authenticated, service_role;
