-- Invitations by link: an account made with one gets its language and rights. A link expires after 30 days by default,
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

-- Counts a use when an address or a number is confirmed. An invalid invitation never rejects an account.
create or replace function public.redeem_invitation() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  found_one public.invitations;
begin
  update public.invitations as i set used = i.used + 1
  where i.token = new.raw_user_meta_data ->> 'invitation' and public.is_open_invitation(i)
  returning i.* into found_one;
  if found and found_one.makes_administrator then
    insert into public.administrators (user_id, granted_by) values (new.id, found_one.created_by)
    on conflict do nothing;
  end if;
  return null;
end
$$;

revoke execute on function
  public.is_open_invitation(public.invitations), public.has_invitation(text), public.redeem_invitation()
from public, anon, authenticated;

grant execute on function public.is_open_invitation(public.invitations) to authenticated, service_role;
grant execute on function public.has_invitation(text) to anon, authenticated, service_role;

comment on function public.is_open_invitation(public.invitations) is 'internal';
