-- Actions of moderators on posts and replies, and of administrators on forums. Other callers get 42501.

-- Raises an error unless the caller moderates the area of the post or reply.
create or replace function public.check_moderator(post uuid, reply uuid default null) returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  -- Null for a missing post: of these only moderators of the whole site learn.
  perform public.check_may('moderate', (
    select posts.forum_id from public.posts
    where posts.id = coalesce(check_moderator.post, (
      select replies.post_id from public.replies where replies.id = check_moderator.reply))));
end
$$;

create or replace function public.set_locked(post uuid, locked boolean) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform public.check_moderator(set_locked.post);
  update public.posts set is_locked = set_locked.locked, lock_reason = null, lock_note = '', unlock_at = null
  where posts.id = set_locked.post;
  if not found then
    perform public.raise_error('404', 'not_found', 'No such post');
  end if;
end
$$;

create or replace function public.set_pinned(post uuid, pinned boolean) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform public.check_moderator(set_pinned.post);
  update public.posts set is_pinned = set_pinned.pinned, pinned_until = null where posts.id = set_pinned.post;
  if not found then
    perform public.raise_error('404', 'not_found', 'No such post');
  end if;
end
$$;

-- Hides or shows a post or a reply; exactly one is given. Hiding again keeps the first time.
create or replace function public.set_hidden(hidden boolean, post uuid default null, reply uuid default null)
returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform public.check_moderator(set_hidden.post, set_hidden.reply);
  if num_nonnulls(set_hidden.post, set_hidden.reply) <> 1 then
    perform public.raise_error('422', 'one_thing', 'Name a post or a reply');
  end if;
  perform public.lock_replies_quoting(set_hidden.post);
  if set_hidden.post is not null then
    update public.posts set hidden_at = case when set_hidden.hidden then coalesce(posts.hidden_at, now()) end
    where posts.id = set_hidden.post and posts.merged_into is null;
  else
    update public.replies set hidden_at = case when set_hidden.hidden then coalesce(replies.hidden_at, now()) end
    where replies.id = set_hidden.reply and replies.became_post is null;
  end if;
  if not found then
    perform public.raise_error('404', 'not_found', 'No such post or reply');
  end if;
end
$$;

-- The areas that the caller moderates with their names, to choose one.
create or replace function public.list_moderated_forums(wanted public.language)
returns table (id uuid, lang public.language, name text)
language sql stable security definer set search_path = '' as $$
  select f.id, text.language, text.name
  from public.forums as f
  cross join lateral (
    select t.language, t.name from public.forum_texts as t where t.forum_id = f.id
    order by array_position(public.language_order(list_moderated_forums.wanted), t.language) limit 1) as text
  where f.slot_id is null and f.id = any (public.moderated_forums())
  order by f.position, f.id limit 200
$$;

-- Creates or changes a forum with all its texts: {"vi": {"name": …, "description": …}, …}. Languages that are left out
-- lose their text. The slug never changes, because links contain it.
create or replace function public.save_forum(forum uuid, slug text, edit_window_hours integer, texts jsonb) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform public.check_admin();
  if texts is null or jsonb_typeof(texts) <> 'object' or texts = '{}' then
    perform public.raise_error('422', 'no_name', 'A forum needs a name in at least one language');
  end if;
  insert into public.forums (id, slug, position, edit_window, max_in_row)
  values (save_forum.forum, save_forum.slug, 1 + coalesce((select max(position) from public.forums), 0),
    make_interval(hours => save_forum.edit_window_hours), 3)
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

-- Sets the order of all forums. Forums that are not named follow in their previous order.
create or replace function public.order_forums(forums uuid[]) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform public.check_admin();
  update public.forums as forum set position = ranked.place
  from (
    select each.id, row_number() over (order by named.place nulls last, each.position, each.id)::int as place
    from public.forums as each
    left join unnest(order_forums.forums) with ordinality as named (id, place) on named.id = each.id) as ranked
  where forum.id = ranked.id and forum.position <> ranked.place;
end
$$;

-- Deletes an empty forum; restore_removed() brings it back.
create or replace function public.delete_forum(forum uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform public.check_admin();
  perform public.remove_with_texts('forum', delete_forum.forum);
exception when foreign_key_violation then
  perform public.raise_error('409', 'not_empty', 'This forum has posts');
end
$$;

-- Opens a forum for everyone, or hides it again while it is empty.
create or replace function public.set_forum_draft(forum uuid, is_draft boolean) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform public.check_admin();
  update public.forums as f set is_draft = set_forum_draft.is_draft
  where f.id = set_forum_draft.forum
    and (not set_forum_draft.is_draft or not exists (select from public.posts as p where p.forum_id = f.id));
  if not found then
    perform public.raise_error('409', 'not_empty', 'This forum has posts');
  end if;
end
$$;

revoke execute on function
  public.check_moderator(uuid, uuid), public.list_moderated_forums(public.language),
  public.set_locked(uuid, boolean), public.set_pinned(uuid, boolean), public.set_hidden(boolean, uuid, uuid),
  public.save_forum(uuid, text, integer, jsonb), public.order_forums(uuid[]), public.delete_forum(uuid),
  public.set_forum_draft(uuid, boolean)
from public, anon, authenticated;

grant execute on function
  public.list_moderated_forums(public.language),
  public.set_locked(uuid, boolean), public.set_pinned(uuid, boolean), public.set_hidden(boolean, uuid, uuid),
  public.save_forum(uuid, text, integer, jsonb), public.order_forums(uuid[]), public.delete_forum(uuid),
  public.set_forum_draft(uuid, boolean)
to authenticated, service_role;
