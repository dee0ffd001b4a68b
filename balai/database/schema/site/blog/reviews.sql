-- The review of a text before it is published: a writer without the right to publish submits one language of their
-- article; those who may publish it do so, or ask for changes. The text of an open review is locked for its writer.
-- In review: the open row. Changes asked: the newest row, while the text is a draft. Published: the text's own status.
-- Each of these functions locks the article before the review, as a save does.
-- Errors: PT403 needs_review; PT404 not_found; PT409 changed_meanwhile, in_review, already_published,
-- review_decided; PT422 comment_missing, not_published; PT423 text_in_review; PT429 too_fast.

-- Whether the caller may publish a text: editors all, authors their own, translators those that are not the source.
create or replace function public.publishes_text(article public.articles, in_language public.language) returns boolean
language sql stable security definer set search_path = '' as $$
  select public.may('edit', article.group_id)
    or article.author_id = auth.uid() and public.may('publish', article.group_id)
    or in_language <> article.source_language and article.version > 0 and public.may('translate', article.group_id)
$$;

create or replace function public.is_in_review(article uuid, in_language public.language default null) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from public.article_reviews as r
    where r.article_id = is_in_review.article and r.outcome is null
      and (in_language is null or r.language = in_language))
$$;

-- Raises unless the caller may change this text: a writer neither a text in review nor one that is published, and they
-- publish none. Calls without a session, of jobs and operators, change everything.
create or replace function public.guard_reviewed_text() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  article public.articles;
  was_published constant boolean := tg_op <> 'INSERT' and old.status = 'published';
begin
  select * into article from public.articles as a
  where a.id = case when tg_op = 'DELETE' then old.article_id else new.article_id end;
  if auth.uid() is null or article.id is null or public.publishes_text(
      article, case when tg_op = 'DELETE' then old.language else new.language end) then
    null;
  -- The row of an insert that becomes an update: the update is checked.
  elsif tg_op = 'INSERT' and exists (
    select from public.article_texts as t where t.article_id = new.article_id and t.language = new.language) then
    null;
  -- Others than the writer have no right to save at all (check_article_rights).
  elsif article.author_id is distinct from auth.uid() or not public.may('write', article.group_id) then
    null;
  elsif tg_op <> 'INSERT' and public.is_in_review(old.article_id, old.language) then
    perform public.raise_error('423', 'text_in_review', 'The text is in review');
  elsif was_published or tg_op <> 'DELETE' and new.status = 'published' then
    perform public.raise_error('403', 'needs_review', 'An editor publishes this text, after a review');
  end if;
  return case when tg_op = 'DELETE' then old else new end;
end
$$;

-- The cover, tags, readers and times wait with the texts: an editor decides about the article that they see.
create or replace function public.guard_reviewed_article() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if old.author_id = auth.uid() and not public.publishes_text(old, old.source_language) and public.is_in_review(old.id) then
    perform public.raise_error('423', 'text_in_review', 'A text of the article is in review');
  end if;
  return new;
end
$$;

-- A text that was published is approved, however that was done. One that was removed needs no decision.
create or replace function public.end_review() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.article_reviews as r set decided_at = now(),
    outcome = case when tg_op = 'DELETE' then 'removed' else 'approved' end,
    decided_by = (select p.id from public.profiles as p where p.id = auth.uid())
  where r.article_id = old.article_id and r.language = old.language and r.outcome is null;
  return null;
end
$$;

-- The page of the editor that shows a language, without the language of the interface.
create or replace function public.path_to_editor(article uuid, language public.language) returns text
language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    select '/blog/' || public.percent_encode(t.slug) || '/edit?language=' || path_to_editor.language
    from public.article_texts as t where t.article_id = path_to_editor.article and t.language = path_to_editor.language);
end
$$;

create or replace function public.notify_of_review() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  shown record;
begin
  select t.title, a.group_id into shown
  from public.article_texts as t join public.articles as a on a.id = t.article_id
  where t.article_id = new.article_id and t.language = new.language;
  if tg_op = 'INSERT' then
    perform public.queue_notices('staff_article', public.list_staff('edit', shown.group_id), new.id::text, new.member_id,
      path => public.path_to_editor(new.article_id, new.language), subject => shown.title,
      merged_by => new.article_id || ' ' || new.language);
  elsif new.outcome in ('approved', 'changes_asked') then
    perform public.queue_notice(case new.outcome when 'approved' then 'article_approved' else 'article_changes' end,
      new.member_id, new.id::text, new.decided_by, path => public.path_to_editor(new.article_id, new.language),
      subject => shown.title);
  end if;
  return null;
end
$$;

-- Submits a text as it is saved. A repeated request changes nothing.
-- base_version: that of the article that the writer has before them.
create or replace function public.submit_article_text(
  id uuid, article uuid, language public.language, base_version integer, note text default '') returns void
language plpgsql security definer set search_path = '' as $$
declare
  submitted public.articles;
  now_text public.article_texts;
