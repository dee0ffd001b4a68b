-- Pictures are files of this site. Pictures on other hosts are removed from what is stored: those in texts become links;
-- covers, logos and profile pictures are noted, and a job fetches them (balai/jobs/picture_imports.py).

create table public.picture_imports (
  id uuid primary key default gen_random_uuid(),
  place text not null check (place in ('profile', 'cover', 'logo')),
  -- The profile or the article. The logo has none.
  row_id uuid,
  url text not null,
  attempts integer not null default 0,
  due_at timestamptz not null default now()
);
create index picture_imports_due on public.picture_imports (due_at);
alter table public.picture_imports enable row level security;

-- Fetches of the last hour, successful or not, for the limit of each member.
create table public.picture_fetches (
  user_id uuid not null references public.profiles on delete cascade,
  fetched_at timestamptz not null default now()
);
create index picture_fetches_recent on public.picture_fetches (user_id, fetched_at);
alter table public.picture_fetches enable row level security;

-- Their rules are for new texts: without them no edit is noted, and no version of the text is stored.
alter table public.posts disable trigger user;
alter table public.replies disable trigger user;
alter table public.content_versions disable trigger user;
alter table public.article_texts disable trigger user;
alter table public.articles disable trigger user;
alter table public.profiles disable trigger user;
alter table public.site_texts disable trigger user;
alter table public.site_settings disable trigger user;

-- Sites with a backend on another host stored its pictures with that host: they keep the path alone. A document that
-- links would make too large loses its pictures on other hosts; one of nothing else keeps the first one as a link.
do $$
declare
  place record;
  found record;
  picture record;
  link jsonb;
  linked jsonb;
  bare jsonb;
begin
  for place in select * from (values
    ('posts', 'body', 60000), ('replies', 'body', 60000), ('content_versions', 'body', 60000),
    ('article_texts', 'body', 200000), ('site_texts', 'home', 200000), ('site_texts', 'about', 200000)
  ) as texts (table_name, column_name, largest) loop
    for found in execute format('select ctid, %1$I as document from public.%2$I where public.has_image(%1$I)',
        place.column_name, place.table_name) loop
      linked := found.document;
      bare := found.document;
      -- From the end, so that the paths of the remaining pictures stay valid when one is removed.
      for picture in
        with recursive nodes (node, path, places) as (
          select found.document, '{}'::text[], '{}'::bigint[]
          union all
          select child.node, path || array['content', (child.place - 1)::text], places || child.place
          from nodes, jsonb_array_elements(case jsonb_typeof(nodes.node -> 'content') when 'array'
            then nodes.node -> 'content' else '[]' end) with ordinality as child (node, place)
        ), pictures as (
          select path, places, node #>> '{attrs,src}' as src, node #>> '{attrs,alt}' as alt
          from nodes where node ->> 'type' = 'image'
        )
        select path, src, coalesce(nullif(btrim(alt), ''), src) as words,
          (select '/storage/v1/object/public/pictures/' || o.name from storage.objects o where o.bucket_id = 'pictures'
            and o.name = substring(src from '^https://[^/?#]+/storage/v1/object/public/pictures/([^?#]+)')) as stored
        from pictures
        where src !~ '^/storage/v1/' or src ~* '(/|%2f)(\.|%2e){1,2}(/|%2f|[?#]|$)'
        order by places desc
      loop
        if picture.stored is not null then
          linked := jsonb_set(linked, picture.path || '{attrs,src}', to_jsonb(picture.stored));
          bare := jsonb_set(bare, picture.path || '{attrs,src}', to_jsonb(picture.stored));
        else
          link := jsonb_build_object('type', 'paragraph', 'content', jsonb_build_array(
            jsonb_build_object('type', 'text', 'text', picture.words, 'marks', jsonb_build_array(
              jsonb_build_object('type', 'link', 'attrs', jsonb_build_object('href', picture.src))))));
          linked := jsonb_set(linked, picture.path, link);
          bare := bare #- picture.path;
        end if;
      end loop;
      if linked = found.document then
        continue;
      elsif not public.is_rich_text(linked, place.largest) then
        linked := case when bare -> 'content' = '[]' then jsonb_set(bare, '{content}', jsonb_build_array(link)) else bare end;
      end if;
      execute format('update public.%I set %I = $1 where ctid = $2', place.table_name, place.column_name)
      using linked, found.ctid;
    end loop;
  end loop;
end $$;

update public.profiles p set picture_url = '/storage/v1/object/public/pictures/' || o.name
from storage.objects o where o.bucket_id = 'pictures'
  and o.name = substring(p.picture_url from '^https://[^/?#]+/storage/v1/object/public/pictures/([^?#]+)$');
update public.articles a set cover_url = '/storage/v1/object/public/pictures/' || o.name
from storage.objects o where o.bucket_id = 'pictures'
  and o.name = substring(a.cover_url from '^https://[^/?#]+/storage/v1/object/public/pictures/([^?#]+)$');
update public.site_settings s set logo_url = '/storage/v1/object/public/pictures/' || o.name
from storage.objects o where o.bucket_id = 'pictures'
  and o.name = substring(s.logo_url from '^https://[^/?#]+/storage/v1/object/public/pictures/([^?#]+)$');

insert into public.picture_imports (place, row_id, url)
select 'profile', id, picture_url from public.profiles where picture_url ilike 'http%'
union all
select 'cover', id, cover_url from public.articles where cover_url ilike 'http%'
union all
select 'logo', null, logo_url from public.site_settings where logo_url ilike 'http%';

update public.profiles set picture_url = null where picture_url !~ '^/storage/v1/';
update public.articles set cover_url = null where cover_url ilike 'http%';
update public.site_settings set logo_url = null where logo_url ilike 'http%';

alter table public.posts enable trigger user;
alter table public.replies enable trigger user;
alter table public.content_versions enable trigger user;
alter table public.article_texts enable trigger user;
alter table public.articles enable trigger user;
alter table public.profiles enable trigger user;
alter table public.site_texts enable trigger user;
alter table public.site_settings enable trigger user;

-- Members choose it, so it is a stored file and no other path of the site, which would be requested by each reader.
alter table public.profiles add constraint profiles_picture_stored check (picture_url ~ '^/storage/v1/');
