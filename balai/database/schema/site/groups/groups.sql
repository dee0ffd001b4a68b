-- Groups of members: created by administrators, led by members with the right "people" in the group.
-- Errors: PT404 not_found (absent and invisible look alike); PT403 by_invitation; PT409 not_empty.

-- Creates or changes a group with all its texts: {"vi": {"name": …, "description": …}, …}. Languages that are left out
-- lose their text. The slug never changes, because links contain it.
create or replace function public.save_group(
  id uuid, slug text, joining text, is_listed boolean, texts jsonb) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform public.check_may('people', case when exists (
    select from public.groups as g where g.id = save_group.id) then save_group.id end);
  if texts is null or jsonb_typeof(texts) <> 'object' or texts = '{}' then
    perform public.raise_error('422', 'no_name', 'A group needs a name in at least one language');
  elsif exists (select from public.groups as g where g.id = save_group.id and g.is_everybody) then
    perform public.raise_error('404', 'not_found', 'No such group');
  end if;
  insert into public.groups as g (id, slug, joining, is_listed)
  values (save_group.id, save_group.slug, save_group.joining, save_group.is_listed)
  on conflict on constraint groups_pkey do update set joining = excluded.joining, is_listed = excluded.is_listed;
  delete from public.group_texts as t
  where t.group_id = save_group.id and not save_group.texts ? t.language::text;
  insert into public.group_texts (group_id, language, name, description)
  select save_group.id, entry.key::public.language, btrim(coalesce(entry.value ->> 'name', '')),
    btrim(coalesce(entry.value ->> 'description', ''))
  from jsonb_each(save_group.texts) as entry
  on conflict (group_id, language) do update set name = excluded.name, description = excluded.description;
end
$$;

-- Only without areas, articles and resources: they would be open to everyone, or to none. restore_removed() undoes it.
create or replace function public.delete_group(id uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform public.check_admin();
  -- Empty once no article is of this group any more.
  delete from public.forums as f where f.comments_of = delete_group.id
    and not exists (select from public.posts as p where p.forum_id = f.id);
  if not exists (select from public.groups as g where g.id = delete_group.id and g.is_everybody) then
    perform public.remove_with_texts('group', delete_group.id);
  end if;
exception when foreign_key_violation then
  perform public.raise_error('409', 'not_empty', 'This group has areas, articles or resources');
end
$$;

-- Joins an open group, accepts an invitation, or asks to be let in. Returns the new state.
create or replace function public.join_group(id uuid) returns text
language plpgsql security definer set search_path = '' as $$
declare
  wanted public.groups;
  status text;
begin
  if not exists (select from public.profiles as p where p.id = auth.uid()) then
    perform public.raise_error('401', 'no_session', 'Please sign in');
  end if;
  -- Against a concurrent change to "by invitation".
  select * into wanted from public.groups as g where g.id = join_group.id and not g.is_everybody for share;
  select m.status into status from public.group_members as m
  where m.group_id = join_group.id and m.member_id = auth.uid() for update;
  if wanted.id is null or not wanted.is_listed and status is null then
    perform public.raise_error('404', 'not_found', 'No such group');
  elsif status is null and wanted.joining = 'invitation' then
    perform public.raise_error('403', 'by_invitation', 'This group is joined by invitation');
  end if;
  insert into public.group_members as m (group_id, member_id, status)
  values (wanted.id, auth.uid(), case when wanted.joining = 'open' then 'member' else 'asked' end)
  on conflict (member_id, group_id) do update
    set status = case when m.status = 'asked' and wanted.joining <> 'open' then 'asked' else 'member' end
  returning m.status into status;
  return status;
end
$$;

-- Leaves a group, withdraws the request or declines the invitation.
create or replace function public.leave_group(id uuid) returns void
language sql security definer set search_path = '' as $$
  delete from public.group_members as m where m.group_id = leave_group.id and m.member_id = auth.uid()
$$;

-- Actions of leaders on a member: "member" accepts their request; "invited" invites them, or accepts it; null removes.
-- A member who did not ask is invited, and decides.
create or replace function public.set_group_member(id uuid, member uuid, status text) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if not public.may('people', id) then
    perform public.raise_error('404', 'not_found', 'No such group');
  elsif status is null then
    delete from public.group_members as m
    where m.group_id = set_group_member.id and m.member_id = set_group_member.member;
    return;
  elsif not exists (select from public.profiles as p where p.id = set_group_member.member) then
    perform public.raise_error('404', 'not_found', 'No such member');
  end if;
  insert into public.group_members as m (group_id, member_id, status)
  values (set_group_member.id, set_group_member.member,
    -- Administrators put members into a group; leaders invite them.
    case when set_group_member.status = 'member' and public.is_admin() then 'member' else 'invited' end)
  on conflict (member_id, group_id) do update
    set status = case when m.status = 'asked' or excluded.status = 'member' then 'member' else m.status end;
end
$$;

create or replace function public.count_group_members() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.groups as g set member_count = g.member_count
    + (tg_op <> 'DELETE' and new.status = 'member')::int - (tg_op <> 'INSERT' and old.status = 'member')::int
  where g.id = coalesce(new.group_id, old.group_id)
    and (tg_op <> 'UPDATE' or (new.status = 'member') <> (old.status = 'member'));
  return null;
end
$$;

revoke execute on function
  public.save_group(uuid, text, text, boolean, jsonb), public.delete_group(uuid),
  public.join_group(uuid), public.leave_group(uuid), public.set_group_member(uuid, uuid, text),
  public.count_group_members()
from public, anon, authenticated;

grant execute on function
  public.save_group(uuid, text, text, boolean, jsonb), public.delete_group(uuid), public.join_group(uuid),
  public.leave_group(uuid), public.set_group_member(uuid, uuid, text)
to authenticated, service_role;
