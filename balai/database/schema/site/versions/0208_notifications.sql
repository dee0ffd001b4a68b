-- Notifications and read positions.

create table public.notifications (
  id uuid primary key default gen_random_uuid(),
  member_id uuid not null references public.profiles (id) on delete cascade,
  kind text not null check (kind in ('reply', 'quote', 'booking_changed', 'booking_cancelled', 'booking_promoted')),
  -- The user who caused it; null for the system and for deleted accounts.
  actor_id uuid references public.profiles (id) on delete set null,
  post_id uuid references public.posts (id) on delete cascade,
  -- The first unread reply: unread replies to one post are one notification that counts them.
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
alter table public.notifications enable row level security;
create index notifications_by_actor on public.notifications (actor_id) where actor_id is not null;
create index notifications_by_post on public.notifications (post_id) where post_id is not null;

-- How far a member has read a thread. Page positions and unread marks use it.
create table public.thread_reads (
  member_id uuid not null references public.profiles (id) on delete cascade,
  post_id uuid not null references public.posts (id) on delete cascade,
  last_number integer not null check (last_number > 0),
  updated_at timestamptz not null default now(),
  primary key (member_id, post_id)
);
create index thread_reads_by_post on public.thread_reads (post_id);
alter table public.thread_reads enable row level security;
