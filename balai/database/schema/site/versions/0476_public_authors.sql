-- Whether visitors see the member's name somewhere: beside a text, an article or a service. Stored, because the policy of
-- profiles asks for each row; people/public_authors.sql keeps it.
alter table public.profiles add column is_public_author boolean not null default false;

alter table public.profiles disable trigger user;

with open_areas as materialized (
  select f.id from public.forums as f left join public.forums as above on above.id = f.parent_id
  where not f.is_draft and not coalesce(above.is_draft, false)
    and (not f.is_restricted and not coalesce(above.is_restricted, false) or exists (
      select from public.area_rights as r
      where r.forum_id = case when f.is_restricted or above.id is null then f.id else above.id end
        and r.group_id is null and 'see' = any (r.rights)))
), known as (
  select p.author_id as id from public.posts as p where p.forum_id in (select o.id from open_areas as o)
  union select p.edited_by from public.posts as p where p.forum_id in (select o.id from open_areas as o)
  union select r.author_id from public.replies as r join public.posts as p on p.id = r.post_id
    where p.forum_id in (select o.id from open_areas as o)
  union select r.edited_by from public.replies as r join public.posts as p on p.id = r.post_id
    where p.forum_id in (select o.id from open_areas as o)
  union select a.author_id from public.articles as a where a.status = 'published' and a.group_id is null and a.deleted_at is null
  union select s.host_id from public.services as s where s.is_active
)
update public.profiles as p set is_public_author = true where p.id in (select known.id from known);

alter table public.profiles enable trigger user;

drop policy if exists "Everyone sees profiles" on public.profiles;
