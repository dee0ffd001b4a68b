-- Actions of authors on their own posts and replies. Triggers (rules.sql, counts.sql) store versions and counters.
-- Errors: PT404 not_found; PT403 not_yours, silenced, edit_window_over; PT409 gone (hidden or deleted meanwhile), undo_over.

-- Raises an error unless the caller may edit this text now: its author within the forum's time, moderators of the area at
-- any time (a telephone number out of it). The caller of the function holds the row lock.
create or replace function public.check_editable(
  author uuid, area uuid, created_at timestamptz, hidden_at timestamptz, deleted_at timestamptz, edit_window interval)
returns void
language plpgsql stable set search_path = '' as $$
declare
  moderates constant boolean := public.may('moderate', area);
begin
  perform public.refuse_if_silenced();
  if author is distinct from auth.uid() and not moderates then
    perform public.raise_error('403', 'not_yours', 'Only its author may change this');
  elsif hidden_at is not null or deleted_at is not null then
    perform public.raise_error('409', 'gone', 'This was hidden or deleted');
  elsif now() > created_at + edit_window and not moderates then
    perform public.raise_error('403', 'edit_window_over', 'The time for edits is over');
  end if;
end
$$;

-- Tells the author that a moderator has edited their text.
create or replace function public.tell_of_edit(author uuid, post uuid, reply uuid) returns void
language sql security definer set search_path = '' as $$
  select public.queue_notice('text_edited', tell_of_edit.author, 'edit ' || clock_timestamp(), auth.uid(),
    post => tell_of_edit.post, reply => tell_of_edit.reply,
    merged_by => coalesce(tell_of_edit.reply, tell_of_edit.post)::text)
  where tell_of_edit.author <> auth.uid()
$$;

create or replace function public.edit_post(post uuid, title text, body jsonb, language public.language) returns void
language plpgsql security definer set search_path = '' as $$
declare
  found_post record;
begin
  perform public.lock_quoted_replies(edit_post.body);
  select posts.author_id, posts.forum_id, posts.created_at, posts.hidden_at, posts.deleted_at, forums.edit_window
  into found_post
  from public.posts join public.forums on forums.id = posts.forum_id
  where posts.id = edit_post.post and posts.forum_id <> all (public.hidden_forums()) for no key update of posts;
  if not found then
    perform public.raise_error('404', 'not_found', 'No such post');
  end if;
  perform public.check_editable(found_post.author_id, found_post.forum_id, found_post.created_at,
    found_post.hidden_at, found_post.deleted_at, found_post.edit_window);
  update public.posts set title = coalesce(edit_post.title, ''), body = coalesce(edit_post.body, '{}'),
    language = coalesce(edit_post.language, posts.language)
  where posts.id = edit_post.post;
  perform public.tell_of_edit(found_post.author_id, edit_post.post, null);
end
$$;

create or replace function public.edit_reply(reply uuid, body jsonb, language public.language default null) returns void
language plpgsql security definer set search_path = '' as $$
declare
  found_reply record;
begin
  perform public.lock_quoted_replies(edit_reply.body);
  select replies.author_id, replies.post_id, posts.forum_id, replies.created_at, replies.hidden_at, replies.deleted_at,
    forums.edit_window
  into found_reply
  from public.replies join public.posts on posts.id = replies.post_id join public.forums on forums.id = posts.forum_id
  where replies.id = edit_reply.reply and posts.forum_id <> all (public.hidden_forums()) for no key update of replies;
  if not found then
    perform public.raise_error('404', 'not_found', 'No such reply');
  end if;
  perform public.check_editable(found_reply.author_id, found_reply.forum_id, found_reply.created_at,
    found_reply.hidden_at, found_reply.deleted_at, found_reply.edit_window);
  update public.replies set body = coalesce(edit_reply.body, '{}'),
    language = coalesce(edit_reply.language, replies.language)
  where replies.id = edit_reply.reply;
  perform public.tell_of_edit(found_reply.author_id, found_reply.post_id, edit_reply.reply);
end
$$;

