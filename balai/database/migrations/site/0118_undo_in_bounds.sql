-- Every delete keeps the text once more, and every undo of it indexes the whole thread again: taken in turns without end,
-- two small calls fill the disk and keep the database busy. Ten times an hour the author of a thing may change her mind.
set local lock_timeout = '5s';

-- Whether the caller may bring back what its author deleted then. One of the two ids says which thing it is.
create function public.check_undo(author uuid, deleted_at timestamptz, post uuid, reply uuid) returns void
language plpgsql stable set search_path = '' as $$
begin
  if author is distinct from auth.uid() then
    perform public.refuse('403', 'not_yours', 'Only its author may restore this');
  elsif deleted_at < now() - interval '1 hour' then
    perform public.refuse('409', 'undo_over', 'It was deleted too long ago');
  elsif 10 < (
    select count(*) from public.content_versions as version
    where (version.post_id = check_undo.post or version.reply_id = check_undo.reply)
      and version.reason = 'delete' and version.saved_at > now() - interval '1 hour')
  then
    perform public.refuse('429', 'too_fast', 'At most 10 times in an hour');
  end if;
end
$$;
revoke execute on function public.check_undo(uuid, timestamptz, uuid, uuid) from public, anon, authenticated;

create or replace function public.restore_post(post uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  found_post record;
begin
  select posts.author_id, posts.deleted_at into found_post
  from public.posts where posts.id = restore_post.post for no key update;
  if not found then
    perform public.refuse('404', 'not_found', 'No such post');
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
    perform public.refuse('404', 'not_found', 'No such reply');
  end if;
  perform public.check_undo(found_reply.author_id, found_reply.deleted_at, null, restore_reply.reply);
  update public.replies set deleted_at = null
  where replies.id = restore_reply.reply and replies.deleted_at is not null;
end
$$;
