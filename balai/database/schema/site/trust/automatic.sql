-- Automatic effects of reports while no moderator is there: hide a text, silence a new member for 3 days, close a topic
-- for 4 hours.
-- Each is recorded, in the staff log too, and moderators undo it. Only reports of members of level 1 or more count, and
-- accounts that signed in from one network are one person.
-- Errors: PT404 not_found; PT409 undone.

-- The address that a text is; null for any other text. pg_input_is_valid() needs PostgreSQL 16.
create or replace function public.network_address(written text) returns inet
language plpgsql immutable strict set search_path = '' as $$
begin
  return nullif(written, '')::inet;
exception when invalid_text_representation then
  return null;
end
$$;

-- How many persons these members are at least: accounts with a session from the same address, or that signed in from it in
-- the last 30 days, are one; signing out of one account to sign in to another makes no second person. Of IPv6 the first 64
-- bits, which is one household.
create or replace function public.count_persons(members uuid[]) returns integer
language sql stable security definer set search_path = '' as $$
  with recursive addresses as (
    select s.user_id as member, s.ip from auth.sessions as s where s.user_id = any (members) and s.ip is not null
    union
    select each.member, public.network_address(e.ip_address)
    from unnest(members) as each (member)
    join auth.audit_log_entries as e on e.payload ->> 'actor_id' = each.member::text
      and e.payload ->> 'action' = 'login' and e.created_at > now() - interval '30 days'
  ), networks as (
    select distinct a.member, network(set_masklen(a.ip, case family(a.ip) when 4 then 32 else 64 end)) as net
    from addresses as a where a.ip is not null
  ), same as (
    select one.member, other.member as other from networks as one join networks as other on other.net = one.net
  ), reached as (
    select member, member as other from unnest(members) as each (member)
    union
    select reached.member, same.other from reached join same on same.member = reached.other
  )
  select count(distinct person)::int from (select min(other::text) as person from reached group by member) as persons
$$;

-- Does as the site itself, without the caller's name in versions and logs: the author of a hidden text must not learn
-- who reported it.
create or replace function public.act_as_site(statement text, thing uuid, until timestamptz default null) returns void
language plpgsql security definer set search_path = '' as $$
declare
  claims constant text := current_setting('request.jwt.claims', true);
begin
  perform set_config('request.jwt.claims', '', true);
  execute statement using thing, until;
  perform set_config('request.jwt.claims', coalesce(claims, ''), true);
end
$$;

-- Records an act once: what a moderator has undone is not done again.
create or replace function public.note_automatic_act(
  kind text, area uuid, post uuid, reply uuid, member uuid, reporters integer, until timestamptz default null)
returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  act uuid;
begin
  insert into public.automatic_acts (kind, forum_id, post_id, reply_id, member_id, reporters, until)
  select note_automatic_act.kind, area, post, reply, member, note_automatic_act.reporters, note_automatic_act.until
  where not exists (
    select from public.automatic_acts as a
    where a.kind = note_automatic_act.kind and case when a.kind = 'silence'
      then a.member_id = note_automatic_act.member and a.created_at > now() - interval '3 days'
      else a.post_id is not distinct from note_automatic_act.post
        and a.reply_id is not distinct from note_automatic_act.reply end)
  returning id into act;
  if act is null then
    return false;
  end if;
  insert into public.staff_log (actor_id, thing, act, thing_id, member_id, changes)
  values (null, 'automatic_acts', 'insert', act, note_automatic_act.member, jsonb_build_object(
    'kind', jsonb_build_array(null, note_automatic_act.kind),
    'reporters', jsonb_build_array(null, note_automatic_act.reporters)));
  return true;
end
$$;

-- After a report. The reported post or reply is locked, so that concurrent reports count each other.
create or replace function public.act_on_report() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  hide_at constant integer := (select s.hides_after_reports from public.site_settings as s);
  subject record;
  topic constant uuid := coalesce(new.post_id, (select r.post_id from public.replies as r where r.id = new.reply_id));
  persons integer;
begin
  perform from public.replies as r where r.id = new.reply_id for no key update;
  perform from public.posts as p where p.id = topic for no key update;
  select coalesce(r.author_id, p.author_id) as author, p.forum_id, p.is_locked,
    case when r.id is null then p.body else r.body end as body
  into subject
  from public.posts as p left join public.replies as r on r.id = new.reply_id where p.id = topic;
  -- Of a topic that a moderator looks after.
  if public.trust_level(subject.author) = 4 then
    return null;
  end if;
  persons := public.count_persons(array(
    select r.reporter_id from public.reports as r
    where r.status = 'open' and (r.post_id = new.post_id or r.reply_id = new.reply_id)
      and public.trust_level(r.reporter_id) >= 1));
  if persons >= hide_at and subject.body is not null
    and public.note_automatic_act('hide', subject.forum_id, new.post_id, new.reply_id, subject.author, persons) then
    perform public.act_as_site(case when new.reply_id is null
      then 'update public.posts set hidden_at = now() where id = $1'
      else 'update public.replies set hidden_at = now() where id = $1' end, coalesce(new.reply_id, new.post_id));
  end if;
  perform public.silence_reported_newcomer(subject.author, subject.forum_id, new.post_id, new.reply_id);
  if not subject.is_locked then
    perform public.close_reported_topic(topic, subject.forum_id);
  end if;
  return null;
end
$$;

