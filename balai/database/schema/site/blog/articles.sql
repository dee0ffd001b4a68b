-- Saves one language of an article. A published address stays when the title changes; the address of a draft follows
-- the title.
create or replace function public.save_article_text(saved public.articles, in_language public.language, given jsonb)
returns void
language plpgsql set search_path = '' as $$
declare
  before public.article_texts;
  source_now int := (
    select t.version from public.article_texts as t
    where t.article_id = saved.id and t.language = saved.source_language);
  -- The version of the source that the translator has before them.
  source_base bigint := (
    select max(v.id) from public.article_versions as v
    where v.article_id = saved.id and v.language = saved.source_language);
  is_translation boolean := in_language <> saved.source_language;
  wanted_slug text := coalesce(nullif(btrim(given ->> 'slug'), ''), given ->> 'title', '');
begin
  select * into before from public.article_texts as t where t.article_id = saved.id and t.language = in_language;
  if before.status = 'published' and nullif(btrim(given ->> 'slug'), '') is null then
    wanted_slug := before.slug;
  end if;
  insert into public.article_texts as t
    (article_id, language, title, summary, body, cover_alt, slug, status, source_version, source_base)
  values (
    saved.id, in_language, btrim(given ->> 'title'), coalesce(given ->> 'summary', ''), given -> 'body',
    coalesce(given ->> 'cover_alt', ''),
    case when wanted_slug = before.slug then wanted_slug
      else public.reserve_slug(saved.id, public.slugify(wanted_slug, in_language)) end,
    coalesce(given ->> 'status', 'draft'),
    case when is_translation then source_now end, case when is_translation then source_base end)
  on conflict (article_id, language) do update set
    title = excluded.title, summary = excluded.summary, body = excluded.body, cover_alt = excluded.cover_alt,
    slug = excluded.slug, status = excluded.status, updated_at = now(),
    version = t.version
      + ((t.title, t.summary, t.body) is distinct from (excluded.title, excluded.summary, excluded.body))::int,
    -- A translation becomes up to date only when an editor has compared it with the source and says so.
    source_version = case when (given ->> 'is_current')::boolean then excluded.source_version else t.source_version end,
    source_base = case when (given ->> 'is_current')::boolean then excluded.source_base else t.source_base end
  where (t.title, t.summary, t.body, t.cover_alt, t.slug, t.status)
      is distinct from (excluded.title, excluded.summary, excluded.body, excluded.cover_alt, excluded.slug, excluded.status)
    or (given ->> 'is_current')::boolean;
  update public.article_slugs as s set is_public = true
  from public.article_texts as t
  where t.article_id = saved.id and t.language = in_language and t.status = 'published'
    and s.slug = t.slug and not s.is_public;
end
$$;

-- Saves all given texts. The source comes first, because translations refer to its version. A language given as null is
-- removed.
create or replace function public.save_article_texts(saved public.articles, texts jsonb) returns void
language plpgsql set search_path = '' as $$
declare
  given record;
begin
  for given in
    select t.key::public.language as language, t.value as text from jsonb_each(texts) as t
    order by t.key = saved.source_language::text desc
  loop
    if given.text = 'null' then
      delete from public.article_texts as t where t.article_id = saved.id and t.language = given.language;
    else
      perform public.save_article_text(saved, given.language, given.text);
    end if;
  end loop;
  if not exists (select from public.article_texts as t
      where t.article_id = saved.id and t.language = saved.source_language
        and (saved.status = 'draft' or t.status = 'published')) then
    raise exception 'The text in the source language is missing or a draft'
      using errcode = 'PT422', detail = 'source_text_missing';
  end if;
end
$$;

create or replace function public.article_saved(article uuid) returns json
language sql stable set search_path = '' as $$
  select json_build_object('id', a.id, 'version', a.version, 'slugs',
    (select json_object_agg(t.language, t.slug) from public.article_texts as t where t.article_id = a.id))
  from public.articles as a where a.id = article
$$;

