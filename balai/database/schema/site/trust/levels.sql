-- Trust levels: computed nightly from what a member read and wrote, explained to them, pinned by administrators.
-- 0: new; 1: has read for ten minutes; 2: comes regularly; 3: takes part, as the last 100 days show. Levels 1 and 2 are
-- never lost; 3 is. Staff count as 4 and have no limits.

-- The level of a member, for rules. 4: staff.
create or replace function public.trust_level(member uuid) returns smallint
language sql stable security definer set search_path = '' as $$
  select case
    when exists (select from public.administrators as a where a.user_id = member)
      or exists (select from public.role_grants as g where g.member_id = member) then 4::smallint
    else coalesce((
      select coalesce(t.pinned_level, t.level) from public.member_trust as t where t.member_id = member), 0::smallint)
  end
$$;

-- Adds to what a member read. Minutes are those between two pages, one at most: a page left open counts no further.
create or replace function public.note_reading(member uuid, topics integer, replies integer) returns void
language plpgsql security definer set search_path = '' as $$
declare
  today constant date := (now() at time zone 'utc')::date;
  -- No page has more replies: a jump to the end of a thread is not reading it.
  seen constant integer := least(greatest(note_reading.replies, 0), 20);
begin
  insert into public.member_trust as t (member_id, topics_read, replies_read, days_read, read_at)
  values (note_reading.member, note_reading.topics, seen, 1, now())
  on conflict (member_id) do update set
    topics_read = t.topics_read + excluded.topics_read, replies_read = t.replies_read + excluded.replies_read,
    days_read = t.days_read + ((t.read_at at time zone 'utc')::date is distinct from today)::int,
    seconds_read = t.seconds_read
      + coalesce(least(greatest(extract(epoch from now() - t.read_at), 0), 60), 0)::int,
    read_at = now();
  insert into public.reading_days as d (member_id, day, topics, replies)
  values (note_reading.member, today, note_reading.topics, seen)
  on conflict (member_id, day) do update set topics = d.topics + excluded.topics, replies = d.replies + excluded.replies;
end
$$;

-- The conditions of each level and the member's values: a row for each condition. `had` is what counts now.
create or replace function public.trust_facts(member uuid)
returns table (level smallint, fact text, needed integer, had integer)
language sql stable security definer set search_path = '' as $$
  with sums as (
    select coalesce(max(t.topics_read), 0) as topics, coalesce(max(t.replies_read), 0) as replies,
      coalesce(max(t.seconds_read), 0) / 60 as minutes, coalesce(max(t.days_read), 0) as days
    from public.member_trust as t where t.member_id = trust_facts.member
  ), recent as (
    select count(*)::int as days, coalesce(sum(d.topics), 0)::int as topics
    from public.reading_days as d
    where d.member_id = trust_facts.member and d.day > (now() at time zone 'utc')::date - 100
  ), written as (
    select count(distinct r.post_id)::int as topics, coalesce(sum((
        select count(*) from public.reactions as x where x.reply_id = r.id)), 0)::int as reactions
    from public.replies as r
    where r.author_id = trust_facts.member and r.body is not null and r.created_at > now() - interval '100 days'
  )
  select 1::smallint, fact.name, fact.needed, fact.had
  from sums, lateral (values ('topics', 5, topics), ('replies', 30, replies), ('minutes', 10, minutes)) as fact (name, needed, had)
  union all
  select 2::smallint, fact.name, fact.needed, fact.had
  from sums, lateral (values ('days', 15, days), ('topics', 20, topics), ('replies', 100, replies), ('minutes', 60, minutes))
    as fact (name, needed, had)
  union all
  select 3::smallint, fact.name, fact.needed, fact.had
  from recent, written, lateral (values ('recent_days', 50, recent.days), ('recent_topics', 100, recent.topics),
    ('answered', 10, written.topics), ('thanked', 20, written.reactions)) as fact (name, needed, had)
$$;

