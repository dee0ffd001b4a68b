-- Pictures of articles go to the bucket text-pictures as well, so that they are as readable as the article. What articles
-- and their drafts show of the public bucket goes there, unless something else shows it too: that is public. Without the
-- triggers, whose rules are for new texts.

alter table public.articles disable trigger user;
alter table public.article_texts disable trigger user;
alter table public.drafts disable trigger user;

do $$
declare
  picture text;
  address constant text := '/storage/v1/object/public/pictures/';
  closed constant text := '/storage/v1/object/authenticated/text-pictures/';
begin
  create temporary table article_shown on commit drop as
  select distinct part.picture[1] as picture, t.article_id, t.is_published
  from (
    select article_id, body::text as content, status = 'published' as is_published from public.article_texts
    union all select id, cover_url, true from public.articles
    union all select null, content::text, false from public.drafts where place like 'article:%'
  ) as t (article_id, content, is_published),
    regexp_matches(t.content, address || '([A-Za-z0-9/._-]+)', 'g') as part (picture)
  where t.content like '%' || address || '%';
  if not exists (select from article_shown) then
    return;
  end if;
  create temporary table article_elsewhere on commit drop as
  select content from (
    select body::text from public.posts
    union all select body::text from public.replies
    union all select body::text from public.held_texts
    union all select body::text from public.content_versions
    union all select content::text from public.drafts where place not like 'article:%'
    union all select body::text from public.page_texts
    union all select body::text from public.page_version_texts
    union all select picture_url from public.profiles
    union all select url from public.resources
    union all select description from public.resource_texts
    union all select description from public.forum_texts
    union all select content::text from public.removals
    union all select picture_url from public.services
    union all select description from public.service_texts
    union all select qr_url from public.service_prices
    union all select to_jsonb(t)::text from public.site_settings as t
    union all select to_jsonb(t)::text from public.appearances as t
    union all select to_jsonb(t)::text from public.site_texts as t
    -- The new addresses are longer: in a text that is nearly as long as it may be, they have no place.
    union all select body::text from public.article_texts where octet_length(body::text) > 190000
    union all select content::text from public.drafts where octet_length(content::text) > 390000
  ) as texts (content)
  where content like '%' || address || '%';
  delete from article_shown as s where not exists (
    select from storage.objects as o where o.bucket_id = 'pictures' and o.name = s.picture)
    or exists (select from article_elsewhere as e where position(s.picture in e.content) > 0);
  update storage.objects as o set bucket_id = 'text-pictures',
    metadata = o.metadata || '{"cacheControl": "private, no-cache"}'
  where o.bucket_id = 'pictures' and o.name in (select s.picture from article_shown as s);
  insert into public.text_pictures (picture, article_id, is_current)
  select s.picture, s.article_id, bool_or(s.is_published) from article_shown as s
  where s.article_id is not null group by s.picture, s.article_id
  on conflict do nothing;
  for picture in select distinct s.picture from article_shown as s loop
    update public.article_texts as t set body = replace(t.body::text, address || picture, closed || picture)::jsonb
    where position(address || picture in t.body::text) > 0;
    update public.articles as a set cover_url = replace(a.cover_url, address || picture, closed || picture)
    where position(address || picture in a.cover_url) > 0;
    update public.drafts as d set content = replace(d.content::text, address || picture, closed || picture)::jsonb
    where d.place like 'article:%' and position(address || picture in d.content::text) > 0;
  end loop;
end $$;

alter table public.articles enable trigger user;
alter table public.article_texts enable trigger user;
alter table public.drafts enable trigger user;
