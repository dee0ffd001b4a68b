-- The people whose data an incident concerns. One statement for each kind of data, whatever the number of people.

-- The members of a scope.
create or replace function public.members_of_incident(incident public.incidents) returns setof uuid
language plpgsql stable security definer set search_path = '' as $$
begin
  case incident.scope
    when 'everybody' then
      return query select p.id from public.profiles as p;
    when 'member' then
      return query select p.id from public.profiles as p where p.id = incident.scope_member;
    when 'service' then
      return query select distinct b.member_id from public.bookings as b
        where b.service_id = incident.scope_id and b.member_id is not null;
    when 'group' then
      return query select g.member_id from public.group_members as g
        where g.group_id = incident.scope_id and g.status = 'member';
    else
      return query select distinct w.author_id from public.incident_forum_texts(incident) as w;
  end case;
end
$$;

-- The texts of the forum that count: of one area or of all. Those of areas that the caller may not read are left out, so
-- that the list does not disclose who writes in a confidential area. Deleted texts count: they can be restored, so they
-- are still stored.
create or replace function public.incident_forum_texts(incident public.incidents)
returns table (author_id uuid, created_at timestamptz)
language sql stable security definer set search_path = '' as $$
  with areas as materialized (
    select f.id from public.forums as f
    where (incident.scope <> 'area' or incident.scope_id in (f.id, f.parent_id))
      and f.id <> all (public.hidden_forums()))
  select p.author_id, p.created_at
  from public.posts as p join areas on areas.id = p.forum_id
  where p.author_id is not null
  union all
  select r.author_id, r.created_at
  from public.replies as r join public.posts as p on p.id = r.post_id join areas on areas.id = p.forum_id
  where r.author_id is not null
$$;

-- The data of the people in an incident's scope that existed in its period: one row for each person and kind. Profiles and
-- addresses count from their creation until the end of the period, other data by the time at which it was made.
-- A guest whose bookings a member took over is that member. The sender of a message to the site without an account is
-- known by the address: the member who confirmed it, or nothing but the address.
create or replace function public.affected_data(incident public.incidents)
returns table (member_id uuid, guest_id uuid, address text, kind text, since timestamptz)
language sql stable security definer set search_path = '' as $$
  with period as materialized (
    select coalesce(incident.data_from, '-infinity') as first,
      coalesce(incident.data_until, incident.ended_at, now()) as last),
  members as materialized (
    select distinct m.id, u.created_at, nullif(u.email, '') as email, nullif(u.phone, '') as phone
    from public.members_of_incident(incident) as m (id) join auth.users as u on u.id = m.id),
  bookings as materialized (
    select b.id, coalesce(b.member_id, g.claimed_by) as member_id,
      case when g.claimed_by is null then b.guest_id end as guest_id, b.created_at
    from public.bookings as b
    left join public.guests as g on g.id = b.guest_id
    left join members as m on m.id = coalesce(b.member_id, g.claimed_by)
    where (incident.scope <> 'service' or b.service_id = incident.scope_id)
      and (m.id is not null or incident.scope in ('everybody', 'service'))),
  guests as materialized (
    select g.id, g.created_at, g.email, g.phone from public.guests as g
    where g.claimed_by is null and case incident.scope when 'everybody' then true
      when 'service' then g.id in (select b.guest_id from bookings as b where b.guest_id is not null) else false end),
  senders as materialized (
    select coalesce(x.member_id, u.id) as member_id, case when u.id is null then lower(x.email) end as address, x.created_at
    from public.messages as x
    left join (auth.users as u join public.profiles as p on p.id = u.id)
      on x.member_id is null and u.email = lower(x.email) and u.email_confirmed_at is not null),
  things (member_id, guest_id, address, kind, created_at) as (
    select m.id, null::uuid, null::text, 'profile', m.created_at from members as m
    union all select null, g.id, null, 'profile', g.created_at from guests as g
    union all select m.id, null, null, 'email', m.created_at from members as m where m.email is not null
    union all select null, g.id, null, 'email', g.created_at from guests as g where g.email is not null
    union all select m.id, null, null, 'phone', m.created_at from members as m where m.phone is not null
    union all select null, g.id, null, 'phone', g.created_at from guests as g where g.phone is not null
    union all select b.member_id, b.guest_id, null, 'bookings', b.created_at from bookings as b
    union all select b.member_id, b.guest_id, null, 'answers', a.created_at
      from bookings as b join public.booking_answers as a on a.booking_id = b.id
    union all select m.id, null, null, 'messages', x.created_at
      from members as m join public.private_messages as x on x.author_id = m.id where x.deleted_at is null
    union all select m.id, null, null, 'texts', x.created_at
      from members as m join public.incident_forum_texts(incident) as x on x.author_id = m.id
    union all select m.id, null, null, 'contact', x.created_at
      from members as m join senders as x on x.member_id = m.id
    union all select null, null, x.address, 'contact', x.created_at
      from senders as x where x.member_id is null and incident.scope = 'everybody'
    union all select m.id, null, null, 'files', x.created_at
      from members as m join storage.objects as x on x.owner_id = m.id::text)
  select x.member_id, x.guest_id, x.address, x.kind, min(x.created_at)
  from things as x cross join period
  where x.kind = any (incident.kinds) and x.created_at <= period.last
    and (x.kind in ('profile', 'email', 'phone') or x.created_at >= period.first)
  group by 1, 2, 3, 4
$$;

