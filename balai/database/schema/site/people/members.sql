-- Members as staff with the right "members" see them, with email addresses, which no other role may read.

create or replace function public.list_members(wanted text, before timestamptz, before_id uuid, at_most integer)
returns table (
  id uuid, display_name text, picture_url text, email text, language public.language, is_admin boolean,
  is_confirmed boolean, created_at timestamptz, last_sign_in_at timestamptz, is_deleted boolean)
language sql stable security definer set search_path = '' as $$
  select p.id, p.display_name, p.picture_url, coalesce(u.email, ''), p.language,
    exists (select from public.administrators a where a.user_id = p.id),
    u.email_confirmed_at is not null, p.created_at, u.last_sign_in_at, public.deletion_block(p.id) is not null
  from public.profiles p
  join auth.users u on u.id = p.id
  where public.may('members')
    and (wanted = '' or strpos(lower(p.display_name), lower(wanted)) > 0 or strpos(lower(u.email), lower(wanted)) > 0)
    and (p.created_at, p.id) < (before, before_id)
  order by p.created_at desc, p.id desc
  limit least(at_most, 200)
$$;

-- One member as they see them; no row for other callers. due_at: the date of the deletion, which is shown to others than
-- administrators once an administrator has asked for it.
create or replace function public.show_member(member uuid) returns table (
  id uuid, display_name text, picture_url text, email text, language public.language, is_admin boolean,
  created_at timestamptz, is_deleted boolean, due_at timestamptz, erases_texts boolean)
language sql stable security definer set search_path = '' as $$
  select p.id, p.display_name, p.picture_url, coalesce(u.email, ''), p.language,
    exists (select from public.administrators a where a.user_id = p.id), p.created_at,
    public.deletion_block(p.id) is not null,
    deletion.due_at, coalesce(deletion.erases_texts, false)
  from public.profiles p join auth.users u on u.id = p.id
  cross join lateral (
    select min(d.due_at) as due_at, bool_or(d.erases_texts) as erases_texts
    from public.account_deletions as d
    where d.user_id = p.id and (public.is_admin() or public.deletion_block(p.id) is not null)) as deletion
  where public.may('members') and p.id = member
$$;

create or replace function public.count_new_members(since timestamptz) returns bigint
language sql stable security definer set search_path = '' as $$
  select count(*) from public.profiles as p where public.is_admin() and p.created_at > count_new_members.since
$$;

revoke execute on function public.list_members(text, timestamptz, uuid, integer), public.show_member(uuid),
  public.count_new_members(timestamptz)
from public, anon, authenticated;

grant execute on function public.list_members(text, timestamptz, uuid, integer), public.show_member(uuid),
  public.count_new_members(timestamptz)
to authenticated, service_role;

comment on function public.count_new_members(timestamptz) is 'internal';
