-- The settings of an area besides its texts, set by administrators, and actions of moderators on members in it.

-- Sets who may do what in an area, and its place. rights: [{"group": null or a group's id, "rights": ["see", …]}, …];
-- null: access is not limited. Areas have two levels.
create or replace function public.set_area_rights(
  forum uuid, rights jsonb, owner uuid default null, above uuid default null, is_confidential boolean default false)
returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform public.check_admin();
  -- A rule that excludes administrators is not lifted from outside: they open the area first, with a reason.
  if exists (select from public.forums as f where f.id = set_area_rights.forum and f.is_confidential)
    and not public.may('see', set_area_rights.forum) then
    raise exception 'Open this area first' using errcode = '42501', detail = 'not_opened';
  end if;
  if exists (select from public.forums as f where f.id = set_area_rights.forum and public.follows_articles(f)) then
    perform public.raise_error('422', 'comments_of_group', 'The readers of an article are those of its comments');
  end if;
  update public.forums as f set
    is_restricted = set_area_rights.rights is not null, is_confidential = set_area_rights.is_confidential,
    group_id = set_area_rights.owner, parent_id = set_area_rights.above
  where f.id = set_area_rights.forum;
  if not found then
    perform public.raise_error('404', 'not_found', 'No such forum');
  end if;
  delete from public.area_rights as r where r.forum_id = set_area_rights.forum;
  insert into public.area_rights (forum_id, group_id, rights)
  select set_area_rights.forum, (given ->> 'group')::uuid,
    array(select jsonb_array_elements_text(given -> 'rights')::public.site_right)
  from jsonb_array_elements(coalesce(set_area_rights.rights, '[]')) as given;
  perform public.refresh_area_authors(set_area_rights.forum);
end
$$;

-- Two levels: an area below another has no areas of its own. Both areas are locked, so that two concurrent changes do
-- not make a third level together.
create or replace function public.check_area_level() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform from public.forums as f where f.id in (new.id, new.parent_id) order by f.id for no key update;
  if exists (select from public.forums as f where f.id = new.parent_id and f.parent_id is not null)
    or exists (select from public.forums as f where f.parent_id = new.id) then
    perform public.raise_error('422', 'two_levels', 'Areas have two levels');
  end if;
  return new;
end
$$;

-- Takes the right to write in an area from a member, or gives it back with `reason` null.
create or replace function public.set_area_ban(
  forum uuid, member uuid, reason text, until timestamptz default null) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform public.check_may('moderate', forum);
  if reason is null then
    delete from public.area_bans as b where b.forum_id = set_area_ban.forum and b.member_id = set_area_ban.member;
    return;
  elsif public.may_as(member, 'moderate', forum) then
    perform public.raise_error('422', 'is_staff', 'A moderator of the area cannot be banned from it');
  elsif not exists (select from public.profiles as p where p.id = set_area_ban.member) then
    perform public.raise_error('404', 'not_found', 'No such member');
  end if;
  insert into public.area_bans as b (forum_id, member_id, reason, until, banned_by)
  values (set_area_ban.forum, set_area_ban.member, btrim(set_area_ban.reason), set_area_ban.until, auth.uid())
  on conflict (member_id, forum_id) do update
    set reason = excluded.reason, until = excluded.until, banned_by = excluded.banned_by, created_at = now();
end
$$;

-- Opens a confidential area for reading, for an hour, to staff whose role is not in the area. The reason is logged.
create or replace function public.open_confidential_area(forum uuid, reason text) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform public.check_may('moderate');
  if not exists (select from public.forums as f where f.id = open_confidential_area.forum and f.is_confidential) then
    perform public.raise_error('404', 'not_found', 'No such forum');
  end if;
  insert into public.confidential_reads (forum_id, reader_id, reason)
  values (open_confidential_area.forum, auth.uid(), btrim(open_confidential_area.reason));
end
$$;

-- Whether an area is confidential, by itself or by the one above it.
create or replace function public.is_confidential(area uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select coalesce(bool_or(f.is_confidential), false)
  from public.forums as f
  where f.id = is_confidential.area
    or f.id = (select below.parent_id from public.forums as below where below.id = is_confidential.area)
$$;

-- The confidential areas that the caller can open with a reason: their names, and nothing of what is in them.
create or replace function public.closed_forums(wanted public.language)
returns table (id uuid, lang public.language, name text)
language sql stable security definer set search_path = '' as $$
  select f.id, text.language, text.name
  from public.forums as f
  cross join lateral (
    select t.language, t.name from public.forum_texts as t where t.forum_id = f.id
    order by array_position(public.language_order(closed_forums.wanted), t.language) limit 1) as text
  -- Of sessions there are many; the tickets and the day board lead to them.
  where f.is_confidential and f.slot_id is null and public.may('moderate') and f.id = any (public.hidden_forums())
  order by f.position, f.id
  limit 200
$$;

-- Marks the entries of an area in the search index when access to it is limited or opened: those of open areas have no
-- scope, so that an area costs something only when its access changes.
create or replace function public.mark_area_entries() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  area record;
begin
  for area in
    select f.id, case when f.is_restricted or coalesce(above.is_restricted, false) then f.id end as scope
    from public.forums as f left join public.forums as above on above.id = f.parent_id
    where new.id in (f.id, f.parent_id)
  loop
    update search.entries as e set scope_id = area.scope
    from public.posts as post
    where post.forum_id = area.id and e.kind = 'post' and e.item_id = post.id
      and e.scope_id is distinct from area.scope;
    update search.entries as e set scope_id = area.scope
    from public.posts as post join public.replies as reply on reply.post_id = post.id
    where post.forum_id = area.id and e.kind = 'reply' and e.item_id = reply.id
      and e.scope_id is distinct from area.scope;
  end loop;
  return null;
end
$$;

-- A topic in another area: its entries and those of its replies have the scope of that area.
create or replace function public.mark_moved_entries() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform search.refresh('post', new.id);
  perform search.refresh('reply', r.id) from public.replies as r where r.post_id = new.id;
  return null;
end
$$;

revoke execute on function
  public.set_area_rights(uuid, jsonb, uuid, uuid, boolean), public.check_area_level(),
  public.set_area_ban(uuid, uuid, text, timestamptz), public.open_confidential_area(uuid, text),
  public.closed_forums(public.language), public.is_confidential(uuid),
  public.mark_area_entries(), public.mark_moved_entries()
from public, anon, authenticated;

grant execute on function
  public.set_area_rights(uuid, jsonb, uuid, uuid, boolean), public.set_area_ban(uuid, uuid, text, timestamptz),
  public.open_confidential_area(uuid, text), public.closed_forums(public.language)
to authenticated, service_role;

comment on function public.closed_forums(public.language) is 'internal';
