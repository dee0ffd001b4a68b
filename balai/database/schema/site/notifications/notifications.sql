-- Notifications of replies, quotes and changed bookings. Clients get the rows over `supabase_realtime`, under their
-- policies.

create or replace function public.notify_of_reply() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  quoted uuid;
  author uuid;
begin
  select reply.author_id into quoted from public.replies as reply where reply.id = new.quoted_reply_id;
  select post.author_id into author from public.posts as post where post.id = new.post_id;
  if quoted is not null and quoted is distinct from new.author_id then
    insert into public.notifications (member_id, kind, actor_id, post_id, reply_id)
    values (quoted, 'quote', new.author_id, new.post_id, new.id);
  end if;
  -- Replies are inserted one at a time, under the lock of the post: two of them never run this concurrently.
  if author is not null and author is distinct from new.author_id and author is distinct from quoted then
    insert into public.notifications (member_id, kind, actor_id, post_id, reply_id)
    values (author, 'reply', new.author_id, new.post_id, new.id)
    on conflict (member_id, post_id) where kind = 'reply' and read_at is null
    do update set count = notifications.count + 1, created_at = now(), actor_id = excluded.actor_id;
  end if;
  return null;
end $$;

-- Notifies a member of a change to their booking that another user or the waiting list made. An email is queued at the
-- same time.
create or replace function public.notify_of_booking() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.kind in ('booking_changed', 'booking_cancelled', 'booking_promoted')
      and new.recipient_id is distinct from auth.uid() then
    insert into public.notifications (member_id, kind, booking_id)
    select new.recipient_id, new.kind, booking.id from public.bookings as booking
    where booking.id = (new.details ->> 'bookingId')::uuid;
  end if;
  return null;
end $$;

-- Marks the given notifications as read, or all of them, on all devices of the member.
create or replace function public.read_notifications(notifications uuid[] default null) returns void
language sql security definer set search_path = '' as $$
  update public.notifications as n set read_at = now()
  where n.member_id = auth.uid() and n.read_at is null
    and (read_notifications.notifications is null or n.id = any(read_notifications.notifications))
$$;

revoke execute on function public.notify_of_reply(), public.notify_of_booking(), public.read_notifications(uuid[])
from public, anon, authenticated;

grant execute on function public.read_notifications(uuid[]) to authenticated, service_role;