-- Deletes a post of the caller. Deleting again changes nothing.
create or replace function public.delete_post(post uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  author uuid;
begin
  perform public.lock_replies_quoting(delete_post.post);
  select posts.author_id into author from public.posts where posts.id = delete_post.post for no key update;
  if not found then
    perform public.raise_error('404', 'not_found', 'No such post');
  elsif author is distinct from auth.uid() then
    perform public.raise_error('403', 'not_yours', 'Only its author may delete this');
  end if;
  update public.posts set deleted_at = now() where posts.id = delete_post.post and posts.deleted_at is null;
end
$$;

create or replace function public.delete_reply(reply uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  author uuid;
begin
  select replies.author_id into author from public.replies where replies.id = delete_reply.reply for no key update;
  if not found then
    perform public.raise_error('404', 'not_found', 'No such reply');
  elsif author is distinct from auth.uid() then
    perform public.raise_error('403', 'not_yours', 'Only its author may delete this');
  end if;
  update public.replies set deleted_at = now() where replies.id = delete_reply.reply and replies.deleted_at is null;
end
$$;

-- Raises an error unless the caller may undo the deletion. One of the two ids is given.
-- Undo is allowed for an hour and 10 times an hour: each deletion stores the text again and each undo indexes the
-- thread again, so two small requests in a loop would fill the disk.
create or replace function public.check_undo(author uuid, deleted_at timestamptz, post uuid, reply uuid) returns void
language plpgsql stable set search_path = '' as $$
begin
  if author is distinct from auth.uid() then
    perform public.raise_error('403', 'not_yours', 'Only its author may restore this');
  elsif exists (
    select from public.forum_act_items as item join public.forum_acts as act on act.id = item.act_id
    where (item.post_id = check_undo.post or item.reply_id = check_undo.reply)
      and act.kind in ('delete', 'clean') and act.undone_at is null)
  then
    perform public.raise_error('403', 'not_yours', 'A moderator deleted this');
  elsif deleted_at < now() - interval '1 hour' then
    perform public.raise_error('409', 'undo_over', 'It was deleted too long ago');
  elsif 10 < (
    select count(*) from public.content_versions as version
    where (version.post_id = check_undo.post or version.reply_id = check_undo.reply)
      and version.reason = 'delete' and version.saved_at > now() - interval '1 hour')
  then
    perform public.raise_error('429', 'too_fast', 'At most 10 times in an hour');
  end if;
end
$$;

create or replace function public.restore_post(post uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  found_post record;
begin
  perform public.lock_replies_quoting(restore_post.post);
  select posts.author_id, posts.deleted_at into found_post
  from public.posts where posts.id = restore_post.post for no key update;
  if not found then
    perform public.raise_error('404', 'not_found', 'No such post');
  end if;
  perform public.check_undo(found_post.author_id, found_post.deleted_at, restore_post.post, null);
  update public.posts set deleted_at = null where posts.id = restore_post.post and posts.deleted_at is not null;
end
$$;

create or replace function public.restore_reply(reply uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  found_reply record;
begin
  select replies.author_id, replies.deleted_at into found_reply
  from public.replies where replies.id = restore_reply.reply for no key update;
  if not found then
    perform public.raise_error('404', 'not_found', 'No such reply');
  end if;
  perform public.check_undo(found_reply.author_id, found_reply.deleted_at, null, restore_reply.reply);
  update public.replies set deleted_at = null
  where replies.id = restore_reply.reply and replies.deleted_at is not null;
end
$$;

revoke execute on function
  public.tell_of_edit(uuid, uuid, uuid),
  public.check_editable(uuid, uuid, timestamptz, timestamptz, timestamptz, interval),
  public.edit_post(uuid, text, jsonb, public.language), public.edit_reply(uuid, jsonb, public.language),
  public.delete_post(uuid), public.delete_reply(uuid), public.check_undo(uuid, timestamptz, uuid, uuid),
  public.restore_post(uuid), public.restore_reply(uuid)
from public, anon, authenticated;

grant execute on function
  public.edit_post(uuid, text, jsonb, public.language), public.edit_reply(uuid, jsonb, public.language),
  public.delete_post(uuid), public.delete_reply(uuid), public.restore_post(uuid), public.restore_reply(uuid)
to authenticated, service_role;
