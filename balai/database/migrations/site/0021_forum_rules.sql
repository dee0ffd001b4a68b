-- What always holds for posts and replies, whoever writes: numbers without holes, no reply in a closed thread, exact
-- counters, no text lost to an edit, no text left in a row that was taken away.
--
-- Locks are always taken in the order reply, post, forum, so that two writers wait for each other but never in a ring.

-- A refusal: the status in SQLSTATE (PT409 becomes 409 on the wire), a machine code in DETAIL.
create function public.refuse(status text, code text, message text) returns void
language plpgsql set search_path = '' as $$
begin
  raise exception '%', message using errcode = 'PT' || status, detail = code;
end
$$;

-- Checked here too although a constraint follows: a document nested a thousand deep must not be walked before.
create function public.forum_excerpt(body jsonb) returns text
language sql immutable strict parallel safe set search_path = '' as $$
  select case when public.is_rich_text(body, 60000)
    then left(btrim(regexp_replace(normalize(public.rich_text_plain(body)), '\s+', ' ', 'g')), 240) else '' end
$$;

-- Coming in -----------------------------------------------------------------------------------------------------------
create function public.admit_reply() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  thread record;
begin
  -- The lock makes the next number certain, and a lock or hide of the post either comes before us or waits for us.
  select is_locked, hidden_at, deleted_at into thread
  from public.posts where id = new.post_id for no key update;
  if not found then
    new.number := 1; -- any: the foreign key refuses the row
    return new;
  end if;
  new.number := 1 + coalesce((select max(number) from public.replies where post_id = new.post_id), 0);
  -- The same reply once more: the primary key refuses it, and says so even if the thread was locked in between.
  if exists (select from public.replies where id = new.id) then
    return new;
  end if;
  if thread.hidden_at is not null or thread.deleted_at is not null then
    perform public.refuse('409', 'post_gone', 'This post has been taken away');
  elsif thread.is_locked then
    perform public.refuse('409', 'post_locked', 'This post is locked');
  end if;
  if not exists (select from public.replies where id = new.quoted_reply_id and post_id = new.post_id)
      and new.quoted_reply_id is not null then
    perform public.refuse('422', 'quote_elsewhere', 'The quoted reply stands under another post');
  end if;
  return new;
end
$$;
create trigger admit_reply before insert on public.replies for each row execute function public.admit_reply();

create function public.write_excerpt() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  new.excerpt := public.forum_excerpt(new.body);
  return new;
end
$$;
create trigger write_excerpt before insert on public.posts for each row execute function public.write_excerpt();

-- Changing and going --------------------------------------------------------------------------------------------------
-- Five minutes of grace for slips of the pen, counted from when the text as it stands was begun: a chain of quick edits
-- does not stretch it.
create function public.keep_post_text() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  was_shown constant boolean := old.hidden_at is null and old.deleted_at is null;
  is_shown constant boolean := new.hidden_at is null and new.deleted_at is null;
  is_edited constant boolean := was_shown and is_shown
    and (old.title, old.body, old.language) is distinct from (new.title, new.body, new.language);
  reason constant text := case when is_shown then 'edit' when new.deleted_at is null then 'hide' else 'delete' end;
begin
  if was_shown and (not is_shown or is_edited and old.text_since < now() - interval '5 minutes') then
    insert into public.content_versions (post_id, editor_id, reason, language, title, body, text_since)
    values (old.id, auth.uid(), reason, old.language, old.title, old.body, old.text_since);
    if is_edited then
      new.text_since := now();
      new.edited_at := now();
      new.edited_by := auth.uid();
    end if;
  end if;
  if was_shown and not is_shown then
    new.title := null;
    new.body := null;
  elsif is_shown and not was_shown then
    select version.title, version.body into strict new.title, new.body
    from public.content_versions as version
    where version.post_id = old.id and version.reason <> 'edit' order by version.id desc limit 1;
  end if;
  new.excerpt := case when is_edited or was_shown <> is_shown then public.forum_excerpt(new.body) else old.excerpt end;
  return new;
end
$$;
create trigger keep_post_text before update on public.posts for each row execute function public.keep_post_text();

create function public.keep_reply_text() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  was_shown constant boolean := old.hidden_at is null and old.deleted_at is null;
  is_shown constant boolean := new.hidden_at is null and new.deleted_at is null;
  is_edited constant boolean := was_shown and is_shown
    and (old.body, old.language) is distinct from (new.body, new.language);
  reason constant text := case when is_shown then 'edit' when new.deleted_at is null then 'hide' else 'delete' end;
begin
  if was_shown and (not is_shown or is_edited and old.text_since < now() - interval '5 minutes') then
    insert into public.content_versions (reply_id, editor_id, reason, language, body, text_since)
    values (old.id, auth.uid(), reason, old.language, old.body, old.text_since);
    if is_edited then
      new.text_since := now();
      new.edited_at := now();
      new.edited_by := auth.uid();
    end if;
  end if;
  if was_shown and not is_shown then
    new.body := null;
  elsif is_shown and not was_shown then
    select version.body into strict new.body
    from public.content_versions as version
    where version.reply_id = old.id and version.reason <> 'edit' order by version.id desc limit 1;
  end if;
  return new;
end
$$;
create trigger keep_reply_text before update on public.replies for each row execute function public.keep_reply_text();