-- Whether the caller writes articles at all, in the whole site or for a group.
create or replace function public.writes_articles() returns boolean
language sql stable security definer set search_path = '' as $$
  select (public.my_scopes('write') || public.my_scopes('edit') || public.my_scopes('translate')) <> '{}'
$$;

create or replace function public.check_writer() returns void
language plpgsql stable set search_path = '' as $$
begin
  if not public.writes_articles() then
    perform public.check_admin();
  end if;
end
$$;

-- Whether the caller may make this change. Editors change everything; authors what they wrote; contributors what they
-- wrote and is a draft before and after, also drafts of translations of a published article; translators the texts that are
-- not the source. Each for the whole site, or for the group that reads the article. guard_reviewed_text() says which texts
-- contributors do not change (reviews.sql).
create or replace function public.may_change_article(
  before public.articles, after public.articles, changes_source boolean) returns boolean
language plpgsql stable set search_path = '' as $$
declare
  is_own constant boolean := before.author_id is not distinct from auth.uid();
  is_draft constant boolean := before.status = 'draft' and after.status = 'draft';
begin
  return coalesce(public.may('edit', before.group_id) and public.may('edit', after.group_id)
    or is_own and public.may('publish', before.group_id) and public.may('publish', after.group_id)
    or is_own and is_draft and public.may('write', before.group_id) and public.may('write', after.group_id)
    or (public.may('translate', before.group_id) or is_own and public.may('write', before.group_id))
      and not changes_source and before.version > 0
      and (before.status, before.publish_at, before.expire_at, before.cover_url, before.tags, before.group_id,
          before.has_comments)
        is not distinct from
        (after.status, after.publish_at, after.expire_at, after.cover_url, after.tags, after.group_id,
          after.has_comments), false);
end
$$;

create or replace function public.check_article_rights(
  before public.articles, after public.articles, changes_source boolean) returns void
language plpgsql stable set search_path = '' as $$
begin
  if not public.may_change_article(before, after, changes_source) then
    raise exception 'This needs a role that you do not have' using errcode = '42501', detail = 'not_allowed';
  end if;
end
$$;

-- The parts of the source that readers see, for a comparison before and after a save.
create or replace function public.source_text(article public.articles) returns jsonb
language sql stable set search_path = '' as $$
  select to_jsonb(t) - '{updated_at,version}'::text[] from public.article_texts as t
  where t.article_id = article.id and t.language = article.source_language
$$;

-- Saves an article whole, against the version that the editor opened. The second of two concurrent saves gets PT409.
-- article: {id, save_id, source_language, status, publish_at, expire_at, cover_url, tags, group_id,
-- has_comments, is_emailed, series_id}
-- texts: {"en": {title, summary, body, cover_alt, slug, status, is_current}, "vi": null, …}
-- base_version: the version that was opened, 0 for a new article.
create or replace function public.save_article(article jsonb, texts jsonb, base_version int default 0) returns json
language plpgsql security definer set search_path = '' as $$
declare
  wanted uuid := coalesce((article ->> 'id')::uuid, gen_random_uuid());
  before public.articles;
  saved public.articles;
  source jsonb;