-- How many known persons reported texts of a member. Not those that a moderator dismissed, nor those from before the
-- last silence that a moderator took back.
create or replace function public.count_reporters(author uuid) returns integer
language sql stable security definer set search_path = '' as $$
  select public.count_persons(array(
    select r.reporter_id from public.reports as r
    where r.status <> 'dismissed' and public.trust_level(r.reporter_id) >= 1 and (
      r.post_id in (select p.id from public.posts as p where p.author_id = count_reporters.author)
      or r.reply_id in (select x.id from public.replies as x where x.author_id = count_reporters.author))
      and r.created_at > coalesce((
        select max(a.undone_at) from public.automatic_acts as a
        where a.kind = 'silence' and a.member_id = count_reporters.author), '-infinity')))
$$;

-- Three persons reported texts of a new member: they are silenced for three days, and what they write in the three days
-- after that is held.
create or replace function public.silence_reported_newcomer(author uuid, area uuid, post uuid, reply uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  ends_at constant timestamptz := now() + interval '3 days';
  persons integer;
begin
  if author is null or public.trust_level(author) > 0 then
    return;
  end if;
  -- As penalize() locks. Simultaneous reports of several texts count each other.
  perform pg_advisory_xact_lock(hashtextextended('balai.penalties.' || author, 0));
  persons := public.count_reporters(author);
  if persons >= 3 and not public.is_silenced(author) and public.note_automatic_act(
      'silence', area, post, reply, author, persons, ends_at) then
    perform public.act_as_site($insert$
      insert into public.penalties (member_id, kind, reason, until, act_id)
      select a.member_id, 'silence', '', a.until, a.id from public.automatic_acts as a
      where a.member_id = $1 and a.until = $2 and a.kind = 'silence' and a.undone_at is null $insert$, author, ends_at);
    insert into public.member_trust as t (member_id, held_until) values (author, ends_at + interval '3 days')
    on conflict (member_id) do update set held_until = excluded.held_until;
  end if;
end
$$;

-- A silence by reports that is lifted is undone: what the member writes is not held either.
create or replace function public.undo_lifted_silence() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.automatic_acts as a set undone_at = now(), undone_by = new.lifted_by
  where a.id = new.act_id and a.undone_at is null;
  update public.member_trust as t set held_until = null
  where t.member_id = new.member_id and t.held_until = new.until + interval '3 days';
  return null;
end
$$;

create or replace function public.close_reported_topic(topic uuid, area uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  persons constant integer := public.count_persons(array(
    select r.reporter_id from public.reports as r
    where r.status = 'open' and public.trust_level(r.reporter_id) >= 1 and (
      r.post_id = topic or r.reply_id in (select x.id from public.replies as x where x.post_id = topic))));
begin
  if persons >= 5 and public.note_automatic_act(
      'close', area, topic, null, (select p.author_id from public.posts as p where p.id = topic), persons,
      now() + interval '4 hours') then
    perform public.act_as_site(
      'update public.posts set is_locked = true, lock_reason = ''heated'', unlock_at = $2 where id = $1', topic,
      now() + interval '4 hours');
  end if;
end
$$;

-- Undoes an act; the caller moderates the area. Later changes by moderators stay.
create or replace function public.undo_automatic_act(act uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  done public.automatic_acts;
begin
  select * into done from public.automatic_acts as a where a.id = act for update;
  perform public.check_may('moderate', done.forum_id);
  if done.id is null then
    perform public.raise_error('404', 'not_found', 'No such act');
  elsif done.undone_at is not null then
    perform public.raise_error('409', 'undone', 'This has been undone already');
  end if;
  perform public.take_act_back(done);
end
$$;

create or replace function public.take_act_back(done public.automatic_acts) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if done.kind = 'hide' then
    update public.posts as p set hidden_at = null where p.id = done.post_id and p.hidden_at = done.created_at;
    update public.replies as r set hidden_at = null where r.id = done.reply_id and r.hidden_at = done.created_at;
  elsif done.kind = 'silence' then
    update public.penalties as p set lifted_at = now(),
      lifted_by = (select me.id from public.profiles as me where me.id = auth.uid())
    where p.act_id = done.id and p.lifted_at is null;
  elsif done.kind = 'hold' then
    update public.member_trust as t set held_until = null where t.member_id = done.member_id and t.held_until = done.until;
  else
    update public.posts as p set is_locked = false, lock_reason = null, unlock_at = null
    where p.id = done.post_id and p.is_locked and p.unlock_at = done.until;
  end if;
  update public.automatic_acts as a set undone_at = now(), undone_by = auth.uid()
  where a.id = done.id and a.undone_at is null;
end
$$;

-- A report that a moderator dismisses takes back what reports alone did: the hiding of its text, and the silence of its
-- author if fewer than three persons are left.
create or replace function public.show_dismissed() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  act public.automatic_acts;
  author constant uuid := coalesce(
    (select r.author_id from public.replies as r where r.id = new.reply_id),
    (select p.author_id from public.posts as p where p.id = new.post_id));
begin
  for act in
    select a.* from public.automatic_acts as a
    where a.kind = 'hide' and a.undone_at is null and (a.post_id = new.post_id or a.reply_id = new.reply_id)
      or a.kind = 'silence' and a.undone_at is null and a.until > now() and a.member_id = author
        and public.count_reporters(author) < 3
  loop
    perform public.take_act_back(act);
  end loop;
  return null;
end
$$;

revoke execute on function
  public.network_address(text), public.count_persons(uuid[]), public.act_as_site(text, uuid, timestamptz),
  public.note_automatic_act(text, uuid, uuid, uuid, uuid, integer, timestamptz), public.act_on_report(),
  public.count_reporters(uuid), public.silence_reported_newcomer(uuid, uuid, uuid, uuid), public.undo_lifted_silence(),
  public.close_reported_topic(uuid, uuid), public.undo_automatic_act(uuid),
  public.take_act_back(public.automatic_acts), public.show_dismissed()
from public, anon, authenticated;
grant execute on function public.undo_automatic_act(uuid) to authenticated, service_role;
