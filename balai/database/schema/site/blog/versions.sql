-- Stores the text of an article as a version of its language. Saves of the same author within five minutes make one
-- version, as edits of posts do (save_post_version()), unless it was published or restored, or a translation was compared
-- with it.
create or replace function public.save_article_version() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  restored constant bigint := nullif(current_setting('balai.restored_version', true), '')::bigint;
  newest public.article_versions;
begin
  if tg_op = 'UPDATE' then
    select * into newest from public.article_versions as v
    where v.article_id = new.article_id and v.language = new.language order by v.id desc limit 1;
    if (old.title, old.summary, old.body, old.cover_alt)
        is not distinct from (new.title, new.summary, new.body, new.cover_alt) then
      update public.article_versions as v set was_published = true
      where v.id = newest.id and not v.was_published and new.status = 'published';
      return null;
    end if;
  end if;
  if restored is null and newest.author_id = auth.uid() and newest.restored_from is null and not newest.was_published
      and new.status = 'draft' and newest.started_at >= now() - interval '5 minutes'
      and not exists (select from public.article_texts as t where t.source_base = newest.id) then
    update public.article_versions as v
    set title = new.title, summary = new.summary, body = new.body, cover_alt = new.cover_alt, saved_at = now()
    where v.id = newest.id;
  else
    insert into public.article_versions
      (article_id, language, title, summary, body, cover_alt, author_id, was_published, restored_from)
    values (new.article_id, new.language, new.title, new.summary, new.body, new.cover_alt,
      (select p.id from public.profiles as p where p.id = auth.uid()), new.status = 'published', restored);
  end if;
  return null;
end
$$;

-- An article as it is, for a save of one of its texts.
create or replace function public.article_facts(article public.articles, save_id uuid) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object('id', article.id, 'save_id', article_facts.save_id,
    'source_language', article.source_language, 'status', article.status, 'publish_at', article.publish_at,
    'expire_at', article.expire_at, 'cover_url', article.cover_url, 'tags', to_jsonb(article.tags))
$$;

-- Saves the text of a version again, by save_article() with its checks: the text that it replaces stays a version. All
-- else of the article stays as it is. A translation that was removed comes back as a draft.
-- base_version: the version of the article that was opened; the second of two concurrent saves gets PT409.
create or replace function public.restore_article_version(version bigint, base_version int, save_id uuid) returns json
language plpgsql set search_path = '' as $$
declare
  wanted public.article_versions;
  article public.articles;
  now_text public.article_texts;
  saved json;
begin
  -- With the caller's own rights: the row policy leaves out versions of articles that they may not edit.
  select * into wanted from public.article_versions as v where v.id = restore_article_version.version;
  select * into article from public.articles as a where a.id = wanted.article_id;
  if article.id is null then
    raise exception 'No such version' using errcode = 'PT404', detail = 'not_found';
  end if;
  select * into now_text from public.article_texts as t
  where t.article_id = article.id and t.language = wanted.language;
  perform set_config('balai.restored_version', wanted.id::text, true);
  saved := public.save_article(public.article_facts(article, restore_article_version.save_id),
    jsonb_build_object(wanted.language, jsonb_build_object('title', wanted.title, 'summary', wanted.summary,
      'body', wanted.body, 'cover_alt', wanted.cover_alt, 'slug', now_text.slug,
      'status', coalesce(now_text.status, 'draft'))),
    restore_article_version.base_version);
  perform set_config('balai.restored_version', '', true);
  return saved;
end
$$;

-- Says that a translation is still correct although the original has changed: a save without a changed text.
create or replace function public.confirm_translation(
  article uuid, language public.language, base_version int, save_id uuid) returns json
language plpgsql set search_path = '' as $$
declare
  current_article public.articles;
  now_text public.article_texts;
begin
  select * into current_article from public.articles as a where a.id = confirm_translation.article;
  select * into now_text from public.article_texts as t
  where t.article_id = current_article.id and t.language = confirm_translation.language;
  if now_text.article_id is null then
    raise exception 'No such translation' using errcode = 'PT404', detail = 'not_found';
  end if;
  return public.save_article(public.article_facts(current_article, confirm_translation.save_id),
    jsonb_build_object(now_text.language, to_jsonb(now_text) || '{"is_current": true}'),
    confirm_translation.base_version);
end
$$;

revoke execute on function
  public.article_facts(public.articles, uuid), public.confirm_translation(uuid, public.language, integer, uuid),
  public.save_article_version(), public.restore_article_version(bigint, integer, uuid)
from public, anon, authenticated;

-- Both of them call it with the rights of the caller.
grant execute on function public.article_facts(public.articles, uuid) to authenticated, service_role;
grant execute on function
  public.restore_article_version(bigint, integer, uuid),
  public.confirm_translation(uuid, public.language, integer, uuid)
to authenticated, service_role;

comment on function public.article_facts(public.articles, uuid) is 'internal';
