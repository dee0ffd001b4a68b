-- A file with a space or another sign in its name stands in addresses with that sign escaped (`my%20plan.pdf`), one way
-- or another: it is used all the same. And plain texts of services, forums and resources may name a file too.
set local lock_timeout = '5s';

-- The signs that names of files may have besides letters and digits, brought back from addresses.
create function public.without_escapes(address text) returns text
language plpgsql immutable strict set search_path = '' as $$
declare
  sign text;
begin
  foreach sign in array regexp_split_to_array(E' !''()*&$@=;:+,?/-._', '') loop
    address := regexp_replace(address, '%' || encode(convert_to(sign, 'UTF8'), 'hex'), sign, 'gi');
  end loop;
  return address;
end $$;

create function public.names_file(said text, file text) returns boolean
language sql immutable set search_path = '' as $$
  select coalesce(position(file in said) > 0 or (file ~ '[^A-Za-z0-9/._-]' and said like '%\%%'
    and position(file in public.without_escapes(said)) > 0), false)
$$;

create or replace function public.is_upload_used(file text) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.article_texts t
      where t.body::text like '%/storage/v1/%' and public.names_file(t.body::text, file))
    or exists (select from public.articles t
      where t.cover_url like '%/storage/v1/%' and public.names_file(t.cover_url, file))
    or exists (select from public.drafts t
      where t.content::text like '%/storage/v1/%' and public.names_file(t.content::text, file))
    or exists (select from public.posts t
      where t.body::text like '%/storage/v1/%' and public.names_file(t.body::text, file))
    or exists (select from public.replies t
      where t.body::text like '%/storage/v1/%' and public.names_file(t.body::text, file))
    or exists (select from public.content_versions t
      where t.body::text like '%/storage/v1/%' and public.names_file(t.body::text, file))
    or exists (select from public.profiles t
      where t.picture_url like '%/storage/v1/%' and public.names_file(t.picture_url, file))
    or exists (select from public.resources t
      where t.url like '%/storage/v1/%' and public.names_file(t.url, file))
    or exists (select from public.site_settings t where public.names_file(to_jsonb(t)::text, file))
    or exists (select from public.site_texts t where public.names_file(to_jsonb(t)::text, file))
    or exists (select from public.service_links t where public.names_file(t.online_url, file))
    or exists (select from public.service_texts t where public.names_file(t.description, file))
    or exists (select from public.forum_texts t where public.names_file(t.description, file))
    or exists (select from public.resource_texts t where public.names_file(t.description, file))
$$;
revoke execute on function public.without_escapes(text), public.names_file(text, text) from public, anon, authenticated;