begin
  perform public.check_writer();
  if coalesce(base_version, 0) = 0 then
    insert into public.articles (id, author_id, source_language, group_id)
    values (wanted, auth.uid(), (article ->> 'source_language')::public.language, (article ->> 'group_id')::uuid)
    on conflict do nothing;
  end if;
  select * into saved from public.articles as a where a.id = wanted for update;
  if saved.id is null or saved.deleted_at is not null then
    raise exception 'No such article' using errcode = 'PT404', detail = 'not_found';
  elsif saved.save_id = (article ->> 'save_id')::uuid then
    return public.article_saved(wanted);
  elsif saved.version <> coalesce(base_version, 0) then
    raise exception 'The article was changed meanwhile' using errcode = 'PT409', detail = 'changed_meanwhile';
  end if;
  before := saved;
  source := public.source_text(saved);
  update public.articles as a set
    save_id = (article ->> 'save_id')::uuid, status = coalesce(article ->> 'status', 'draft'),
    -- Publishing without a time means now by the server's clock; the client's clock may be wrong.
    publish_at = coalesce((article ->> 'publish_at')::timestamptz, case when article ->> 'status' = 'published'
      then case when a.status = 'published' and a.publish_at < now() then a.publish_at else now() end end),
    expire_at = (article ->> 'expire_at')::timestamptz, cover_url = nullif(article ->> 'cover_url', ''),
    tags = array(select btrim(tag) from jsonb_array_elements_text(coalesce(article -> 'tags', '[]')) as tag),
    group_id = case when article ? 'group_id' then (article ->> 'group_id')::uuid else a.group_id end,
    has_comments = coalesce((article ->> 'has_comments')::boolean, a.has_comments),
    version = a.version + 1, updated_at = now()
  where a.id = wanted returning * into saved;
  perform public.save_article_texts(saved, texts);
  perform public.check_article_rights(before, saved, source is distinct from public.source_text(saved));
  perform public.choose_edition(saved, (article ->> 'is_emailed')::boolean);
  if article ? 'series_id' then
    perform public.choose_series(wanted, (article ->> 'series_id')::uuid);
  end if;
  return public.article_saved(wanted);
end
$$;

-- Hides the article. Its addresses stay reserved, so no other article answers there.
create or replace function public.delete_article(id uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform public.check_article_rights(a, a, true) from public.articles as a where a.id = delete_article.id;
  perform public.check_writer();
  update public.articles as a set deleted_at = now(), updated_at = now()
  where a.id = delete_article.id and a.deleted_at is null;
  if not found then
    raise exception 'No such article' using errcode = 'PT404', detail = 'not_found';
  end if;
end
$$;

-- The reverse of delete_article(): as it was, published or not.
create or replace function public.restore_article(id uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform public.check_article_rights(a, a, true) from public.articles as a where a.id = restore_article.id;
  perform public.check_writer();
  update public.articles as a set deleted_at = null, updated_at = now() where a.id = restore_article.id;
  if not found then
    raise exception 'No such article' using errcode = 'PT404', detail = 'not_found';
  end if;
end
$$;

-- The next moment at which the clock alone changes what the public sees. Cached pages expire then.
create or replace function public.next_article_change() returns timestamptz
language sql stable security definer set search_path = '' as $$
  select least(
    (select min(publish_at) from public.articles
      where status = 'published' and deleted_at is null and publish_at > now()),
    (select min(expire_at) from public.articles
      where status = 'published' and deleted_at is null and expire_at > now()))
$$;

-- The number of pictures without `alt` in this text. An empty `alt` counts as a description: it marks a decorative
-- picture.
create or replace function public.count_pictures_without_alt(body jsonb) returns integer
language sql immutable strict parallel safe set search_path = '' as $$
  select count(*)::integer
  from jsonb_path_query(body, 'strict $.**{0 to last} ? (@.type == "image")') as picture
  where picture -> 'attrs' ->> 'alt' is null
$$;

revoke execute on function
  public.save_article_text(public.articles, public.language, jsonb),
  public.save_article_texts(public.articles, jsonb), public.article_saved(uuid),
  public.writes_articles(), public.check_writer(), public.may_change_article(public.articles, public.articles, boolean),
  public.check_article_rights(public.articles, public.articles, boolean), public.source_text(public.articles),
  public.save_article(jsonb, jsonb, integer), public.delete_article(uuid), public.restore_article(uuid),
  public.next_article_change(),
  public.count_pictures_without_alt(jsonb)
from public, anon, authenticated;

grant execute on function
  public.save_article(jsonb, jsonb, integer), public.delete_article(uuid), public.restore_article(uuid), public.count_pictures_without_alt(jsonb)
to authenticated, service_role;

grant execute on function public.next_article_change() to anon, authenticated, service_role;
grant execute on function public.writes_articles() to authenticated, service_role;

comment on function public.next_article_change() is 'internal';
comment on function public.writes_articles() is 'internal';
comment on function public.count_pictures_without_alt(jsonb) is 'internal';