-- Makes the list of the affected people and stores it, in place of an earlier one. Returns how many they are. Of two
-- simultaneous ones the second replaces the first. A list that was written to is final.
create or replace function public.list_incident_people(
  incident uuid, kinds text[], scope text, scope_id uuid default null, data_from timestamptz default null,
  data_until timestamptz default null
) returns integer
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  locked public.incidents := public.lock_incident(incident);
  is_known constant boolean := case list_incident_people.scope
    when 'everybody' then list_incident_people.scope_id is null
    when 'member' then exists (select from public.profiles as p where p.id = list_incident_people.scope_id)
    when 'service' then exists (select from public.services as s where s.id = list_incident_people.scope_id)
    when 'group' then exists (select from public.groups as g where g.id = list_incident_people.scope_id)
    when 'area' then list_incident_people.scope_id <> all (public.hidden_forums())
      and exists (select from public.forums as f where f.id = list_incident_people.scope_id)
    else false end;
  total integer;
begin
  if locked.sent_at is not null then
    perform public.raise_error('409', 'incident_sent', 'The notice was sent');
  elsif coalesce(list_incident_people.kinds, '{}') = '{}' then
    perform public.raise_error('422', 'no_kinds', 'Choose kinds of data');
  elsif not is_known then
    perform public.raise_error('404', 'not_found', 'No such scope');
  end if;
  locked.kinds := array(
    select x.kind from unnest(list_incident_people.kinds) with ordinality as x (kind, place)
    group by x.kind order by min(x.place));
  locked.scope := list_incident_people.scope;
  locked.scope_member := case when locked.scope = 'member' then list_incident_people.scope_id end;
  locked.scope_id := case when locked.scope <> 'member' then list_incident_people.scope_id end;
  locked.data_from := list_incident_people.data_from;
  locked.data_until := list_incident_people.data_until;
  delete from public.incident_people as p where p.incident_id = incident;
  insert into public.incident_people
    (incident_id, member_id, guest_id, name, email, phone, gets_email, language, kinds, since_by_kind, since)
  select incident, x.member_id, x.guest_id, x.name, x.email, x.phone,
    x.email is not null and row_number() over (partition by lower(x.email) order by x.since, x.member_id, x.guest_id) = 1,
    x.language, x.kinds, x.since_by_kind, x.since
  from (
    select d.member_id, d.guest_id, coalesce(m.display_name, g.name, sender.name) as name,
      coalesce(nullif(u.email, ''), g.email, d.address) as email, coalesce(nullif(u.phone, ''), g.phone) as phone,
      coalesce(m.language, g.language, sender.language) as language, d.kinds, d.since_by_kind, d.since
    from (
      select x.member_id, x.guest_id, x.address, array_agg(x.kind order by array_position(locked.kinds, x.kind)) as kinds,
        jsonb_object_agg(x.kind, x.since) as since_by_kind, min(x.since) as since
      from public.affected_data(locked) as x group by 1, 2, 3) as d
    left join public.profiles as m on m.id = d.member_id
    left join auth.users as u on u.id = d.member_id
    left join public.guests as g on g.id = d.guest_id
    left join (
      select distinct on (lower(x.email)) lower(x.email) as address, x.name, x.language from public.messages as x
      where x.member_id is null order by lower(x.email), x.created_at desc) as sender on sender.address = d.address) as x
  order by x.since;
  get diagnostics total = row_count;
  update public.incidents as x set kinds = locked.kinds, scope = locked.scope, scope_member = locked.scope_member,
    scope_id = locked.scope_id, data_from = locked.data_from, data_until = locked.data_until, listed_at = now(),
    erased_at = null, people = public.count_incident_people(incident)
  where x.id = incident;
  return total;
end
$$;

-- How many people a list has: all, by kind of data, those without an email and an account, by language, and by language
-- those who get the notice: as an email, one for each address, and on the site alone; and the oldest data. One scan.
create or replace function public.count_incident_people(incident uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  with counted as materialized (
    select p.language, p.kinds, p.gets_email, p.member_id is not null as is_member, p.email is not null as has_email,
      count(*) as number, min(p.since) as oldest
    from public.incident_people as p where p.incident_id = incident group by 1, 2, 3, 4, 5)
  select jsonb_build_object(
    'oldest', (select min(c.oldest) from counted as c),
    'total', (select coalesce(sum(c.number), 0) from counted as c),
    'unreachable', (
      select coalesce(sum(c.number), 0) from counted as c where not c.has_email and not c.is_member),
    'kinds', (select coalesce(jsonb_object_agg(x.kind, x.number), '{}') from (
      select kind, sum(c.number) as number from counted as c, unnest(c.kinds) as kind group by kind) as x),
    'languages', (select coalesce(jsonb_object_agg(x.language, x.number), '{}') from (
      select c.language, sum(c.number) as number from counted as c group by c.language) as x),
    'notices', (select coalesce(jsonb_object_agg(x.language, x.numbers), '{}') from (
      select public.offered_language(c.language) as language, jsonb_build_object(
        'people', sum(c.number),
        'emails', coalesce(sum(c.number) filter (where c.gets_email), 0),
        'site', coalesce(sum(c.number) filter (where c.is_member and not c.gets_email), 0)) as numbers
      from counted as c group by 1) as x))
$$;

revoke execute on function
  public.members_of_incident(public.incidents), public.incident_forum_texts(public.incidents),
  public.affected_data(public.incidents),
  public.list_incident_people(uuid, text[], text, uuid, timestamptz, timestamptz), public.count_incident_people(uuid)
from public, anon, authenticated;

grant execute on function public.list_incident_people(uuid, text[], text, uuid, timestamptz, timestamptz)
to authenticated, service_role;
