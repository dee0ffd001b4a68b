-- Writing pages of one's own. Each function checks by itself whether the caller is an administrator.
-- Errors: PT404 not_found; PT409 changed_meanwhile; PT422 source_text_missing, placeholders_left, nothing_to_publish.

-- Reserves the wanted address, or the next free one, as reserve_slug() does for articles.
create or replace function public.reserve_page_slug(page uuid, wanted text) returns text
language plpgsql set search_path = '' as $$
declare
  candidate text := wanted;
  next_number int := 2;
begin
  if wanted is null then
    raise exception 'An address is required' using errcode = 'null_value_not_allowed';
  end if;
  loop
    insert into public.page_slugs (slug, page_id) values (candidate, page) on conflict do nothing;
    if exists (select from public.page_slugs as s where s.slug = candidate and s.page_id = page) then
      return candidate;
    end if;
    candidate := wanted || '-' || next_number;
    next_number := next_number + 1;
  end loop;
end
$$;

create or replace function public.page_saved(page uuid) returns json
language sql stable set search_path = '' as $$
  select json_build_object('id', p.id, 'version', p.version, 'slug', p.slug, 'published', p.published_version)
  from public.pages as p where p.id = page
$$;

-- The page for a change, locked. Two changes of one page wait for each other.
create or replace function public.page_to_change(page uuid) returns public.pages
language plpgsql set search_path = '' as $$
declare
  found_one public.pages;
begin
  perform public.check_admin();
  select * into found_one from public.pages as p where p.id = page for update;
  if found_one.id is null or found_one.deleted_at is not null then
    raise exception 'No such page' using errcode = 'PT404', detail = 'not_found';
  end if;
  return found_one;
end
$$;

-- Saves the working copy, against the version that the editor opened. The second of two concurrent saves gets PT409.
-- page: {id, save_id, kind, source_language, slug, needs_consent}
-- texts: {"en": {title, body, is_ready}, "vi": null, …}; a language given as null is removed.
create or replace function public.save_page(page jsonb, texts jsonb, base_version int default 0) returns json
language plpgsql security definer set search_path = '' as $$
declare
  wanted uuid := coalesce((page ->> 'id')::uuid, gen_random_uuid());
  source public.language := (page ->> 'source_language')::public.language;
  wanted_slug text := nullif(btrim(page ->> 'slug'), '');
  saved public.pages;
begin
  perform public.check_admin();
  if jsonb_typeof(texts -> source::text) is distinct from 'object' then
    raise exception 'The text in the source language is missing'
      using errcode = 'PT422', detail = 'source_text_missing';
  end if;
  if coalesce(base_version, 0) = 0 then
    -- The id stands for the address until the address is reserved: that needs the row.
    insert into public.pages (id, slug, kind, source_language)
    values (wanted, wanted::text, coalesce(page ->> 'kind', 'page'), source) on conflict do nothing;
  end if;
  saved := public.page_to_change(wanted);
  if saved.save_id = (page ->> 'save_id')::uuid then
    return public.page_saved(wanted);
  elsif saved.version <> coalesce(base_version, 0) then
    raise exception 'The page was changed meanwhile' using errcode = 'PT409', detail = 'changed_meanwhile';
  end if;
  -- The address of a draft follows its title; a published one stays until another is chosen.
  if wanted_slug is null then
    wanted_slug := case when saved.published_version is not null or saved.kind <> 'page' and saved.version > 0
      then saved.slug else texts -> source::text ->> 'title' end;
  end if;
  update public.pages as p set
    save_id = (page ->> 'save_id')::uuid, source_language = source,
    needs_consent = coalesce((page ->> 'needs_consent')::boolean, p.needs_consent),
    slug = case when wanted_slug = p.slug then p.slug
      else public.reserve_page_slug(wanted, public.slugify(wanted_slug, source)) end,
    version = p.version + 1, updated_at = now()
  where p.id = wanted;
  update public.page_slugs as s set is_public = true
  where s.page_id = wanted and saved.published_version is not null and not s.is_public
    and s.slug = (select p.slug from public.pages as p where p.id = wanted);
  delete from public.page_texts as t
  using jsonb_each(texts) as given where t.page_id = wanted and t.language::text = given.key and given.value = 'null';
  insert into public.page_texts as t (page_id, language, title, body, is_ready)
  select wanted, given.key::public.language, btrim(given.value ->> 'title'), given.value -> 'body',
    given.key = source::text or coalesce((given.value ->> 'is_ready')::boolean, true)
  from jsonb_each(texts) as given where given.value <> 'null'
  on conflict (page_id, language) do update set
    title = excluded.title, body = excluded.body, is_ready = excluded.is_ready, updated_at = now();
  return public.page_saved(wanted);
