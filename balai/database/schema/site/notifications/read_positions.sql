-- How far members have read. A position moves forward, never back: an older device does not undo a newer one.

-- Marks a topic as read up to a reply; 0: the topic alone. Notifications up to it are marked as read.
create or replace function public.mark_thread_read(post uuid, number integer) returns void
language plpgsql security definer set search_path = '' as $$
declare
  read_before constant integer := (
    select t.last_number from public.thread_reads as t
    where t.member_id = auth.uid() and t.post_id = mark_thread_read.post);
begin
  insert into public.thread_reads as known (member_id, post_id, last_number)
  select auth.uid(), thread.id, mark_thread_read.number from public.posts as thread
  where thread.id = mark_thread_read.post and auth.uid() is not null
    and thread.forum_id <> all (public.hidden_forums())
    and (mark_thread_read.number = 0 or exists (
      select from public.replies as reply
      where reply.post_id = thread.id and reply.number = mark_thread_read.number))
  on conflict (member_id, post_id) do update set last_number = excluded.last_number, updated_at = now()
    where known.last_number < excluded.last_number;
  if found then
    perform public.note_reading(auth.uid(), (read_before is null)::int, mark_thread_read.number - coalesce(read_before, 0));
  end if;
  update public.notifications as n set read_at = now()
  where n.member_id = auth.uid() and n.read_at is null and n.post_id = mark_thread_read.post
    and (n.reply_id is null or exists (
      select from public.replies as reply where reply.id = n.reply_id and reply.number <= mark_thread_read.number));
end $$;

-- The author of a reply has read the thread up to it.
create or replace function public.note_own_reply() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.author_id is not null then
    insert into public.thread_reads as known (member_id, post_id, last_number)
    values (new.author_id, new.post_id, new.number)
    on conflict (member_id, post_id) do update set last_number = excluded.last_number, updated_at = now()
      where known.last_number < excluded.last_number;
  end if;
  return null;
end $$;

-- Marks every topic as read. The positions in threads with later replies stay: they say where reading stopped.
create or replace function public.mark_topics_read() returns void
language sql security definer set search_path = '' as $$
  insert into public.topics_read (member_id, read_at)
  select profile.id, now() from public.profiles as profile where profile.id = auth.uid()
  on conflict (member_id) do update set read_at = excluded.read_at
$$;

-- The activity since which topics can be unread for the caller: joined, marked all as read, or 60 days ago, whichever is
-- latest. So a new member does not find everything unread, and a list never looks further back.
create or replace function public.unread_since() returns timestamptz
language sql stable security definer set search_path = '' as $$
  select greatest(profile.created_at, mark.read_at, now() - interval '60 days')
  from public.profiles as profile
  left join public.topics_read as mark on mark.member_id = profile.id
  where profile.id = auth.uid()
$$;

revoke execute on function
  public.mark_thread_read(uuid, integer), public.note_own_reply(), public.mark_topics_read(), public.unread_since()
from public, anon, authenticated;
grant execute on function public.mark_thread_read(uuid, integer), public.mark_topics_read(), public.unread_since()
to authenticated, service_role;
