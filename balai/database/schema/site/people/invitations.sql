-- Invitations by link: an account made with one gets its language, role and group. A link expires after 30 days by default,
-- can be revoked and counts its uses; one that makes administrators is valid once.

create or replace function public.is_open_invitation(invitation public.invitations) returns boolean
language sql stable set search_path = '' as $$
  select invitation.revoked_at is null and invitation.expires_at > now()
    and (invitation.max_uses is null or invitation.used < invitation.max_uses)
$$;

-- For the sign-up page: whether an invitation is still valid.
create or replace function public.has_invitation(token text) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from public.invitations as i where i.token = has_invitation.token and public.is_open_invitation(i))
$$;

-- Counts a use of the invitation that an account was made with, and gives the account its rights.
create or replace function public.use_invitation(account auth.users) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  found_one public.invitations;
begin
  update public.invitations as i set used = i.used + 1
  where i.token = account.raw_user_meta_data ->> 'invitation' and public.is_open_invitation(i)
  returning i.* into found_one;
  -- Rights are those that its creator may give on the day of its use.
  if not exists (select from public.administrators as a where a.user_id = found_one.created_by) then
    return found_one.id is not null;
  end if;
  if found_one.makes_administrator then
    insert into public.administrators (user_id, granted_by) values (account.id, found_one.created_by)
    on conflict do nothing;
  end if;
  if found_one.role_id is not null then
    -- A role for a group, if both are given.
    insert into public.role_grants (member_id, role_id, group_id, granted_by)
    values (account.id, found_one.role_id, found_one.group_id, found_one.created_by) on conflict do nothing;
  end if;
  if found_one.group_id is not null then
    insert into public.group_members (group_id, member_id) values (found_one.group_id, account.id)
    on conflict do nothing;
  end if;
  return found_one.id is not null;
end
$$;

-- When an address or a number is confirmed. An invalid invitation never rejects an account.
create or replace function public.redeem_invitation() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform public.use_invitation(new);
  return null;
end
$$;

-- For an account made by an OAuth provider, which sends no invitation: its member hands it in right after. Once, and only
-- for an account of the last hour: an invitation is for new members. The update of the account locks its row, so that
-- simultaneous calls count one use.
create or replace function public.accept_invitation(token text) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  account auth.users;
begin
  if not public.has_invitation(accept_invitation.token) then
    return false;
  end if;
  update auth.users as u
  set raw_user_meta_data = coalesce(u.raw_user_meta_data, '{}') || jsonb_build_object('invitation', accept_invitation.token)
  where u.id = auth.uid() and u.created_at > now() - interval '1 hour' and not u.is_anonymous
    and coalesce(u.email_confirmed_at, u.phone_confirmed_at) is not null
    and not coalesce(u.raw_user_meta_data, '{}') ? 'invitation'
  returning u.* into account;
  return account.id is not null and public.use_invitation(account);
end
$$;

revoke execute on function
  public.is_open_invitation(public.invitations), public.has_invitation(text), public.redeem_invitation(),
  public.use_invitation(auth.users), public.accept_invitation(text)
from public, anon, authenticated;

grant execute on function public.accept_invitation(text) to authenticated;
grant execute on function public.is_open_invitation(public.invitations) to authenticated, service_role;
grant execute on function public.has_invitation(text) to anon, authenticated, service_role;

comment on function public.is_open_invitation(public.invitations) is 'internal';