begin
  select * into submitted from public.articles as a where a.id = submit_article_text.article for update;
  if exists (select from public.article_reviews as r where r.id = submit_article_text.id and r.member_id = auth.uid()) then
    return;
  elsif submitted.id is null or submitted.deleted_at is not null
    or submitted.author_id is distinct from auth.uid() and not public.publishes_text(submitted, submit_article_text.language) then
    perform public.raise_error('404', 'not_found', 'No such article');
  elsif not public.may('write', submitted.group_id) then
    perform public.check_may('edit', submitted.group_id);
  elsif submitted.version is distinct from submit_article_text.base_version then
    perform public.raise_error('409', 'changed_meanwhile', 'The article was changed meanwhile');
  end if;
  select * into now_text from public.article_texts as t
  where t.article_id = submitted.id and t.language = submit_article_text.language;
  if now_text.article_id is null then
    perform public.raise_error('404', 'not_found', 'No such text');
  elsif now_text.status = 'published' then
    perform public.raise_error('409', 'already_published', 'The text is published');
  elsif public.is_in_review(submitted.id, now_text.language) then
    perform public.raise_error('409', 'in_review', 'The text is in review');
  elsif (select count(*) from public.article_reviews as r
      where r.article_id = submitted.id and r.language = now_text.language
        and r.submitted_at > now() - interval '1 day') >= 20 then
    perform public.raise_error('429', 'too_fast', 'At most 20 in a day');
  end if;
  insert into public.article_reviews (id, article_id, language, member_id, note)
  values (submit_article_text.id, submitted.id, now_text.language, auth.uid(), btrim(coalesce(submit_article_text.note, '')));
end
$$;

-- Locks the article of a review, then the review itself; raises unless it waits.
create or replace function public.lock_review(review uuid) returns public.article_reviews
language plpgsql security definer set search_path = '' as $$
declare
  locked public.article_reviews;
begin
  perform from public.articles as a
  where a.id = (select r.article_id from public.article_reviews as r where r.id = lock_review.review) and a.deleted_at is null
  for update;
  if found then
    select * into locked from public.article_reviews as r where r.id = lock_review.review for update;
  end if;
  return locked;
end
$$;

-- Takes a text back that the caller submitted, so that they can change it.
create or replace function public.withdraw_article_text(review uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  locked constant public.article_reviews := public.lock_review(review);
begin
  if locked.member_id is distinct from auth.uid() or auth.uid() is null then
    perform public.raise_error('404', 'not_found', 'No such review');
  elsif locked.outcome = 'withdrawn' then
    return;
  elsif locked.outcome is not null then
    perform public.raise_error('409', 'review_decided', 'This review is decided');
  end if;
  update public.article_reviews as r set outcome = 'withdrawn', decided_at = now(), decided_by = auth.uid()
  where r.id = locked.id;
end
$$;

-- Raises unless the caller may decide a review. True: they have decided it so already.
create or replace function public.check_review(locked public.article_reviews, wanted text) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  if locked.id is null or not exists (
    select from public.articles as a where a.id = locked.article_id and public.publishes_text(a, locked.language)) then
    perform public.raise_error('404', 'not_found', 'No such review');
  elsif locked.outcome = wanted and locked.decided_by = auth.uid() then
    return true;
  elsif locked.outcome is not null then
    perform public.raise_error('409', 'review_decided', 'This review is decided');
  end if;
  return false;
end
$$;

-- Sends a text back to its writer, with the reason.
create or replace function public.ask_for_changes(review uuid, comment text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  locked constant public.article_reviews := public.lock_review(review);
begin
  if public.check_review(locked, 'changes_asked') then
    return;
  elsif btrim(coalesce(ask_for_changes.comment, ''), E' \n\t') = '' then
    perform public.raise_error('422', 'comment_missing', 'Say which changes are needed');
  end if;
  update public.article_reviews as r set outcome = 'changes_asked', decided_at = now(), decided_by = auth.uid(),
    comment = btrim(ask_for_changes.comment, E' \n\t')
  where r.id = locked.id;
end
$$;

-- Saves an article, by save_article() with its checks, and so publishes the text of a review that still waits: of two
-- editors who decide at once, the second gets PT409. With a later time in `article`, the text is published then.
create or replace function public.approve_article_text(
  review uuid, article jsonb, texts jsonb, base_version integer) returns json
language plpgsql security definer set search_path = '' as $$
declare
  locked constant public.article_reviews := public.lock_review(review);
  saved json;
begin
  perform public.check_review(locked, 'approved');
  if (article ->> 'id')::uuid is distinct from locked.article_id then
    perform public.raise_error('404', 'not_found', 'No such review');
  end if;
  saved := public.save_article(article, texts, base_version);
  if not exists (select from public.article_texts as t
      where t.article_id = locked.article_id and t.language = locked.language and t.status = 'published') then
    perform public.raise_error('422', 'not_published', 'The text was not published');
  end if;
  return saved;
end
$$;

revoke execute on function
  public.publishes_text(public.articles, public.language), public.is_in_review(uuid, public.language),
  public.guard_reviewed_text(), public.guard_reviewed_article(), public.end_review(),
  public.path_to_editor(uuid, public.language), public.notify_of_review(),
  public.submit_article_text(uuid, uuid, public.language, integer, text), public.lock_review(uuid),
  public.withdraw_article_text(uuid), public.check_review(public.article_reviews, text),
  public.ask_for_changes(uuid, text), public.approve_article_text(uuid, jsonb, jsonb, integer)
from public, anon, authenticated;

grant execute on function
  public.submit_article_text(uuid, uuid, public.language, integer, text), public.withdraw_article_text(uuid),
  public.ask_for_changes(uuid, text), public.approve_article_text(uuid, jsonb, jsonb, integer)
to authenticated, service_role;
-- The editor and the queue ask it.
grant execute on function public.publishes_text(public.articles, public.language) to authenticated, service_role;

comment on function public.publishes_text(public.articles, public.language) is 'internal';
