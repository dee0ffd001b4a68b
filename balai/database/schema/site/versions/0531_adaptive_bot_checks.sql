-- Bot checks that only busy networks meet.

alter table public.site_settings
  -- How many posts, bookings or messages of one network in an hour need no bot check, each kind for itself; null: all.
  add column bot_check_after integer default 20 check (bot_check_after between 1 and 1000);

-- What networks have done lately: a bucket that refills within an hour. A row is of a hash of 16 bits, so there are 65,536
-- rows of a kind at most, and none names a network. Unlogged: what a crash loses is an hour old at most.
create unlogged table public.network_counts (
  kind text not null check (kind in ('post', 'booking', 'message')),
  bucket integer not null check (bucket between 0 and 65535),
  -- How many more are free.
  level double precision not null,
  seen_at timestamptz not null,
  primary key (kind, bucket)
);
alter table public.network_counts enable row level security;

-- Its arguments have changed.
drop function if exists public.send_message(uuid, uuid, text, text, public.language, text);
