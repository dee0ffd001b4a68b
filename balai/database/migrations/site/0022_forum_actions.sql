-- What members and administrators do with posts and replies that stand already. Each function is the whole act; the
-- triggers of 0021 keep texts and counters right.
--
-- Refusals by SQLSTATE, with a code in DETAIL: PT404 not_found; PT403 not_yours, edit_window_over; PT409 gone (it was
-- taken away meanwhile), undo_over; 42501 for what only administrators do.

create function public.check_administrator() returns void
language plpgsql stable set search_path = '' as $$
begin
  if not public.is_admin() then
    raise exception 'Only an administrator may do this' using errcode = '42501', detail = 'administrators_only';
  end if;
end
$$;

-- An author may change this text now, or the reason why not. The caller holds the row's lock.
create function public.check_editable(
  author uuid, created_at timestamptz, hidden_at timestamptz, deleted_at timestamptz, edit_window interval) returns void
language plpgsql stable set search_path = '' as $$
begin
  if author is distinct from auth.uid() then
    perform public.refuse('403', 'not_yours', 'Only its author may change this');
  elsif hidden_at is not null or deleted_at is not null then
    perform public.refuse('409', 'gone', 'This has been taken away');
  elsif now() > created_at + edit_window then
    perform public.refuse('403', 'edit_window_over', 'The time for changes is over');
  end if;
end
$$;

create function public.edit_post(post uuid, title text, body jsonb, language public.language) returns void
language plpgsql security definer set search_path = '' as $$
declare
  found_post record;
begin
  select posts.author_id, posts.created_at, posts.hidden_at, posts.deleted_at, forums.edit_window into found_post
  from public.posts join public.forums on forums.id = posts.forum_id
  where posts.id = edit_post.post for no key update of posts;
  if not found then
    perform public.refuse('404', 'not_found', 'No such post');
  end if;
  perform public.check_editable(found_post.author_id, found_post.created_at, found_post.hidden_at,
    found_post.deleted_at, found_post.edit_window);
  update public.posts set title = coalesce(edit_post.title, ''), body = coalesce(edit_post.body, '{}'),
    language = coalesce(edit_post.language, posts.language)
  where posts.id = edit_post.post;
end
$$;

create function public.edit_reply(reply uuid, body jsonb, language public.language default null) returns void
language plpgsql security definer set search_path = '' as $$
declare
  found_reply record;
begin
  select replies.author_id, replies.created_at, replies.hidden_at, replies.deleted_at, forums.edit_window
  into found_reply
  from public.replies join public.posts on posts.id = replies.post_id join public.forums on forums.id = posts.forum_id
  where replies.id = edit_reply.reply for no key update of replies;
  if not found then
    perform public.refuse('404', 'not_found', 'No such reply');
  end if;
  perform public.check_editable(found_reply.author_id, found_reply.created_at, found_reply.hidden_at,
    found_reply.deleted_at, found_reply.edit_window);
  update public.replies set body = coalesce(edit_reply.body, '{}'),
    language = coalesce(edit_reply.language, replies.language)
  where replies.id = edit_reply.reply;
end
$$;

