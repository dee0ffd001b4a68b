-- May a user do this to that? Row policies, functions, pages, search, feeds, storage and realtime ask here alone:
--   may(right, scope)      the caller; scope: an area, a group, a service, or null for the whole site
--   may_as(member, right, scope)  another member, before something is sent to them
--   hidden_forums()        the areas that the caller does not see, for policies: once for each statement, as (select …)
--   my_groups(), my_scopes(right)  the caller's groups, and the scopes of their roles
-- plpgsql, whose plans a session caches: a page asks several times.

-- The scope of a role for the whole site.
create or replace function public.site_scope() returns uuid
language sql immutable parallel safe set search_path = '' as $$
  select '00000000-0000-0000-0000-000000000000'::uuid
$$;

-- The groups of a member, that of all members included. Empty for visitors.
create or replace function public.groups_of(member uuid) returns uuid[]
language plpgsql stable security definer set search_path = '' as $$
begin
  if member is null then
    return '{}';
  end if;
  return array(select g.group_id from public.group_members as g where g.member_id = member and g.status = 'member')
    || '00000000-0000-0000-0000-000000000001'::uuid;
end
$$;

-- Whether the rights of staff hold in this session: the caller needs AAL2 once they have a second factor, as for
-- is_admin(). Other members are asked about before something is sent to them, in no session.
create or replace function public.is_assured(member uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select member is distinct from auth.uid() or coalesce(auth.jwt() ->> 'aal', '') = 'aal2'
    or not public.requires_second_factor(member)
$$;

-- The scopes in which roles give a member a right; administrators have every right in the whole site.
create or replace function public.scopes_of(member uuid, wanted public.site_right) returns uuid[]
language plpgsql stable security definer set search_path = '' as $$
declare
  scopes uuid[];
begin
  if member is null then
    return '{}';
  end if;
  scopes := array(
    select g.scope_id from public.role_grants as g join public.roles as r on r.id = g.role_id
    where g.member_id = member and wanted = any (r.rights)
    union all
    select public.site_scope() from public.administrators as a where a.user_id = member);
  return case when scopes = '{}' or public.is_assured(member) then scopes else '{}' end;
end
$$;

-- The areas of the forum in which a member may see, reply, create or moderate; `only`: of these. Null: a visitor.
-- Rights come from the area itself if its access is limited, else from the area above it.
create or replace function public.areas_of(member uuid, wanted public.site_right, only_areas uuid[] default null)
returns uuid[]
language plpgsql stable security definer set search_path = '' as $$
declare
  groups constant uuid[] := public.groups_of(member);
  scopes constant uuid[] := public.scopes_of(member, 'moderate');
  is_everywhere constant boolean := public.site_scope() = any (scopes);
  is_silenced constant boolean := wanted in ('reply', 'create') and public.is_silenced(member);
  -- Those of sessions follow bookings (booking/threads.sql). They are not read for other areas.
  sessions uuid[] := '{}';
begin
  if not is_silenced and (only_areas is null or exists (
    select from public.forums as f where f.id = any (only_areas) and f.slot_id is not null)) then
    sessions := public.session_areas_of(member, wanted);
  end if;
  return array(
    select s.id from unnest(sessions) as s (id) where only_areas is null or s.id = any (only_areas)
    union all
    select area.id
    from public.forums as area
    left join public.forums as above on above.id = area.parent_id
    cross join lateral (
      select case when area.is_restricted or above.id is null then area.id else above.id end as decider,
        area.is_restricted or coalesce(above.is_restricted, false) as is_restricted,
        area.is_confidential or coalesce(above.is_confidential, false) as is_confidential,
        area.is_draft or coalesce(above.is_draft, false) as is_draft) as state
    cross join lateral (
      -- A role for the whole site does not open a confidential area.
      select is_everywhere and not state.is_confidential
        or scopes && array[area.id, above.id, area.group_id, above.group_id]
        or state.is_restricted and exists (
          select from public.area_rights as r
          where r.forum_id = state.decider and r.group_id = any (groups) and r.rights @> '{moderate}'
            and public.is_assured(member)) as is_moderated) as staff
    where (only_areas is null or area.id = any (only_areas))
      and area.slot_id is null
      and case
        when state.is_draft then wanted in ('see', 'moderate') and member is not null
          and exists (select from public.administrators as a where a.user_id = member) and is_everywhere
        when is_silenced then false
        when staff.is_moderated then true
        when wanted = 'moderate' then false
        when wanted <> 'see' and (member is null or exists (
          select from public.area_bans as b
          where b.member_id = member and b.forum_id in (area.id, above.id) and coalesce(b.until > now(), true))) then false
        when not state.is_restricted then true
        else exists (
            select from public.area_rights as r
            where r.forum_id = state.decider and wanted = any (r.rights)
              and (r.group_id is null or r.group_id = any (groups)))
          or wanted = 'see' and is_everywhere and exists (
            select from public.confidential_reads as opened
            where opened.reader_id = member and opened.forum_id in (area.id, above.id) and opened.until > now())
      end);
end
$$;

-- Whether a member may do something in a scope; null: in the whole site.
create or replace function public.may_as(member uuid, wanted public.site_right, scope uuid default null)
returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  if scope is not null and wanted in ('see', 'reply', 'create', 'moderate')
    and exists (select from public.forums as f where f.id = scope) then
    return scope = any (public.areas_of(member, wanted, array[scope]));
  end if;
  return array[public.site_scope(), scope] && public.scopes_of(member, wanted)
    or wanted = 'see' and coalesce(scope = any (public.groups_of(member)), false);
end
$$;

-- Those of several members who see an area. The rule is that of may_as(); what it says of all at once, or of the members
-- of a group, is decided here as a set: 5,000 calls take a second.
create or replace function public.members_who_see(area uuid, members uuid[]) returns uuid[]
language plpgsql stable security definer set search_path = '' as $$
declare
  state record;
  groups uuid[] := '{}';
begin
  select f.is_draft or coalesce(above.is_draft, false) as is_draft,
    f.is_restricted or coalesce(above.is_restricted, false) as is_restricted,
    case when f.is_restricted or above.id is null then f.id else above.id end as decider
  into state
  from public.forums as f left join public.forums as above on above.id = f.parent_id where f.id = area;
  if not found then
    return '{}';
  elsif not state.is_draft then
    groups := array(
      select r.group_id from public.area_rights as r where r.forum_id = state.decider and 'see' = any (r.rights));
    if not state.is_restricted or array_position(groups, null) is not null then
      return members;
    elsif '00000000-0000-0000-0000-000000000001' = any (groups) then
      return array_remove(members, null);
    end if;
  end if;
  return array(
    select member.id from unnest(members) as member (id)
    where exists (
        select from public.group_members as g
        where g.group_id = any (groups) and g.member_id = member.id and g.status = 'member')
      or public.may_as(member.id, 'see', area));
end
$$;

create or replace function public.may(wanted public.site_right, scope uuid default null) returns boolean
language sql stable security definer set search_path = '' as $$
  select public.may_as(auth.uid(), wanted, scope)
$$;

-- Raises 42501 unless the caller may.
create or replace function public.check_may(wanted public.site_right, scope uuid default null) returns void
language plpgsql stable set search_path = '' as $$
begin
  if not public.may(wanted, scope) then
    raise exception 'This needs a role that you do not have' using errcode = '42501', detail = 'not_allowed';
  end if;
end
$$;

-- The areas that the caller does not see, none on most sites. Each policy of a statement asks, a page some ten times: a
-- read-only transaction, in which no rights change, remembers the answer for the caller until its end.
create or replace function public.hidden_forums() returns uuid[]
language plpgsql stable security definer set search_path = '' as $$
declare
  caller constant text := concat_ws(' ',
    current_setting('request.jwt.claim.sub', true), current_setting('request.jwt.claims', true));
  is_kept constant boolean := current_setting('transaction_read_only') = 'on';
  closed uuid[] := '{}';
  seen uuid[];
begin
  if is_kept and current_setting('balai.hidden_from', true) = caller then
    return current_setting('balai.hidden_forums')::uuid[];
  elsif exists (select from public.forums as f where f.is_restricted or f.is_draft) then
    closed := array(
      select f.id from public.forums as f where (f.is_restricted or f.is_draft) and f.slot_id is null
      union
      select f.id from public.forums as f join public.forums as above on above.id = f.parent_id
      where above.is_restricted or above.is_draft);
    seen := public.areas_of(auth.uid(), 'see', closed) || public.session_areas_of(auth.uid(), 'see');
    closed := array(
      select c.id from unnest(closed) as c (id) where c.id <> all (seen)
      union all
      -- Not by way of areas_of(): on a site with many sessions most of the closed areas are theirs.
      select f.id from public.forums as f where f.slot_id is not null and f.id <> all (seen));
  end if;
  if is_kept then
    perform set_config('balai.hidden_from', caller, true), set_config('balai.hidden_forums', closed::text, true);
  end if;
  return closed;
end
$$;

-- The areas with limited access that the caller sees.
create or replace function public.seen_areas() returns uuid[]
language plpgsql stable security definer set search_path = '' as $$
declare
  closed uuid[];
begin
  if not exists (select from public.forums as f where f.is_restricted) then
    return '{}';
  end if;
  closed := array(
    select f.id from public.forums as f left join public.forums as above on above.id = f.parent_id
    where (f.is_restricted or above.is_restricted) and f.slot_id is null);
  return public.areas_of(auth.uid(), 'see', closed) || public.session_areas_of(auth.uid(), 'see');
end
$$;

-- The areas that the caller moderates.
create or replace function public.moderated_forums() returns uuid[]
language sql stable security definer set search_path = '' as $$
  select public.areas_of(auth.uid(), 'moderate')
$$;

create or replace function public.my_groups() returns uuid[]
language sql stable security definer set search_path = '' as $$
  select public.groups_of(auth.uid())
$$;

create or replace function public.my_scopes(wanted public.site_right) returns uuid[]
language sql stable security definer set search_path = '' as $$
  select public.scopes_of(auth.uid(), wanted)
$$;

-- Every right that the caller has in some scope, for the links and screens of the administration.
create or replace function public.my_rights() returns text[]
language plpgsql stable security definer set search_path = '' as $$
declare
  me constant uuid := auth.uid();
begin
  if me is null then
    return '{}';
  elsif public.is_admin() then
    return array(select r::text from unnest(enum_range('moderate'::public.site_right, null)) as r);
  -- Each page of a member asks, and most have no role.
  elsif not exists (select from public.role_grants as g where g.member_id = me)
    and not exists (select from public.area_rights as r where r.rights @> '{moderate}') then
    return '{}';
  end if;
  return array(
    select distinct given::text from (
      select given
      from public.role_grants as g join public.roles as r on r.id = g.role_id, unnest(r.rights) as given
      where g.member_id = me and public.is_assured(me)
        -- These have no meaning in a part of the site.
        and (g.scope_id = public.site_scope() or given not in ('messages', 'members', 'export', 'log'))
      union all
      -- Groups that moderate an area.
      select 'moderate' from public.area_rights as r
      where r.rights @> '{moderate}' and r.group_id = any (public.groups_of(me))
        and r.forum_id = any (public.areas_of(me, 'moderate', array[r.forum_id]))) as all_given);
end
$$;

revoke execute on function
  public.site_scope(), public.groups_of(uuid), public.is_assured(uuid), public.scopes_of(uuid, public.site_right),
  public.areas_of(uuid, public.site_right, uuid[]), public.may_as(uuid, public.site_right, uuid),
  public.members_who_see(uuid, uuid[]),
  public.may(public.site_right, uuid), public.check_may(public.site_right, uuid), public.hidden_forums(),
  public.seen_areas(), public.moderated_forums(), public.my_groups(), public.my_scopes(public.site_right),
  public.my_rights()
from public, anon, authenticated;

grant execute on function
  public.site_scope(), public.may(public.site_right, uuid), public.hidden_forums(), public.my_groups(),
  public.my_scopes(public.site_right)
to anon, authenticated, service_role;
grant execute on function public.seen_areas(), public.moderated_forums(), public.my_rights()
to authenticated, service_role;
grant execute on function public.may_as(uuid, public.site_right, uuid) to service_role;

comment on function public.site_scope() is 'internal';
comment on function public.may(public.site_right, uuid) is 'internal';
comment on function public.hidden_forums() is 'internal';
comment on function public.my_groups() is 'internal';
comment on function public.my_scopes(public.site_right) is 'internal';
comment on function public.seen_areas() is 'internal';
comment on function public.moderated_forums() is 'internal';
comment on function public.my_rights() is 'internal';
