-- An administrator sees the site as a member does (balai/site/perspective). The pages are read with the member's role and
-- claims in read-only transactions; the administrator's own session is checked here before each of them.

-- Whether a member sees a confidential area that the caller does not. Such an area opens with a reason that its moderators
-- read (open_confidential_area()); another member's rights are no second way into it.
create or replace function public.sees_closed_areas(member uuid) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return exists (
    select from unnest(public.areas_of(sees_closed_areas.member, 'see')) as seen (id)
    where public.is_confidential(seen.id) and seen.id <> all (public.areas_of(auth.uid(), 'see')));
end
$$;

-- Why the caller cannot see the site as this member; null: they can.
create or replace function public.perspective_refusal(member uuid) returns text
language plpgsql stable security definer set search_path = '' as $$
begin
  return case
    when perspective_refusal.member = auth.uid() then 'own_perspective'
    when exists (select from public.administrators as a where a.user_id = perspective_refusal.member)
      then 'is_administrator'
    when public.deletion_block(perspective_refusal.member) is not null
      or exists (select from auth.users as u where u.id = perspective_refusal.member and u.banned_until > now())
      then 'account_blocked'
    when public.sees_closed_areas(perspective_refusal.member) then 'sees_closed_areas' end;
end
$$;

-- Begins one, and ends the administrator's former one. The id names it in a cookie, which the site alone sets.
create or replace function public.start_perspective(member uuid, reason text) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  refusal text;
  started uuid;
begin
  perform public.check_admin();
  -- Two starts at once wait for each other, and a start for a removal of this administrator.
  perform from public.administrators as a where a.user_id = auth.uid() for update;
  if not found then
    raise exception 'Only an administrator may do this' using errcode = '42501', detail = 'administrators_only';
  end if;
  perform from public.profiles as p where p.id = start_perspective.member for key share;
  if not found then
    perform public.raise_error('404', 'not_found', 'No such member');
  end if;
  if (select count(*) from public.perspectives as p
      where p.administrator_id = auth.uid() and p.started_at > now() - interval '1 day') >= 100 then
    perform public.raise_error('429', 'too_fast', 'At most 100 in a day');
  end if;
  refusal := public.perspective_refusal(start_perspective.member);
  if refusal is not null then
    perform public.raise_error('422', refusal, 'The site cannot be seen as this member');
  end if;
  update public.perspectives as p set ended_at = least(now(), p.ends_at)
  where p.administrator_id = auth.uid() and p.ended_at is null;
  insert into public.perspectives (administrator_id, member_id, reason)
  values (auth.uid(), start_perspective.member, btrim(start_perspective.reason)) returning id into started;
  return started;
end
$$;

-- The caller's perspective, with the claims that its pages are read with; no row if it has ended or does not hold now.
-- `aal`: a member with a second factor is shown as after its use. `amr` is empty: no page asks what follows a sign-in.
-- There is no `session_id`, since this is no session.
create or replace function public.current_perspective(perspective uuid)
returns table (member_id uuid, display_name text, ends_at timestamptz, claims jsonb)
language plpgsql stable security definer set search_path = '' as $$
begin
  return query
  select p.member_id, m.display_name, p.ends_at, jsonb_build_object(
    'sub', p.member_id, 'role', 'authenticated', 'aud', 'authenticated', 'is_anonymous', u.is_anonymous,
    'aal', case when exists (select from auth.mfa_factors as f where f.user_id = u.id and f.status = 'verified')
      then 'aal2' else 'aal1' end,
    'amr', '[]'::jsonb)
  from public.perspectives as p
  join public.profiles as m on m.id = p.member_id
  join auth.users as u on u.id = p.member_id
  where p.id = current_perspective.perspective and p.administrator_id = auth.uid() and p.ended_at is null
    and p.ends_at > now() and public.is_admin() and public.perspective_refusal(p.member_id) is null;
end
$$;

-- Ends the caller's own, also if they are no administrator any more. Returns its member.
create or replace function public.end_perspective(perspective uuid) returns uuid
language sql security definer set search_path = '' as $$
  update public.perspectives as p set ended_at = coalesce(p.ended_at, least(now(), p.ends_at))
  where p.id = end_perspective.perspective and p.administrator_id = auth.uid()
  returning p.member_id
$$;

create or replace function public.log_perspective() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.staff_log (actor_id, thing, act, thing_id, member_id, changes)
  values (new.administrator_id, 'perspectives', 'read', new.id, new.member_id,
    jsonb_build_object('reason', jsonb_build_array(null, new.reason)));
  return null;
end
$$;

revoke execute on function
  public.sees_closed_areas(uuid), public.perspective_refusal(uuid), public.start_perspective(uuid, text),
  public.current_perspective(uuid), public.end_perspective(uuid), public.log_perspective()
from public, anon, authenticated;

grant execute on function
  public.start_perspective(uuid, text), public.current_perspective(uuid), public.end_perspective(uuid)
to authenticated, service_role;

-- The site calls them (balai/site/perspective).
comment on function public.start_perspective(uuid, text) is 'internal';
comment on function public.current_perspective(uuid) is 'internal';
comment on function public.end_perspective(uuid) is 'internal';
