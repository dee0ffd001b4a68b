-- Moves the read position forward, never back: an older device does not undo a newer one. Notifications up to it are
-- marked as read.
create or replace function public.mark_thread_read(post uuid, number integer) returns void
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.thread_reads as known (member_id, post_id, last_number)
  select auth.uid(), reply.post_id, reply.number from public.replies as reply
  where reply.post_id = mark_thread_read.post and reply.number = mark_thread_read.number and auth.uid() is not null
  on conflict (member_id, post_id) do update set last_number = excluded.last_number, updated_at = now()
    where known.last_number < excluded.last_number;
  update public.notifications as n set read_at = now()
  from public.replies as reply
  where n.member_id = auth.uid() and n.read_at is null and n.post_id = mark_thread_read.post
    and reply.id = n.reply_id and reply.number <= mark_thread_read.number;
end $$;

revoke execute on function public.mark_thread_read(uuid, integer) from public, anon, authenticated;
grant execute on function public.mark_thread_read(uuid, integer) to authenticated, service_role;
