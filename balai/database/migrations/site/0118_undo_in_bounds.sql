-- Every delete keeps the text once more, and every undo of it indexes the whole thread again: taken in turns without end,
-- two small calls fill the disk and keep the database busy. Ten times an hour the author of a thing may change her mind.
set local lock_timeout = '5s';

create function public.is_undone_often(post uuid, reply uuid) returns boolean
language sql stable set search_path = '' as $$
  select 10 < (
    select count(*) from public.content_versions as version
    where (version.post_id = is_undone_often.post or version.reply_id = is_undone_often.reply)
      and version.reason = 'delete' and version.saved_at > now() - interval '1 hour')
$$;
revoke execute on function public.is_undone_often(uuid, uuid) from public, anon, authenticated;

create or replace function public.restore_post(post uuid) returns void
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
  elsif public.is_undone_often(restore_post.post, null) then
    perform public.refuse('429', 'too_fast', 'At most 10 times in an hour');
  end if;
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
  elsif found_reply.author_id is distinct from auth.uid() then
    perform public.refuse('403', 'not_yours', 'Only its author may restore this');
  elsif found_reply.deleted_at < now() - interval '1 hour' then
    perform public.refuse('409', 'undo_over', 'It was deleted too long ago');
  elsif public.is_undone_often(null, restore_reply.reply) then
    perform public.refuse('429', 'too_fast', 'At most 10 times in an hour');
  end if;
  update public.replies set deleted_at = null
  where replies.id = restore_reply.reply and replies.deleted_at is not null;
end
$$;