end
$$;

-- Publishes the working copy as the next version. Before that, every [[…]] of a template must be filled in.
-- asks_again: members who agreed to an earlier version are asked to agree to this one. The first version of a page that
-- needs consent always asks.
create or replace function public.publish_page(page uuid, base_version int, asks_again boolean default false) returns json
language plpgsql security definer set search_path = '' as $$
declare
  given public.pages := public.page_to_change(page);
  next_number int;
  new_version uuid;
  unfinished text;
begin
  if given.version <> base_version then
    raise exception 'The page was changed meanwhile' using errcode = 'PT409', detail = 'changed_meanwhile';
  end if;
  select string_agg(t.language::text, ', ' order by t.language) into unfinished
  from public.page_texts as t
  where t.page_id = page and t.is_ready and (t.title || t.body::text) like '%[[%';
  if unfinished is not null then
    raise exception 'Fill in what stands in [[…]]' using errcode = 'PT422', detail = 'placeholders_left', hint = unfinished;
  end if;
  if exists (select from public.page_texts as t where t.page_id = page and t.is_ready
      and btrim(public.rich_text_plain(t.body), E' \n\t') = '' and not public.has_image(t.body)) then
    raise exception 'An empty text cannot be published' using errcode = 'PT422', detail = 'nothing_to_publish';
  end if;
  select coalesce(max(v.number), 0) + 1 into next_number from public.page_versions as v where v.page_id = page;
  insert into public.page_versions (page_id, number, asks_consent, published_by)
  values (page, next_number, given.needs_consent and (coalesce(asks_again, false)
    or not exists (select from public.page_versions as v where v.page_id = page and v.asks_consent)), auth.uid())
  returning id into new_version;
  insert into public.page_version_texts (version_id, language, title, body)
  select new_version, t.language, t.title, t.body from public.page_texts as t where t.page_id = page and t.is_ready;
  update public.pages as p set published_version = next_number, version = p.version + 1, updated_at = now()
  where p.id = page;
  update public.page_slugs as s set is_public = true where s.slug = given.slug and not s.is_public;
  return public.page_saved(page);
end
$$;

create or replace function public.unpublish_page(page uuid) returns json
language plpgsql security definer set search_path = '' as $$
begin
  perform public.page_to_change(page);
  update public.pages as p set published_version = null, version = p.version + 1, updated_at = now() where p.id = page;
  return public.page_saved(page);
end
$$;

-- Publishes the last published version again: the reverse of unpublish_page().
create or replace function public.republish_page(page uuid) returns json
language plpgsql security definer set search_path = '' as $$
declare
  last int;
begin
  perform public.page_to_change(page);
  select max(v.number) into last from public.page_versions as v where v.page_id = page;
  if last is null then
    raise exception 'This page was never published' using errcode = 'PT422', detail = 'nothing_to_publish';
  end if;
  update public.pages as p set published_version = last, version = p.version + 1, updated_at = now() where p.id = page;
  return public.page_saved(page);
end
$$;

-- Hides the page. Its addresses stay reserved, and consents to its versions stay.
create or replace function public.delete_page(page uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform public.page_to_change(page);
  update public.pages as p set deleted_at = now(), updated_at = now() where p.id = page;
end
$$;

-- The reverse of delete_page(): as it was, published or not.
create or replace function public.restore_page(page uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform public.check_admin();
  update public.pages as p set deleted_at = null, updated_at = now() where p.id = page;
  if not found then
    raise exception 'No such page' using errcode = 'PT404', detail = 'not_found';
  end if;
end
$$;

revoke execute on function
  public.reserve_page_slug(uuid, text), public.page_saved(uuid), public.page_to_change(uuid),
  public.save_page(jsonb, jsonb, int), public.publish_page(uuid, int, boolean), public.unpublish_page(uuid),
  public.republish_page(uuid), public.delete_page(uuid), public.restore_page(uuid)
from public, anon, authenticated;

grant execute on function
  public.save_page(jsonb, jsonb, int), public.publish_page(uuid, int, boolean), public.unpublish_page(uuid),
  public.republish_page(uuid), public.delete_page(uuid), public.restore_page(uuid)
to authenticated, service_role;
