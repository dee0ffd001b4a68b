-- Whether this member needs AAL2 to act as an administrator: they have a second factor, or the site requires one of all
-- administrators.
create or replace function public.requires_second_factor(member uuid) returns boolean
language sql stable security definer parallel safe set search_path = '' as $$
  select coalesce((select administrators_need_factor from public.site_settings), false)
    or exists (select from auth.mfa_factors where user_id = member and status = 'verified')
$$;

-- Whether the caller is an administrator. With a second factor they are one only in a session at AAL2: a stolen
-- password alone opens the account, not the administration.
-- Where the site requires a factor, administrators without one are ordinary members until they enroll one.
create or replace function public.is_admin() returns boolean
language sql stable security definer parallel safe set search_path = '' as $$
  select exists (select from public.administrators where user_id = auth.uid())
    and (coalesce(auth.jwt() ->> 'aal', '') = 'aal2' or not public.requires_second_factor(auth.uid()))
$$;

create or replace function public.check_admin() returns void
language plpgsql stable set search_path = '' as $$
begin
  if not public.is_admin() then
    raise exception 'Only an administrator may do this' using errcode = '42501', detail = 'administrators_only';
  end if;
end
$$;

create or replace function public.set_administrator(member uuid, is_administrator boolean) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform public.check_admin();
  if not exists (select from public.profiles where id = member) then
    raise exception 'No such member' using errcode = 'PT404', detail = 'not_found';
  end if;
  if is_administrator then
    -- A concurrent deletion of the member waits, or has ended and is seen.
    lock table public.administrators in row exclusive mode;
    if public.deletion_block(member) is not null then
      perform public.raise_error('409', 'awaits_deletion', 'This account waits for its deletion');
    end if;
    insert into public.administrators (user_id, granted_by) values (member, auth.uid()) on conflict do nothing;
    return;
  end if;
  -- Makes two administrators who remove each other at the same time wait for each other; the second is rejected.
  lock table public.administrators in share row exclusive mode;
  if not exists (select from public.administrators where user_id <> member) then
    raise exception 'The last administrator cannot be removed' using errcode = 'PT422', detail = 'last_administrator';
  end if;
  if not public.is_admin() then
    raise exception 'Only an administrator may do this' using errcode = '42501', detail = 'administrators_only';
  end if;
  delete from public.administrators where user_id = member;
end
$$;

-- Whether a user may change another account through the administration API of the auth service, which calls this. It
-- requires the same assurance level as is_admin().
-- Accounts of administrators are excluded: their rights must be revoked first, which never leaves the site without an
-- administrator.
create or replace function public.may_administer(actor uuid, level text, target uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.administrators where user_id = actor)
    and (level = 'aal2' or not public.requires_second_factor(actor))
    and not exists (select from public.administrators where user_id = target)
$$;

create or replace function public.check_second_factor() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- Only a session at AAL2 may require a second factor of all administrators, so that they do not lock themselves out.
  -- Statements of the operator carry no claims.
  if auth.uid() is not null and coalesce(auth.jwt() ->> 'aal', '') <> 'aal2' then
    perform public.raise_error('422', 'factor_first', 'Enroll a second factor first');
  end if;
  return new;
end
$$;

revoke execute on function
  public.requires_second_factor(uuid), public.is_admin(), public.check_admin(),
  public.set_administrator(uuid, boolean), public.may_administer(uuid, text, uuid), public.check_second_factor()
from public, anon, authenticated;

grant execute on function public.is_admin() to anon, authenticated, service_role;
grant execute on function public.set_administrator(uuid, boolean) to authenticated, service_role;

comment on function public.is_admin() is 'internal';
