-- Pictures in texts of the forum: a bucket that is not public, and which texts show which picture. A picture is as readable
-- as the texts that show it, so it follows them through moves, splits and merges, and when an area is closed.

insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types) values
  ('text-pictures', 'text-pictures', false, 10000000,
    array['image/jpeg', 'image/png', 'image/webp', 'image/gif', 'image/avif'])
on conflict (id) do nothing;

create table public.text_pictures (
  id bigint generated always as identity primary key,
  -- The name of the object in the bucket.
  picture text not null,
  post_id uuid references public.posts (id) on delete cascade,
  reply_id uuid references public.replies (id) on delete cascade,
  -- False: an earlier version shows it, or a text that was hidden.
  is_current boolean not null default true,
  constraint text_pictures_one_text check (num_nonnulls(post_id, reply_id) = 1),
  constraint text_pictures_once unique nulls not distinct (picture, post_id, reply_id)
);
create index text_pictures_of_post on public.text_pictures (post_id) where post_id is not null;
create index text_pictures_of_reply on public.text_pictures (reply_id) where reply_id is not null;
alter table public.text_pictures enable row level security;

-- What the forum shows of the public bucket goes there, unless a text outside the forum shows it as well: that one is
-- public. Without the triggers, whose rules are for new texts.
alter table public.posts disable trigger user;
alter table public.replies disable trigger user;
alter table public.content_versions disable trigger user;

do $$
declare
  place record;
  address constant text := '/storage/v1/object/public/pictures/';
begin
  create temporary table shown on commit drop as
  select distinct part.picture[1] as picture, t.post_id, t.reply_id, t.is_current
  from (
    select id as post_id, null::uuid as reply_id, body, true as is_current from public.posts
    union all select null, id, body, true from public.replies
    union all select post_id, reply_id, body, false from public.content_versions) as t,
    regexp_matches(t.body::text, address || '([A-Za-z0-9/._-]+)', 'g') as part (picture)
  where t.body::text like '%' || address || '%';
  if not exists (select from shown) then
    return;
  end if;
  create temporary table elsewhere on commit drop as
  select content from (
    select body::text from public.article_texts
    union all select cover_url from public.articles
    union all select content::text from public.drafts
    union all select body::text from public.page_texts
    union all select body::text from public.page_version_texts
    union all select picture_url from public.profiles
    union all select content::text from public.removals
    union all select picture_url from public.services
    union all select description from public.service_texts
    union all select to_jsonb(t)::text from public.site_settings as t
    union all select to_jsonb(t)::text from public.appearances as t
    union all select to_jsonb(t)::text from public.site_texts as t) as texts (content)
  where content like '%' || address || '%';
  delete from shown where not exists (
    select from storage.objects as o where o.bucket_id = 'pictures' and o.name = shown.picture)
    or exists (select from elsewhere where position(shown.picture in elsewhere.content) > 0);
  update storage.objects as o set bucket_id = 'text-pictures',
    metadata = o.metadata || '{"cacheControl": "private, no-cache"}'
  where o.bucket_id = 'pictures' and o.name in (select s.picture from shown as s);
  insert into public.text_pictures (picture, post_id, reply_id, is_current)
  select s.picture, s.post_id, s.reply_id, bool_or(s.is_current) from shown as s group by s.picture, s.post_id, s.reply_id;
  for place in select s.picture, s.post_id, s.reply_id from shown as s loop
    update public.posts as p set body = replace(p.body::text, address || place.picture,
      '/storage/v1/object/authenticated/text-pictures/' || place.picture)::jsonb
    where p.id = place.post_id and p.body is not null;
    update public.replies as r set body = replace(r.body::text, address || place.picture,
      '/storage/v1/object/authenticated/text-pictures/' || place.picture)::jsonb
    where r.id = place.reply_id and r.body is not null;
    update public.content_versions as v set body = replace(v.body::text, address || place.picture,
      '/storage/v1/object/authenticated/text-pictures/' || place.picture)::jsonb
    where (v.post_id = place.post_id or v.reply_id = place.reply_id) and v.body is not null;
  end loop;
end $$;

alter table public.posts enable trigger user;
alter table public.replies enable trigger user;
alter table public.content_versions enable trigger user;
