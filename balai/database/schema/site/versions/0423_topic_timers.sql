-- Timers of topics, slow mode, reasons for locking, and the limit of replies in a row.

alter table public.posts
  -- Shown in the reader's language; the note as the moderator wrote it.
  add column lock_reason text check (
    lock_reason in ('answered', 'duplicate', 'off_topic', 'heated', 'outdated', 'over')),
  add column lock_note text not null default '' check (char_length(lock_note) <= 200),
  -- A job locks, unlocks and unpins.
  add column lock_at timestamptz,
  add column unlock_at timestamptz,
  add column pinned_until timestamptz,
  -- Seconds between two replies of one member; null: none.
  add column slow_seconds integer check (slow_seconds between 10 and 604800);

create index posts_to_lock on public.posts (lock_at) where lock_at is not null;
create index posts_to_unlock on public.posts (unlock_at) where unlock_at is not null;
create index posts_to_unpin on public.posts (pinned_until) where pinned_until is not null;

-- How many replies one member may write in a row in one topic; null: any number. New forums begin with three.
alter table public.forums add column max_in_row integer check (max_in_row between 1 and 20);
update public.forums set max_in_row = 3;
