-- Which texts of the forum show which picture of the bucket text-pictures, and which texts and articles which file of the
-- bucket text-files. Their policy (policies.sql) lets them be read by those who see one of the texts, so access to an area,
-- moves and hidden texts hold for them too.

-- Notes the pictures and files of a text that was written or edited. Naming one makes it readable with the text, so only
-- those that the author uploaded or the writer sees count: an address that was passed on opens nothing. A moderator writes
-- for the author when a held text is approved.
create or replace function public.note_text_pictures() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  post constant uuid := case when tg_table_name = 'posts' then new.id end;
  reply constant uuid := case when tg_table_name = 'replies' then new.id end;
  named constant text[] := array(
    select distinct public.unescape_address(part[1])
    from regexp_matches(new.body::text, '/storage/v1/object/authenticated/text-(?:pictures|files)/([^"?#\\]+)', 'g')
      as part);
begin
  if tg_op = 'UPDATE' then
    update public.text_pictures as t set is_current = t.picture = any (named)
    where (t.post_id = post or t.reply_id = reply) and t.is_current <> (t.picture = any (named));
  end if;
  insert into public.text_pictures (picture, post_id, reply_id)
  select name, post, reply from unnest(named) as name
  where auth.uid() is null or split_part(name, '/', 1) in (auth.uid()::text, new.author_id::text) or exists (
    select from public.text_pictures as t
    left join public.replies as r on r.id = t.reply_id
    join public.posts as p on p.id = coalesce(t.post_id, r.post_id)
    where t.picture = name
      and (t.is_current and p.forum_id <> all (public.hidden_forums()) or p.forum_id = any (public.moderated_forums())))
  on conflict do nothing;
  return null;
end
$$;

-- The same for the files of an article, in all its languages.
create or replace function public.note_article_files() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  named constant text[] := array(
    select distinct public.unescape_address(part[1])
    from public.article_texts as t,
      regexp_matches(t.body::text, '/storage/v1/object/authenticated/text-files/([^"?#\\]+)', 'g') as part
    where t.article_id = new.article_id);
begin
  update public.text_pictures as t set is_current = t.picture = any (named)
  where t.article_id = new.article_id and t.is_current <> (t.picture = any (named));
  insert into public.text_pictures (picture, article_id)
  select name, new.article_id from unnest(named) as name
  where auth.uid() is null or split_part(name, '/', 1) in (
    select auth.uid()::text union all select a.author_id::text from public.articles as a where a.id = new.article_id)
  on conflict do nothing;
  return null;
end
$$;

revoke execute on function public.note_article_files() from public, anon, authenticated;
revoke execute on function public.note_text_pictures() from public, anon, authenticated;
