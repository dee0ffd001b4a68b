-- Invitations by link, email or SMS: an account made with one gets its language, role and group. One expires after 30 days
-- by default, can be revoked and counts its uses. One that makes administrators, or is sent to an address, is valid once.
-- Each person with the link may use it: the address is for sending alone, and is shown to those who may invite.

create or replace function public.state_of_invitation(invitation public.invitations) returns text
language sql stable set search_path = '' as $$
  select case
    when invitation.revoked_at is not null then 'revoked'
    when invitation.used >= invitation.max_uses then 'used'
    when invitation.expires_at <= now() then 'expired'
    else 'open' end
$$;

-- For the sign-up page: the state of the invitation in its link.
create or replace function public.check_invitation(token text) returns text
language sql stable security definer set search_path = '' as $$
  select coalesce(
    (select public.state_of_invitation(i) from public.invitations as i where i.token = check_invitation.token), 'unknown')
$$;

create or replace function public.write_invited_address() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  new.address := public.guest_address(new.address);
  if new.address is null then
    perform public.raise_error('422', 'address', 'Not a valid email address or phone number');
  end if;
  return new;
end
$$;

-- Runs after the row policy, so that the error reveals an account only to callers with the right to invite.
create or replace function public.check_invited_address() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if exists (select from auth.users as u
    where lower(u.email) = new.address and u.email_confirmed_at is not null
      or u.phone = new.address and u.phone_confirmed_at is not null) then
    perform public.raise_error('422', 'already_member', 'This address has an account');
  end if;
  return null;
end
$$;

-- The rows of a list of people to invite: an array of {"address", "note", "language"}. `finding`: an error (address, note,
-- language), or the reason why a row is passed over (twice, already_member, already_invited).
create or replace function public.read_invite_list(people jsonb)
returns table (number integer, address text, note text, language text, finding text)
language sql stable security definer set search_path = '' as $$
  select r.number, r.address, r.note, r.language, case
    when r.address is null then 'address'
    when r.note <> '' and not public.is_clean_line(r.note, 200) then 'note'
    when r.language is null or r.language <> all (enum_range(null::public.language)::text[]) then 'language'
    when row_number() over (partition by r.address order by r.number) > 1 then 'twice'
    when exists (select from auth.users as u where lower(u.email) = r.address and u.email_confirmed_at is not null
      or u.phone = r.address and u.phone_confirmed_at is not null) then 'already_member'
    when exists (select from public.invitations as i
      where i.address = r.address and public.state_of_invitation(i) = 'open') then 'already_invited' end
  from (
    select l.number::integer, public.guest_address(coalesce(l.person ->> 'address', '')) as address,
      coalesce(l.person ->> 'note', '') as note, l.person ->> 'language' as language
    from jsonb_array_elements(people) with ordinality as l (person, number)) as r
$$;

-- Invites all people of a list, or none: nothing is written while a row has an error, or while the list is only checked.
-- Returns the findings. Errors: PT403 administrators_only; PT422 list_size.
create or replace function public.invite_list(
  people jsonb, role_id uuid default null, group_id uuid default null, is_check boolean default true)
returns table (number integer, finding text)
language plpgsql security definer set search_path = '' as $$
begin
  if not public.is_admin() then
    perform public.raise_error('403', 'administrators_only', 'Only administrators may do this');
  elsif jsonb_typeof(people) is distinct from 'array' or jsonb_array_length(people) not between 1 and 1000 then
    perform public.raise_error('422', 'list_size', 'Give 1 to 1,000 people');
  end if;
  -- Two administrators with the same list send each invitation once.
  perform pg_advisory_xact_lock(hashtext('balai.invite_list'));
  return query select r.number, r.finding from public.read_invite_list(people) as r where r.finding is not null
  order by r.number;
  if not is_check and not exists (
    select from public.read_invite_list(people) as r where r.finding in ('address', 'note', 'language')
  ) then
    insert into public.invitations (note, language, role_id, group_id, max_uses, address)
    select r.note, r.language::public.language, invite_list.role_id, invite_list.group_id, 1, r.address
    from public.read_invite_list(people) as r where r.finding is null;
  end if;
end
$$;

-- Counts a use of the invitation that an account was made with, and gives the account its rights.
create or replace function public.use_invitation(account auth.users) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  found_one public.invitations;
begin
  update public.invitations as i set used = i.used + 1
  where i.token = account.raw_user_meta_data ->> 'invitation' and public.state_of_invitation(i) = 'open'
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

-- When an address or a number is confirmed. An invalid invitation rejects only an account that was made while sign-up was
-- closed, and so by an invitation alone. One that an administrator has invited through the auth service since is not.
create or replace function public.redeem_invitation() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if not public.use_invitation(new) and new.raw_app_meta_data ? 'needs_invitation' and new.invited_at is null then
    perform public.raise_error('422', 'invitation_used', 'This invitation is not valid any more');
  end if;
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
  if public.check_invitation(accept_invitation.token) <> 'open' then
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
  public.state_of_invitation(public.invitations), public.check_invitation(text), public.write_invited_address(),
  public.check_invited_address(), public.redeem_invitation(), public.use_invitation(auth.users),
  public.accept_invitation(text), public.read_invite_list(jsonb), public.invite_list(jsonb, uuid, uuid, boolean)
from public, anon, authenticated;

grant execute on function public.accept_invitation(text) to authenticated;
grant execute on function public.invite_list(jsonb, uuid, uuid, boolean) to authenticated, service_role;
grant execute on function public.state_of_invitation(public.invitations) to authenticated, service_role;
grant execute on function public.check_invitation(text) to anon, authenticated, service_role;

comment on function public.state_of_invitation(public.invitations) is 'internal';
