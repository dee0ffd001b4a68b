-- Hides and shows posts and replies, and lists the areas that a moderator has. Other callers get 42501.

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

revoke execute on function
  public.check_moderator(uuid, uuid), public.list_moderated_forums(public.language),
  public.set_hidden(boolean, uuid, uuid)
from public, anon, authenticated;

grant execute on function
  public.list_moderated_forums(public.language), public.set_hidden(boolean, uuid, uuid)
to authenticated, service_role;
