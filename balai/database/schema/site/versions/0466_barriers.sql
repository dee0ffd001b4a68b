-- What administrators block: email domains of new accounts, hosts of links, ranges of networks.
create table public.barriers (
  id uuid primary key default gen_random_uuid(),
  kind text not null check (kind in ('mail', 'host', 'range')),
  -- A domain with the domains below it, in lower case, or a network as PostgreSQL writes it.
  value text not null check (char_length(value) between 3 and 253),
  note text not null default '' check (note = '' or public.is_clean_line(note, 300)),
  created_at timestamptz not null default now(),
  created_by uuid references public.profiles (id) on delete set null,
  constraint barriers_once unique (kind, value)
);
create index barriers_by_creator on public.barriers (created_by) where created_by is not null;
alter table public.barriers enable row level security;

-- The hosts that posts and replies of the last 24 hours link to. Each new row deletes a few old ones.
create table public.link_hosts (
  id bigint generated always as identity primary key,
  host text not null,
  post_id uuid references public.posts (id) on delete cascade,
  reply_id uuid references public.replies (id) on delete cascade,
  author_id uuid references public.profiles (id) on delete cascade,
  created_at timestamptz not null default now(),
  constraint link_hosts_thing check (num_nonnulls(post_id, reply_id) = 1)
);
create index link_hosts_by_host on public.link_hosts (host, created_at desc);
create index link_hosts_by_time on public.link_hosts (created_at);
create unique index link_hosts_of_post on public.link_hosts (post_id, host) where post_id is not null;
create unique index link_hosts_of_reply on public.link_hosts (reply_id, host) where reply_id is not null;
create index link_hosts_by_author on public.link_hosts (author_id) where author_id is not null;
alter table public.link_hosts enable row level security;

-- What a barrier has hidden, so that removing it shows it again. Without a barrier: three posts of new users with one host.
create table public.barrier_items (
  id bigint generated always as identity primary key,
  barrier_id uuid references public.barriers (id) on delete cascade,
  host text,
  post_id uuid references public.posts (id) on delete cascade,
  reply_id uuid references public.replies (id) on delete cascade,
  hidden_at timestamptz not null default now(),
  constraint barrier_items_thing check (num_nonnulls(post_id, reply_id) = 1),
  constraint barrier_items_cause check (num_nonnulls(barrier_id, host) = 1)
);
create index barrier_items_of_barrier on public.barrier_items (barrier_id) where barrier_id is not null;
create index barrier_items_of_post on public.barrier_items (post_id) where post_id is not null;
create index barrier_items_of_reply on public.barrier_items (reply_id) where reply_id is not null;
alter table public.barrier_items enable row level security;
