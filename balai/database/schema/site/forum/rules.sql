-- Rules that hold for every writer of posts and replies: numbers without gaps, no reply in a locked thread, no text
-- lost by an edit, no text left in a row that was hidden or deleted.
-- Locks are always acquired in the order reply, post, forum, so that concurrent writers never deadlock.

-- Checked here although a constraint follows: a document nested a thousand levels deep must not be walked first.
create or replace function public.forum_excerpt(body jsonb) returns text
language sql immutable strict parallel safe set search_path = '' as $$
  select case when public.is_rich_text(body, 60000)
    then left(btrim(regexp_replace(normalize(public.rich_text_plain(body)), '\s+', ' ', 'g')), 240) else '' end
$$;

-- Numbers a reply and rejects it if its thread is locked, hidden or deleted.
create or replace function public.admit_reply() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  thread record;
begin
  perform public.lock_quoted_replies(new.body);
  -- The lock makes the next number certain. A concurrent lock or hide of the post happens before this reply or waits
  -- for it.
  select is_locked, hidden_at, deleted_at, slow_seconds into thread
  from public.posts where id = new.post_id for no key update;
  if not found then
    new.number := 1; -- any: the foreign key refuses the row
    return new;
  end if;
  new.number := 1 + public.last_number(new.post_id);
  -- A repeated request: the primary key rejects it with its own error, even if the thread was locked in between.
  if exists (select from public.replies where id = new.id) then
    return new;
  end if;
  if thread.hidden_at is not null or thread.deleted_at is not null then
    perform public.raise_error('409', 'post_gone', 'This post was hidden or deleted');
  elsif thread.is_locked then
    perform public.raise_error('409', 'post_locked', 'This post is locked');
  end if;
  if not exists (select from public.replies where id = new.quoted_reply_id and post_id = new.post_id)
      and new.quoted_reply_id is not null then
    perform public.raise_error('422', 'quote_elsewhere', 'The quoted reply belongs to another post');
  end if;
  perform public.check_reply_pace(new.post_id, new.author_id, thread.slow_seconds);
  return new;
end
$$;

create or replace function public.set_excerpt() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  new.excerpt := public.forum_excerpt(new.body);
  return new;
end
$$;

-- Stores the previous text as a version when a post is edited, hidden or deleted, and empties a row that is no longer
-- shown.
-- Edits by their author within five minutes store no version. The five minutes start with the current text, so a chain of quick edits
-- does not extend them.
create or replace function public.save_post_version() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  was_shown constant boolean := old.hidden_at is null and old.deleted_at is null;
  is_shown constant boolean := new.hidden_at is null and new.deleted_at is null;
  is_edited constant boolean := was_shown and is_shown
    and (old.title, old.body, old.language) is distinct from (new.title, new.body, new.language)
    and coalesce(current_setting('balai.changes_no_text', true), '') = '';
  reason constant text := case when is_shown then 'edit' when new.deleted_at is null then 'hide' else 'delete' end;
begin
  if was_shown and (not is_shown or is_edited
      and (old.text_since < now() - interval '5 minutes' or auth.uid() <> old.author_id)) then
    insert into public.content_versions (post_id, editor_id, reason, language, title, body, text_since)
    values (old.id, auth.uid(), reason, old.language, old.title, old.body, old.text_since);
    if is_edited then
      new.text_since := now();
      new.edited_at := now();
      new.edited_by := auth.uid();
    end if;
  end if;
  new.text_version := old.text_version + is_edited::integer;
  if was_shown and not is_shown then
    new.title := null;
    new.body := null;
  elsif is_shown and not was_shown then
    select version.title, version.body into strict new.title, new.body
    from public.content_versions as version
    where version.post_id = old.id and version.reason <> 'edit' order by version.id desc limit 1;
    perform public.lock_quoted_replies(new.body);
    new.body := public.settle_quotes(new.body);
  end if;
  new.excerpt := case when old.body is distinct from new.body then public.forum_excerpt(new.body) else old.excerpt end;
  return new;
end
$$;

create or replace function public.save_reply_version() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  was_shown constant boolean := old.hidden_at is null and old.deleted_at is null;
  is_shown constant boolean := new.hidden_at is null and new.deleted_at is null;
  is_edited constant boolean := was_shown and is_shown
    and (old.body, old.language) is distinct from (new.body, new.language)
    and coalesce(current_setting('balai.changes_no_text', true), '') = '';
  reason constant text := case when is_shown then 'edit' when new.deleted_at is null then 'hide' else 'delete' end;
begin
  if was_shown and (not is_shown or is_edited
      and (old.text_since < now() - interval '5 minutes' or auth.uid() <> old.author_id)) then
    insert into public.content_versions (reply_id, editor_id, reason, language, body, text_since)
    values (old.id, auth.uid(), reason, old.language, old.body, old.text_since);
    if is_edited then
      new.text_since := now();
      new.edited_at := now();
      new.edited_by := auth.uid();
    end if;
  end if;
  new.text_version := old.text_version + is_edited::integer;
  if was_shown and not is_shown then
    new.body := null;
  elsif is_shown and not was_shown then
    select version.body into strict new.body
    from public.content_versions as version
    where version.reply_id = old.id and version.reason <> 'edit' order by version.id desc limit 1;
    perform public.lock_quoted_replies(new.body);
    new.body := public.settle_quotes(new.body);
  end if;
  return new;
end
$$;

revoke execute on function
  public.forum_excerpt(jsonb), public.admit_reply(), public.set_excerpt(), public.save_post_version(),
  public.save_reply_version()
from public, anon, authenticated;
