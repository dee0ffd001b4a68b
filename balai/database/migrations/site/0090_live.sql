-- What pages follow live, and what a member is told: notifications, how far she has read, and that places in a service
-- have changed. Clients get these rows over `supabase_realtime`, each under her own policies.

-- Notifications -------------------------------------------------------------------------------------------------------
create table public.notifications (
  id uuid primary key default gen_random_uuid(),
  member_id uuid not null references public.profiles (id) on delete cascade,
  kind text not null check (kind in ('reply', 'quote', 'booking_changed', 'booking_cancelled', 'booking_promoted')),
  -- Whose act it was; null for the system's, and once the account is gone.
  actor_id uuid references public.profiles (id) on delete set null,
  post_id uuid references public.posts (id) on delete cascade,
  -- The first reply that is meant: unread replies to one post are one notification that counts them.
  reply_id uuid references public.replies (id) on delete cascade,
  booking_id uuid references public.bookings (id) on delete cascade,
  count integer not null default 1 check (count > 0),
  created_at timestamptz not null default now(),
  read_at timestamptz,
  constraint notifications_thing check (num_nonnulls(reply_id, booking_id) = 1 and (post_id is null) = (reply_id is null))
);
create index notifications_of_member on public.notifications (member_id, created_at desc, id desc);
create unique index notifications_unread_replies on public.notifications (member_id, post_id)
  where kind = 'reply' and read_at is null;
create index notifications_unread on public.notifications (member_id) where read_at is null;
create index notifications_read on public.notifications (read_at) where read_at is not null;
create index notifications_by_reply on public.notifications (reply_id) where reply_id is not null;
create index notifications_by_booking on public.notifications (booking_id) where booking_id is not null;

create function public.notify_of_reply() returns trigger
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
  -- Replies come one at a time, under the post's lock: two of them never meet here.
  if author is not null and author is distinct from new.author_id and author is distinct from quoted then
    insert into public.notifications (member_id, kind, actor_id, post_id, reply_id)
    values (author, 'reply', new.author_id, new.post_id, new.id)
    on conflict (member_id, post_id) where kind = 'reply' and read_at is null
    do update set count = notifications.count + 1, created_at = now(), actor_id = excluded.actor_id;
  end if;
  return null;
end $$;
create trigger notify_of_reply after insert on public.replies
  for each row execute function public.notify_of_reply();

-- What somebody else, or the line, did to a booking. A mail about it is queued at the same time.
create function public.notify_of_booking() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.kind in ('booking_changed', 'booking_cancelled', 'booking_promoted')
      and new.recipient_id is distinct from auth.uid() then
    insert into public.notifications (member_id, kind, booking_id)
    select new.recipient_id, new.kind, booking.id from public.bookings as booking
    where booking.id = (new.facts ->> 'bookingId')::uuid;
  end if;
  return null;
end $$;
create trigger notify_of_booking after insert on public.outbox
  for each row execute function public.notify_of_booking();

-- Those given, or all: read from now on, on all her devices.
create function public.read_notifications(notifications uuid[] default null) returns void
language sql security definer set search_path = '' as $$
  update public.notifications as n set read_at = now()
  where n.member_id = auth.uid() and n.read_at is null
    and (read_notifications.notifications is null or n.id = any(read_notifications.notifications))
$$;

-- How far a member has read -------------------------------------------------------------------------------------------
create table public.thread_reads (
  member_id uuid not null references public.profiles (id) on delete cascade,
  post_id uuid not null references public.posts (id) on delete cascade,
  last_number integer not null check (last_number > 0),
  updated_at timestamptz not null default now(),
  primary key (member_id, post_id)
);
create index thread_reads_by_post on public.thread_reads (post_id);

-- Only ever forward: an older device does not take a newer one back. What was read is no news any more.
create function public.note_read(post uuid, number integer) returns void
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.thread_reads as known (member_id, post_id, last_number)
  select auth.uid(), reply.post_id, reply.number from public.replies as reply
  where reply.post_id = note_read.post and reply.number = note_read.number and auth.uid() is not null
  on conflict (member_id, post_id) do update set last_number = excluded.last_number, updated_at = now()
    where known.last_number < excluded.last_number;
  update public.notifications as n set read_at = now()
  from public.replies as reply
  where n.member_id = auth.uid() and n.read_at is null and n.post_id = note_read.post
    and reply.id = n.reply_id and reply.number <= note_read.number;
