-- Invitations by link: whoever opens one and makes an account joins in the language, and with the rights, that it names.
-- A link lives for thirty days unless told otherwise, can be taken back, and counts its uses. One that makes
-- administrators is good once.

create table public.invitations (
  id uuid primary key default gen_random_uuid(),
  -- 244 random bits. Administrators read it to pass it on; nobody else reads the table.
  token text not null unique default replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''),
  note text not null default '' check (note = '' or public.is_clean_line(note, 200)),
  language public.language not null,
  makes_administrator boolean not null default false,
  most_uses integer check (most_uses between 1 and 10000),
  used integer not null default 0,
  created_by uuid default auth.uid() references public.profiles (id) on delete set null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null default now() + interval '30 days',
  revoked_at timestamptz,
  constraint invitations_administrators_one_by_one check (not makes_administrator or coalesce(most_uses, 0) = 1),
  constraint invitations_end check (expires_at <= created_at + interval '366 days'),
  constraint invitations_never_overused check (used <= coalesce(most_uses, used))
);
create index invitations_newest on public.invitations (created_at desc, id desc);

alter table public.invitations enable row level security;
revoke all on public.invitations from anon, authenticated;
grant select on public.invitations to authenticated;
grant insert (note, language, makes_administrator, most_uses, expires_at) on public.invitations to authenticated;
grant update (revoked_at) on public.invitations to authenticated;
grant all on public.invitations to service_role;
create policy "Administrators see them" on public.invitations for select to authenticated
  using ((select public.is_admin()));
create policy "Administrators invite" on public.invitations for insert to authenticated
  with check ((select public.is_admin()));
create policy "Administrators take them back" on public.invitations for update to authenticated
  using ((select public.is_admin())) with check ((select public.is_admin()));

create function public.is_open_invitation(invitation public.invitations) returns boolean
language sql stable set search_path = '' as $$
  select invitation.revoked_at is null and invitation.expires_at > now()
    and (invitation.most_uses is null or invitation.used < invitation.most_uses)
$$;

-- For the sign-up page of whoever holds the link: whether it still counts.
create function public.has_invitation(token text) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from public.invitations as i where i.token = has_invitation.token and public.is_open_invitation(i))
$$;

-- Counts once an address or a number is proven, not before. An account is never refused because of its invitation.
create function public.redeem_invitation() returns trigger
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
create trigger redeem_invitation after insert on auth.users for each row
  when (coalesce(new.email_confirmed_at, new.phone_confirmed_at) is not null
    and new.raw_user_meta_data ->> 'invitation' is not null)
  execute function public.redeem_invitation();
create trigger redeem_invitation_confirmed after update on auth.users for each row
  when (coalesce(old.email_confirmed_at, old.phone_confirmed_at) is null
    and coalesce(new.email_confirmed_at, new.phone_confirmed_at) is not null
    and new.raw_user_meta_data ->> 'invitation' is not null)
  execute function public.redeem_invitation();

-- One member as administrators see her; nothing for anybody else.
create function public.show_member(member uuid) returns table (
  id uuid, display_name text, picture_url text, email text, language public.language, is_admin boolean,
  created_at timestamptz)
language sql stable security definer set search_path = '' as $$
  select p.id, p.display_name, p.picture_url, coalesce(u.email, ''), p.language,
    exists (select from public.administrators a where a.user_id = p.id), p.created_at
  from public.profiles p join auth.users u on u.id = p.id
  where public.is_admin() and p.id = member
$$;

revoke execute on function public.is_open_invitation(public.invitations), public.has_invitation(text),
  public.redeem_invitation(), public.show_member(uuid)
from public, anon, authenticated;
grant execute on function public.is_open_invitation(public.invitations), public.show_member(uuid)
  to authenticated, service_role;
grant execute on function public.has_invitation(text) to anon, authenticated, service_role;

call public.announce_changes('public.invitations');
