-- The fields of a profile that the caller sees: each for everyone, for members, for those of the same groups, for staff, or
-- for the member alone. Pages, /rest/v1, feeds, the directory and exports of staff read fields through these functions
-- alone; the columns themselves are not readable.

-- Whether one of the two has blocked the other.
create or replace function public.are_apart(one uuid, other uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.member_blocks as b
    where (b.member_id, b.blocked_id) in ((are_apart.one, are_apart.other), (are_apart.other, are_apart.one)))
$$;

-- Whether the caller is a member with a profile: not a visitor, nor an anonymous sign-in.
create or replace function public.is_member() returns boolean
language sql stable security definer set search_path = '' as $$
  select coalesce(auth.jwt() ->> 'is_anonymous', '') <> 'true'
    and exists (select from public.profiles as p where p.id = auth.uid())
$$;

-- Whether the caller and this member are in a group together; that of all members does not count.
create or replace function public.shares_group(person uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from public.group_members as theirs join public.group_members as own on own.group_id = theirs.group_id
    where theirs.member_id = shares_group.person and own.member_id = auth.uid()
      and theirs.status = 'member' and own.status = 'member')
$$;

-- Staff are those who moderate anywhere or look after the members of the site. A member whom this one has blocked sees
-- what visitors see.
create or replace function public.is_shown(field_for text, person uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select is_shown.field_for = 'everyone' or coalesce(is_shown.person = auth.uid(), false)
    or is_shown.field_for in ('members', 'group', 'staff') and public.is_member()
      and not exists (
        select from public.member_blocks as b where b.member_id = is_shown.person and b.blocked_id = auth.uid())
      and case is_shown.field_for
        when 'group' then public.shares_group(is_shown.person)
        when 'staff' then public.my_rights() && '{moderate,members}'
        else true end
$$;

-- The account exists, its address is confirmed, and it is not banned.
create or replace function public.is_active_account(person uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from auth.users as u where u.id = is_active_account.person and not u.is_anonymous
    and coalesce(u.email_confirmed_at, u.phone_confirmed_at) is not null and coalesce(u.banned_until, '-infinity') < now())
$$;

create or replace function public.person_about(person uuid) returns text
language sql stable security definer set search_path = '' as $$
  select case when public.is_shown(p.about_for, p.id) and public.is_active_account(p.id) then p.about else '' end
  from public.profiles as p where p.id = person_about.person
$$;

-- One member as the caller sees them. `is_public`: there is something for visitors, so search engines may list the page.
-- Of a banned account only name and picture are left.
create or replace function public.show_person(person uuid) returns table (
  id uuid, display_name text, picture_url text, about text, languages public.language[], since timestamptz,
  shows_activity boolean, is_public boolean, is_active boolean, takes_messages boolean, is_followed boolean,
  is_blocked boolean)
language sql stable security definer set search_path = '' as $$
  select p.id, p.display_name, p.picture_url,
    case when account.is_active and public.is_shown(p.about_for, p.id) then p.about else '' end,
    case when not account.is_active or not public.is_shown(p.languages_for, p.id) then '{}'
      when p.speaks = '{}' then array[p.language] else p.speaks end,
    case when account.is_active and public.is_shown(p.since_for, p.id) then p.created_at end,
    account.is_active and public.is_shown(p.activity_for, p.id),
    account.is_active and (p.activity_for = 'everyone' or p.about_for = 'everyone' and p.about <> ''),
    account.is_active,
    account.is_active and (select s.has_messages from public.site_settings as s) and public.is_member()
      and p.id <> auth.uid() and not public.are_apart(p.id, auth.uid()),
    exists (select from public.follows as f where f.follower_id = auth.uid() and f.followed_id = p.id),
    exists (select from public.member_blocks as b where b.member_id = auth.uid() and b.blocked_id = p.id)
  from public.profiles as p
  cross join lateral (select public.is_active_account(p.id) as is_active) as account
  join auth.users as u on u.id = p.id
  where p.id = show_person.person and not u.is_anonymous
    and coalesce(u.email_confirmed_at, u.phone_confirmed_at) is not null
$$;

-- The choices of the caller.
create or replace function public.my_visibility() returns table (
  speaks public.language[], about_for text, languages_for text, since_for text, activity_for text, is_listed boolean,
  takes_messages boolean)
language sql stable security definer set search_path = '' as $$
  select case when p.speaks = '{}' then array[p.language] else p.speaks end, p.about_for, p.languages_for, p.since_for, p.activity_for, p.is_listed, p.takes_messages
  from public.profiles as p where p.id = auth.uid()
$$;

revoke execute on function
  public.are_apart(uuid, uuid), public.is_member(), public.shares_group(uuid), public.is_shown(text, uuid),
  public.is_active_account(uuid), public.person_about(uuid), public.show_person(uuid), public.my_visibility()
from public, anon, authenticated;

grant execute on function public.person_about(uuid), public.show_person(uuid) to anon, authenticated, service_role;
grant execute on function public.my_visibility() to authenticated, service_role;

comment on function public.person_about(uuid) is 'internal';