-- Deleting twice is deleting once; undo is the author's for an hour and leaves a hide by an administrator in force.
create function public.delete_post(post uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  author uuid;
begin
  select posts.author_id into author from public.posts where posts.id = delete_post.post for no key update;
  if not found then
    perform public.refuse('404', 'not_found', 'No such post');
  elsif author is distinct from auth.uid() then
    perform public.refuse('403', 'not_yours', 'Only its author may delete this');
  end if;
  update public.posts set deleted_at = now() where posts.id = delete_post.post and posts.deleted_at is null;
end
$$;

create function public.delete_reply(reply uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  author uuid;
begin
  select replies.author_id into author from public.replies where replies.id = delete_reply.reply for no key update;
  if not found then
    perform public.refuse('404', 'not_found', 'No such reply');
  elsif author is distinct from auth.uid() then
    perform public.refuse('403', 'not_yours', 'Only its author may delete this');
  end if;
  update public.replies set deleted_at = now() where replies.id = delete_reply.reply and replies.deleted_at is null;
end
$$;

create function public.restore_post(post uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  found_post record;
begin
  select posts.author_id, posts.deleted_at into found_post
  from public.posts where posts.id = restore_post.post for no key update;
  if not found then
    perform public.refuse('404', 'not_found', 'No such post');
  elsif found_post.author_id is distinct from auth.uid() then
    perform public.refuse('403', 'not_yours', 'Only its author may restore this');
  elsif found_post.deleted_at < now() - interval '1 hour' then
    perform public.refuse('409', 'undo_over', 'It was deleted too long ago');
  end if;
  update public.posts set deleted_at = null where posts.id = restore_post.post and posts.deleted_at is not null;
end
$$;

create function public.restore_reply(reply uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  found_reply record;
begin
  select replies.author_id, replies.deleted_at into found_reply
  from public.replies where replies.id = restore_reply.reply for no key update;
  if not found then
    perform public.refuse('404', 'not_found', 'No such reply');
  elsif found_reply.author_id is distinct from auth.uid() then
    perform public.refuse('403', 'not_yours', 'Only its author may restore this');
  elsif found_reply.deleted_at < now() - interval '1 hour' then
    perform public.refuse('409', 'undo_over', 'It was deleted too long ago');
  end if;
  update public.replies set deleted_at = null
  where replies.id = restore_reply.reply and replies.deleted_at is not null;
end
$$;

-- Administrators ------------------------------------------------------------------------------------------------------
create function public.set_locked(post uuid, locked boolean) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform public.check_administrator();
  update public.posts set is_locked = set_locked.locked where posts.id = set_locked.post;
  if not found then
    perform public.refuse('404', 'not_found', 'No such post');
  end if;
end
$$;

create function public.set_pinned(post uuid, pinned boolean) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform public.check_administrator();
  update public.posts set is_pinned = set_pinned.pinned where posts.id = set_pinned.post;
  if not found then
    perform public.refuse('404', 'not_found', 'No such post');
  end if;
end
$$;

-- Exactly one of post and reply. Hiding what is hidden keeps the first moment.
create function public.set_hidden(hidden boolean, post uuid default null, reply uuid default null) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform public.check_administrator();
  if num_nonnulls(set_hidden.post, set_hidden.reply) <> 1 then
    perform public.refuse('422', 'one_thing', 'Name a post or a reply');
  elsif set_hidden.post is not null then
    update public.posts set hidden_at = case when set_hidden.hidden then coalesce(posts.hidden_at, now()) end
    where posts.id = set_hidden.post;
  else
    update public.replies set hidden_at = case when set_hidden.hidden then coalesce(replies.hidden_at, now()) end
    where replies.id = set_hidden.reply;
  end if;
  if not found then
    perform public.refuse('404', 'not_found', 'No such post or reply');
  end if;
end
$$;

-- A forum with its names, made or changed whole. `texts` is {"vi": {"name": …, "description": …}, …}: a language
-- that is left out loses its text. The slug stays as it was made, because addresses out there carry it.
create function public.save_forum(forum uuid, slug text, edit_window_hours integer, texts jsonb) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform public.check_administrator();
  if texts is null or jsonb_typeof(texts) <> 'object' or texts = '{}' then
    perform public.refuse('422', 'no_name', 'A forum needs a name in at least one language');
  end if;
  insert into public.forums (id, slug, position, edit_window)
  values (save_forum.forum, save_forum.slug, 1 + coalesce((select max(position) from public.forums), 0),
    make_interval(hours => save_forum.edit_window_hours))
  on conflict (id) do update set edit_window = excluded.edit_window;
  delete from public.forum_texts
  where forum_id = save_forum.forum and not save_forum.texts ? forum_texts.language::text;
  insert into public.forum_texts (forum_id, language, name, description)
  select save_forum.forum, entry.key::public.language, btrim(coalesce(entry.value ->> 'name', '')),
    btrim(coalesce(entry.value ->> 'description', ''))
  from jsonb_each(save_forum.texts) as entry
  on conflict (forum_id, language) do update set name = excluded.name, description = excluded.description;
end
$$;

-- The whole order at once: forums that are not named keep their place behind those that are.
create function public.order_forums(forums uuid[]) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform public.check_administrator();
  update public.forums as forum set position = ranked.place
  from (
    select each.id, row_number() over (order by named.place nulls last, each.position, each.id)::int as place
    from public.forums as each
    left join unnest(order_forums.forums) with ordinality as named (id, place) on named.id = each.id) as ranked
  where forum.id = ranked.id and forum.position <> ranked.place;
end
$$;

create function public.delete_forum(forum uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform public.check_administrator();
  delete from public.forums where forums.id = delete_forum.forum;
exception when foreign_key_violation then
  perform public.refuse('409', 'not_empty', 'This forum has posts');
end
$$;

revoke execute on function
  public.check_administrator(), public.check_editable(uuid, timestamptz, timestamptz, timestamptz, interval),
  public.edit_post(uuid, text, jsonb, public.language), public.edit_reply(uuid, jsonb, public.language),
  public.delete_post(uuid), public.delete_reply(uuid), public.restore_post(uuid), public.restore_reply(uuid),
  public.set_locked(uuid, boolean), public.set_pinned(uuid, boolean), public.set_hidden(boolean, uuid, uuid),
  public.save_forum(uuid, text, integer, jsonb), public.order_forums(uuid[]), public.delete_forum(uuid)
from public, anon, authenticated;
grant execute on function
  public.edit_post(uuid, text, jsonb, public.language), public.edit_reply(uuid, jsonb, public.language),
  public.delete_post(uuid), public.delete_reply(uuid), public.restore_post(uuid), public.restore_reply(uuid),
  public.set_locked(uuid, boolean), public.set_pinned(uuid, boolean), public.set_hidden(boolean, uuid, uuid),
  public.save_forum(uuid, text, integer, jsonb), public.order_forums(uuid[]), public.delete_forum(uuid)
to authenticated, service_role;