end $$;

-- Places --------------------------------------------------------------------------------------------------------------
-- That the free places of a service have changed, for everybody to see: not who took or gave one. Rows are only added,
-- so that those who book at once do not wait for each other; the job for tidying takes them out.
create table public.slot_notices (
  id bigint generated always as identity primary key,
  service_id uuid not null references public.services (id) on delete cascade,
  created_at timestamptz not null default now()
);
create index slot_notices_by_age on public.slot_notices (created_at);
create index slot_notices_by_service on public.slot_notices (service_id);

create function public.announce_slots() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.slot_notices (service_id) select distinct service_id from changed;
  return null;
end $$;
create trigger announce_added_slots after insert on public.slots
  referencing new table as changed for each statement execute function public.announce_slots();
create trigger announce_changed_slots after update on public.slots
  referencing new table as changed for each statement execute function public.announce_slots();

-- Who may what --------------------------------------------------------------------------------------------------------
alter table public.notifications enable row level security;
alter table public.thread_reads enable row level security;
alter table public.slot_notices enable row level security;
revoke all on public.notifications, public.thread_reads, public.slot_notices from anon, authenticated;
grant all on public.notifications, public.thread_reads, public.slot_notices to service_role;
grant select on public.notifications, public.thread_reads to authenticated;
grant select on public.slot_notices to anon, authenticated;
create policy "A member sees what she is told" on public.notifications for select to authenticated
  using (member_id = (select auth.uid()));
create policy "A member sees how far she has read" on public.thread_reads for select to authenticated
  using (member_id = (select auth.uid()));
create policy "Everyone sees that places have changed" on public.slot_notices for select
  using (exists (select from public.services as service where service.id = service_id));

revoke execute on function public.notify_of_reply(), public.notify_of_booking(), public.announce_slots(),
  public.read_notifications(uuid[]), public.note_read(uuid, integer) from public, anon, authenticated;
grant execute on function public.read_notifications(uuid[]), public.note_read(uuid, integer) to authenticated, service_role;

call public.announce_changes('public.notifications');
call public.announce_changes('public.thread_reads');
call public.announce_changes('public.slot_notices');

-- Who is here -------------------------------------------------------------------------------------------------------
-- Anybody may see who writes in a thread; members say so. Who edits an article is for administrators.
create policy "Readers see who writes in a thread" on realtime.messages for select to anon, authenticated
  using (realtime.topic() ~ '^thread:[0-9a-f-]{36}$' and extension = 'presence');
create policy "Members say that they write" on realtime.messages for insert to authenticated
  with check (realtime.topic() ~ '^thread:[0-9a-f-]{36}$' and extension = 'presence');
create policy "Administrators see who edits" on realtime.messages for select to authenticated
  using (realtime.topic() ~ '^article:[0-9a-f-]{36}$' and extension = 'presence' and (select public.is_admin()));
create policy "Administrators say that they edit" on realtime.messages for insert to authenticated
  with check (realtime.topic() ~ '^article:[0-9a-f-]{36}$' and extension = 'presence' and (select public.is_admin()));

-- What is followed ----------------------------------------------------------------------------------------------------
-- The texts stay at home: a page that has something new to show reads it as its reader.
do $$
begin
  if not exists (select from pg_publication where pubname = 'supabase_realtime') then
    create publication supabase_realtime;
  end if;
end $$;
alter publication supabase_realtime add table
  public.replies (id, post_id, number, author_id, hidden_at, deleted_at, edited_at),
  public.posts (id, forum_id, author_id, reply_count, last_activity_at, hidden_at, deleted_at, edited_at),
  public.articles (id, version),
  public.bookings (id, service_id, member_id, status, starts_at),
  public.notifications, public.thread_reads, public.slot_notices;
