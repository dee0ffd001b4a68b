-- Names that visitors see: authors of texts in areas open to them, of published articles for everyone, hosts of
-- services. profiles.is_public_author says so; these functions keep it when one of that changes. A hidden or deleted text
-- still counts: its row names its author.

create or replace function public.is_public_author(member uuid, open_areas uuid[]) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.posts as p where p.author_id = member and p.forum_id = any (open_areas))
    or exists (select from public.services as s where s.host_id = member and s.is_active)
    or exists (select from public.service_hosts as h join public.services as s on s.id = h.service_id
      where h.host_id = member and s.is_active)
    or exists (select from public.articles as a
      where a.author_id = member and a.status = 'published' and a.group_id is null and a.deleted_at is null)
    or exists (select from public.replies as r join public.posts as p on p.id = r.post_id
      where r.author_id = member and p.forum_id = any (open_areas))
    or exists (select from public.posts as p where p.edited_by = member and p.forum_id = any (open_areas))
    or exists (select from public.replies as r join public.posts as p on p.id = r.post_id
      where r.edited_by = member and p.forum_id = any (open_areas))
    or exists (select from public.translations as t left join public.replies as r on r.id = t.reply_id
      join public.posts as p on p.id = coalesce(t.post_id, r.post_id)
      where t.translator_id = member and p.forum_id = any (open_areas))
$$;

-- Computes the fact again for these members. Rows are locked in the order of their ids.
create or replace function public.refresh_public_authors(members uuid[]) returns void
language plpgsql security definer set search_path = '' as $$
declare
  open_areas constant uuid[] := public.areas_of(null, 'see');
begin
  with stale as materialized (
    select p.id, not p.is_public_author as is_public
    from public.profiles as p
    where p.id = any (members) and p.is_public_author <> public.is_public_author(p.id, open_areas)
    order by p.id for no key update
  )
  update public.profiles as p set is_public_author = stale.is_public from stale where stale.id = p.id;
end
$$;

-- Those who wrote in an area or below it, after its access was changed.
create or replace function public.refresh_area_authors(area uuid) returns void
language sql security definer set search_path = '' as $$
  select public.refresh_public_authors(array(
    with topics as materialized (
      select p.id, p.author_id, p.edited_by from public.posts as p join public.forums as f on f.id = p.forum_id
      where refresh_area_authors.area in (f.id, f.parent_id))
    select t.author_id from topics as t
    union select t.edited_by from topics as t
    union select r.author_id from public.replies as r join topics as t on t.id = r.post_id
    union select r.edited_by from public.replies as r join topics as t on t.id = r.post_id
    union select x.translator_id from public.translations as x join topics as t on t.id = x.post_id
    union select x.translator_id from public.translations as x
      join public.replies as r on r.id = x.reply_id join topics as t on t.id = r.post_id))
$$;

-- A new text: most authors are known already, which one look at the primary key says.
create or replace function public.note_public_author() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform public.refresh_public_authors(array[new.author_id])
  where exists (select from public.profiles as p where p.id = new.author_id and not p.is_public_author);
  return null;
end
$$;

-- A topic or reply that was moved, edited by staff or has lost its author or its row; an article or a service.
create or replace function public.note_changed_author() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  before constant jsonb := case when tg_op = 'INSERT' then '{}' else to_jsonb(old) end;
  after constant jsonb := case when tg_op = 'DELETE' then '{}' else to_jsonb(new) end;
begin
  perform public.refresh_public_authors(array(
    select (facts ->> field)::uuid from unnest(array[before, after]) as facts, unnest(tg_argv) as field
    union select h.host_id from public.service_hosts as h
      where tg_table_name = 'services' and h.service_id = (after ->> 'id')::uuid
    union select r.author_id from public.replies as r
      where tg_table_name = 'posts' and tg_op = 'UPDATE' and before ->> 'forum_id' <> after ->> 'forum_id'
        and r.post_id = (after ->> 'id')::uuid));
  return null;
end
$$;

create or replace function public.note_area_authors() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform public.refresh_area_authors(new.id);
  return null;
end
$$;

-- Whether the caller, a member, meets this person elsewhere than where visitors do: in an area with limited access that both
-- see, in a group, in messages, at a booking, behind a reaction, in a notification; and staff, who act on texts. `areas`:
-- those of seen_areas(), once for a statement. Its cost, that of a dozen queries, keeps plans from calling it for profiles
-- that no row of a query names.
create or replace function public.is_acquainted(person uuid, areas uuid[]) returns boolean
language sql stable security definer cost 10000 set search_path = '' as $$
  select exists (select from public.posts as p where p.author_id = person and p.forum_id = any (areas))
    or exists (select from public.replies as r join public.posts as p on p.id = r.post_id
      where r.author_id = person and p.forum_id = any (areas))
    or public.shares_group(person)
    or exists (select from public.conversations as c
      where c.first_id = least(person, auth.uid()) and c.second_id = greatest(person, auth.uid()))
    or exists (select from public.administrators as a where a.user_id = person)
    or exists (select from public.role_grants as g where g.member_id = person)
    or exists (select from public.follows as f where f.follower_id = auth.uid() and f.followed_id = person)
    or exists (select from public.member_blocks as b where b.member_id = auth.uid() and b.blocked_id = person)
    or exists (select from public.notifications as n where n.member_id = auth.uid() and n.actor_id = person)
    or exists (select from public.bookings as b where b.member_id = auth.uid() and b.host_id = person)
    or exists (select from public.bookings as b where b.member_id = person and b.host_id = auth.uid())
    or exists (select from public.articles as a where a.author_id = person and a.status = 'published'
      and a.group_id = any (public.groups_of(auth.uid())))
    or exists (select from public.reactions as given
      left join public.replies as r on r.id = given.reply_id
      join public.posts as p on p.id = coalesce(given.post_id, r.post_id)
      where given.member_id = person and p.forum_id <> all (public.hidden_forums()))
$$;

-- Whether the caller has any role: staff find members by name.
create or replace function public.is_staff() returns boolean
language sql stable security definer set search_path = '' as $$
  select public.is_admin() or public.is_assured(auth.uid())
    and exists (select from public.role_grants as g where g.member_id = auth.uid())
$$;

revoke execute on function
  public.is_public_author(uuid, uuid[]), public.refresh_public_authors(uuid[]), public.refresh_area_authors(uuid),
  public.note_public_author(), public.note_changed_author(), public.note_area_authors(), public.is_acquainted(uuid, uuid[]), public.is_staff()
from public, anon, authenticated;

grant execute on function public.is_acquainted(uuid, uuid[]), public.is_staff() to authenticated, service_role;

comment on function public.is_acquainted(uuid, uuid[]) is 'internal';
comment on function public.is_staff() is 'internal';
