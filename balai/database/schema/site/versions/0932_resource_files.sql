-- The files and links of a resource, one for each language, or one for all languages. Before, a resource had one address
-- and the list of the languages that its content is in.

create table public.resource_files (
  resource_id uuid not null references public.resources (id) on delete cascade,
  -- Null: for every language (a picture, a telephone number). It is then the only file of its resource.
  language public.language,
  url text not null check (public.is_link_address(url)),
  -- When this language got the address that it has.
  replaced_at timestamptz not null default now(),
  -- Left behind: the file of this language was replaced at that time, and this one was not.
  older_than public.language,
  older_since timestamptz,
  -- When a librarian said that it is still correct. The next replaced file ends that.
  confirmed_at timestamptz,
  -- The bucket and the name of an uploaded file of the library, for the policy of its bucket.
  stored_name text generated always as (public.library_file(url)) stored,
  constraint resource_files_once unique nulls not distinct (resource_id, language),
  constraint resource_files_older check ((older_than is null) = (older_since is null)),
  constraint resource_files_older_than_another check (older_than <> language),
  constraint resource_files_confirmed check (confirmed_at is null or older_since is not null),
  constraint resource_files_for_all check (language is not null or older_than is null)
);
create index resource_files_by_name on public.resource_files (stored_name) where stored_name is not null;
-- For is_upload_used(): only addresses of stored files are in this index.
create index resource_files_with_uploads on public.resource_files (resource_id) where url like '%/storage/v1/%';
alter table public.resource_files enable row level security;

insert into public.resource_files (resource_id, language, url, replaced_at)
select distinct r.id, spoken.language, r.url, r.updated_at
from public.resources as r left join lateral unnest(r.content_languages) as spoken (language) on true;

-- Deleted resources that can still be restored.
update public.removals as r set content = r.content
  || jsonb_build_object('row', (r.content -> 'row') - array['url', 'content_languages'])
  || jsonb_build_object('others', coalesce(r.content -> 'others', '{}') || jsonb_build_object('resource_files', (
    select jsonb_agg(distinct jsonb_build_object('resource_id', r.thing_id, 'language', spoken.code,
      'url', r.content #> '{row,url}', 'replaced_at', r.content #> '{row,updated_at}'))
    from (select) as one
    left join lateral jsonb_array_elements_text(r.content #> '{row,content_languages}') as spoken (code) on true)))
where r.kind = 'resource' and r.content -> 'row' ? 'url';

alter table public.resources drop column url, drop column content_languages;