-- The level that a member has earned. `earned`: the level before, of which 1 and 2 stay.
create or replace function public.earned_level(member uuid, earned smallint) returns smallint
language sql stable security definer set search_path = '' as $$
  with met as (
    select coalesce(bool_and(f.had >= f.needed) filter (where f.level = 1), false) as one,
      coalesce(bool_and(f.had >= f.needed) filter (where f.level = 2), false) as two,
      coalesce(bool_and(f.had >= f.needed) filter (where f.level = 3), false) as three
    from public.trust_facts(earned_level.member) as f
  )
  select case
    when (one and two or earned_level.earned >= 2) and three and not exists (
      -- A text of theirs that a moderator took down.
      select from public.staff_log as l
      where l.member_id = earned_level.member and l.thing in ('posts', 'replies') and l.at > now() - interval '100 days'
        and l.changes -> 'hidden_at' -> 0 = 'null' and l.changes -> 'hidden_at' -> 1 <> 'null') then 3
    when one and two or earned_level.earned >= 2 then 2
    when one or earned_level.earned >= 1 then 1
    else 0 end::smallint
  from met
$$;

-- For the job alone: computes one batch of members whose level is older than 20 hours. Returns how many.
create or replace function public.compute_trust_levels(max_rows integer) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  due uuid[];
begin
  due := array(
    select t.member_id from public.member_trust as t
    where t.computed_at is null or t.computed_at < now() - interval '20 hours'
    order by t.computed_at nulls first, t.member_id limit max_rows for update skip locked);
  update public.member_trust as t
  set level = public.earned_level(t.member_id, t.level), computed_at = now()
  where t.member_id = any (due);
  return cardinality(due);
end
$$;

-- The caller's level, or that of a member for administrators, with what is missing for the next: {level, pinnedLevel,
-- isStaff, facts: [{level, fact, needed, had}]}.
create or replace function public.explain_trust(member uuid default null) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  asked constant uuid := coalesce(explain_trust.member, auth.uid());
  stored public.member_trust;
  effective constant smallint := public.trust_level(asked);
begin
  if asked is distinct from auth.uid() then
    perform public.check_admin();
  end if;
  select * into stored from public.member_trust as t where t.member_id = asked;
  return jsonb_build_object('level', least(effective, 3), 'isStaff', effective = 4, 'pinnedLevel', stored.pinned_level,
    'facts', (
      select coalesce(jsonb_agg(jsonb_build_object('level', f.level, 'fact', f.fact, 'needed', f.needed,
        'had', least(f.had, f.needed))), '[]')
      from public.trust_facts(asked) as f where f.level = least(effective, 3) + 1));
end
$$;

-- Pins the level of a member; null: the computed one counts again.
create or replace function public.pin_trust_level(member uuid, level integer) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform public.check_admin();
  if pin_trust_level.level not between 0 and 3 then
    perform public.raise_error('422', 'unknown_level', 'A level is 0, 1, 2 or 3');
  elsif not exists (select from public.profiles as p where p.id = pin_trust_level.member) then
    perform public.raise_error('404', 'not_found', 'No such member');
  end if;
  insert into public.member_trust as t (member_id, pinned_level, pinned_by)
  values (pin_trust_level.member, pin_trust_level.level, case when pin_trust_level.level is not null then auth.uid() end)
  on conflict (member_id) do update set pinned_level = excluded.pinned_level, pinned_by = excluded.pinned_by;
end
$$;

revoke execute on function
  public.trust_level(uuid), public.note_reading(uuid, integer, integer), public.trust_facts(uuid),
  public.earned_level(uuid, smallint), public.compute_trust_levels(integer), public.explain_trust(uuid),
  public.pin_trust_level(uuid, integer)
from public, anon, authenticated;
grant execute on function public.explain_trust(uuid), public.pin_trust_level(uuid, integer)
to authenticated, service_role;
grant execute on function public.trust_level(uuid) to service_role;
