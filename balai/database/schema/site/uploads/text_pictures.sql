-- Which texts and articles show which picture of the bucket text-pictures and which file of the bucket text-files. Their
-- policy (policies.sql) lets them be read by those who see one of the texts, so access to an area or an article, moves and
-- hidden texts hold for them too.

-- Whether the caller sees a text or an article that shows this picture or file. As the policies of posts and articles say
-- it: in a function with the rights of its owner they would not apply.
create or replace function public.is_shown_to_caller(file text) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
      select from public.text_pictures as t
      left join public.replies as r on r.id = t.reply_id
      join public.posts as p on p.id = coalesce(t.post_id, r.post_id)
      where t.picture = file
        and (t.is_current and p.forum_id <> all (public.hidden_forums()) or p.forum_id = any (public.moderated_forums())))
    or exists (
      select from public.text_pictures as t join public.articles as a on a.id = t.article_id
      where t.picture = file and (a.author_id = auth.uid()
        or array[public.site_scope(), a.group_id] && (public.my_scopes('edit') || public.my_scopes('translate'))
        or t.is_current and a.status = 'published' and a.deleted_at is null and a.publish_at <= now()
          and (a.expire_at is null or a.expire_at > now())
          and (a.group_id is null or a.group_id = any (public.my_groups()))))
$$;

-- Whether all readers of an area see a picture or file: a text of the area or of an open one shows it.
create or replace function public.is_shown_in_area(file text, area uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from public.text_pictures as t
    left join public.replies as r on r.id = t.reply_id
    join public.posts as p on p.id = coalesce(t.post_id, r.post_id)
    where t.picture = file and t.is_current
      and (p.forum_id = is_shown_in_area.area or p.forum_id = any (public.areas_of(null, 'see', array[p.forum_id]))))
$$;

-- Whether all readers of an article see a picture or file: an article with these readers or an open area shows it.
create or replace function public.is_shown_to_readers(file text, readers uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select public.is_shown_in_area(file, null) or exists (
    select from public.text_pictures as t join public.articles as a on a.id = t.article_id
    where t.picture = file and t.is_current and a.status = 'published' and a.deleted_at is null
      and (a.group_id is null or a.group_id = readers))
$$;

-- Whether the caller has just uploaded a picture or file: it is in their folder, and no text or article shows it yet.
create or replace function public.is_fresh_upload(file text) returns boolean
language sql stable security definer set search_path = '' as $$
  select split_part(file, '/', 1) = auth.uid()::text
    and not exists (select from public.text_pictures as t where t.picture = file)
$$;

-- Notes the pictures and files of a text that was written or edited. Naming one makes it readable with the text, so only
-- those that the author uploaded or sees count: an address that was passed on opens nothing. A moderator who approves, edits
-- or shows a text of another member has not chosen what it names: of that only fresh uploads of theirs count, and what all
-- readers of the area see.
create or replace function public.note_text_pictures() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  post constant uuid := case when tg_table_name = 'posts' then new.id end;
  reply constant uuid := case when tg_table_name = 'replies' then new.id end;
  named constant text[] := array(
    select distinct public.unescape_address(part[1])
    from regexp_matches(new.body::text, '/storage/v1/object/authenticated/text-(?:pictures|files)/([^"?#\\]+)', 'g')
      as part);
  area constant uuid := (
    select p.forum_id from public.posts as p where p.id = coalesce(post, (to_jsonb(new) ->> 'post_id')::uuid));
begin
  if tg_op = 'UPDATE' then
    update public.text_pictures as t set is_current = t.picture = any (named)
    where (t.post_id = post or t.reply_id = reply) and t.is_current <> (t.picture = any (named));
  end if;
  insert into public.text_pictures (picture, post_id, reply_id)
  select name, post, reply from unnest(named) as name
  where auth.uid() is null or split_part(name, '/', 1) = new.author_id::text
    or case when auth.uid() = new.author_id then public.is_shown_to_caller(name)
      else public.is_fresh_upload(name) or public.is_shown_in_area(name, area) end
  on conflict do nothing;
  return null;
end
$$;

-- The same for an article, also by editors and translators: its cover, and its texts in all languages. `is_current` says that a
-- published text or the cover shows it; others are for the staff of the article.
create or replace function public.note_article_files() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  article uuid;
  author uuid;
  readers uuid;
  named text[];
  published text[];
begin
  if tg_table_name = 'articles' then
    article := new.id;
  elsif tg_op = 'DELETE' then
    article := old.article_id;
  else
    article := new.article_id;
  end if;
  select a.author_id, a.group_id into author, readers from public.articles as a where a.id = article;
  if not found then
    return null;
  end if;
  select coalesce(array_agg(distinct f.name), '{}'), coalesce(array_agg(distinct f.name) filter (where f.is_published), '{}')
  into named, published
  from (
    select public.unescape_address(part[1]) as name, shown.is_published
    from (
      select t.body::text as content, t.status = 'published' as is_published
      from public.article_texts as t where t.article_id = article
      union all select a.cover_url, true from public.articles as a where a.id = article) as shown,
      regexp_matches(shown.content, '/storage/v1/object/authenticated/text-(?:pictures|files)/([^"?#\\]+)', 'g') as part
  ) as f;
  update public.text_pictures as t set is_current = t.picture = any (published)
  where t.article_id = article and t.is_current <> (t.picture = any (published));
  insert into public.text_pictures (picture, article_id, is_current)
  select name, article, name = any (published) from unnest(named) as name
  where auth.uid() is null or split_part(name, '/', 1) = author::text
    or case when auth.uid() = author then public.is_shown_to_caller(name)
      else public.is_fresh_upload(name) or public.is_shown_to_readers(name, readers) end
  on conflict do nothing;
  return null;
end
$$;

revoke execute on function public.is_shown_to_caller(text), public.is_shown_in_area(text, uuid),
  public.is_shown_to_readers(text, uuid), public.is_fresh_upload(text)
from public, anon, authenticated;
revoke execute on function public.note_article_files() from public, anon, authenticated;
revoke execute on function public.note_text_pictures() from public, anon, authenticated;