-- Counters ------------------------------------------------------------------------------------------------------------
-- They count what is shown. Once a statement and grouped by parent, so that loading many rows stays one update a
-- parent; the parent's row lock makes concurrent writers add up. Last activity is the newest reply still shown: hiding
-- a reply that pushed a thread up takes the thread down again.
create function public.recount_replies(post_ids uuid[], added integer[]) returns void
language sql security definer set search_path = '' as $$
  update public.posts as post set
    reply_count = post.reply_count + change.added,
    last_activity_at = greatest(post.created_at, (
      select reply.created_at from public.replies as reply
      where reply.post_id = post.id and reply.hidden_at is null and reply.deleted_at is null
      order by reply.number desc limit 1))
  from unnest(post_ids, added) as change (post_id, added)
  where post.id = change.post_id and change.added <> 0
$$;

create function public.count_replies() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'INSERT' then
    perform public.recount_replies(array_agg(post_id), array_agg(shown)) from (
      select post_id, count(*)::int as shown from new_rows
      where hidden_at is null and deleted_at is null group by post_id) as change;
  elsif tg_op = 'DELETE' then
    perform public.recount_replies(array_agg(post_id), array_agg(-shown)) from (
      select post_id, count(*)::int as shown from old_rows
      where hidden_at is null and deleted_at is null group by post_id) as change;
  else
    perform public.recount_replies(array_agg(post_id), array_agg(shown)) from (
      select post_id, sum(weight)::int as shown from (
        select post_id, (hidden_at is null and deleted_at is null)::int as weight from new_rows
        union all
        select post_id, -(hidden_at is null and deleted_at is null)::int from old_rows) as moves
      group by post_id) as change;
  end if;
  return null;
end
$$;
create trigger count_added_replies after insert on public.replies
  referencing new table as new_rows for each statement execute function public.count_replies();
create trigger count_changed_replies after update on public.replies
  referencing old table as old_rows new table as new_rows for each statement execute function public.count_replies();
create trigger count_removed_replies after delete on public.replies
  referencing old table as old_rows for each statement execute function public.count_replies();

-- The newest is one of two: the first in the forum's list, pinned or not, and the first that is not pinned. Both ask
-- in the list's own order, which no index but posts_by_activity gives: asked for by activity alone, PostgreSQL may walk
-- the activity of all forums to find that of a quiet one.
create function public.recount_posts(forum_ids uuid[], added_posts integer[], added_replies integer[]) returns void
language sql security definer set search_path = '' as $$
  update public.forums as forum set
    post_count = forum.post_count + change.posts,
    reply_count = forum.reply_count + change.replies,
    (latest_post_id, last_activity_at) = (
      select newest.id, newest.last_activity_at from (
        (select post.id, post.last_activity_at from public.posts as post
        where post.forum_id = change.forum_id and post.hidden_at is null and post.deleted_at is null
        order by post.is_pinned desc, post.last_activity_at desc, post.id desc limit 1)
        union all
        (select post.id, post.last_activity_at from public.posts as post
        where post.forum_id = change.forum_id and post.hidden_at is null and post.deleted_at is null
          and (post.is_pinned, post.last_activity_at, post.id)
            < (false, 'infinity'::timestamptz, 'ffffffff-ffff-ffff-ffff-ffffffffffff'::uuid)
        order by post.is_pinned desc, post.last_activity_at desc, post.id desc limit 1)) as newest
      order by newest.last_activity_at desc, newest.id desc limit 1)
  from unnest(forum_ids, added_posts, added_replies) as change (forum_id, posts, replies)
  where forum.id = change.forum_id
$$;

create function public.count_posts() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'INSERT' then
    perform public.recount_posts(array_agg(forum_id), array_agg(posts), array_agg(replies)) from (
      select forum_id, count(*)::int as posts, sum(reply_count)::int as replies from new_rows
      where hidden_at is null and deleted_at is null group by forum_id) as change;
  elsif tg_op = 'DELETE' then
    perform public.recount_posts(array_agg(forum_id), array_agg(-posts), array_agg(-replies)) from (
      select forum_id, count(*)::int as posts, sum(reply_count)::int as replies from old_rows
      where hidden_at is null and deleted_at is null group by forum_id) as change;
  else
    perform public.recount_posts(array_agg(forum_id), array_agg(posts), array_agg(replies)) from (
      select forum_id, sum(weight)::int as posts, sum(weight * reply_count)::int as replies from (
        select forum_id, reply_count, last_activity_at, 1 as weight from new_rows
        where hidden_at is null and deleted_at is null
        union all
        select forum_id, reply_count, last_activity_at, -1 from old_rows
        where hidden_at is null and deleted_at is null) as moves
      group by forum_id
      having sum(weight) <> 0 or sum(weight * reply_count) <> 0
        or max(last_activity_at) filter (where weight = 1)
          <> max(last_activity_at) filter (where weight = -1)) as change;
  end if;
  return null;
end
$$;
create trigger count_added_posts after insert on public.posts
  referencing new table as new_rows for each statement execute function public.count_posts();
create trigger count_changed_posts after update on public.posts
  referencing old table as old_rows new table as new_rows for each statement execute function public.count_posts();
create trigger count_removed_posts after delete on public.posts
  referencing old table as old_rows for each statement execute function public.count_posts();

revoke execute on function
  public.refuse(text, text, text), public.forum_excerpt(jsonb), public.admit_reply(), public.write_excerpt(),
  public.keep_post_text(), public.keep_reply_text(), public.recount_replies(uuid[], integer[]), public.count_replies(),
  public.recount_posts(uuid[], integer[], integer[]), public.count_posts()
from public, anon, authenticated;
