-- Polls in posts. How members voted is in tables of their own, which no role reads: the functions of forum/polls.sql say
-- to a caller how they voted themselves, and counts to those who may see them.

create table public.polls (
  id uuid primary key default gen_random_uuid(),
  post_id uuid not null references public.posts (id) on delete cascade,
  question text not null check (public.is_clean_line(question, 200)),
  -- How many options a vote may have.
  max_choices integer not null default 1 check (max_choices between 1 and 20),
  -- When counts are shown: always, to members who have voted, once the poll is closed.
  results text not null default 'always' check (results in ('always', 'voted', 'closed')),
  -- When it closes by itself; null: its author or a moderator closes it.
  closes_at timestamptz,
  -- When it has closed. From then on no row says who voted.
  closed_at timestamptz,
  voter_count integer not null default 0 check (voter_count >= 0),
  -- Grows with each vote, so that open pages follow a changed vote, too.
  revision integer not null default 0,
  created_at timestamptz not null default now(),
  constraint polls_post_once unique (post_id)
);
create index polls_to_close on public.polls (closes_at) where closed_at is null and closes_at is not null;
alter table public.polls enable row level security;

create table public.poll_options (
  poll_id uuid not null references public.polls (id) on delete cascade,
  number integer not null check (number between 1 and 20),
  label text not null check (public.is_clean_line(label, 120)),
  primary key (poll_id, number),
  constraint poll_options_label_once unique (poll_id, label)
);
alter table public.poll_options enable row level security;

-- How many votes an option has. Apart from the options: not every reader of those may read these.
create table public.poll_counts (
  poll_id uuid not null,
  number integer not null,
  votes integer not null default 0 check (votes >= 0),
  primary key (poll_id, number),
  foreign key (poll_id, number) references public.poll_options (poll_id, number) on delete cascade
);
alter table public.poll_counts enable row level security;

-- The votes of a poll that is open. Without a time, which would lead to a line of a server's log.
create table public.poll_votes (
  poll_id uuid not null references public.polls (id) on delete cascade,
  member_id uuid not null references public.profiles (id) on delete cascade,
  choices integer[] not null check (cardinality(choices) between 1 and 20),
  primary key (poll_id, member_id)
);
create index poll_votes_of_member on public.poll_votes (member_id);
alter table public.poll_votes enable row level security;

-- Clients follow that there was a vote.
alter publication supabase_realtime add table public.polls (id, post_id, revision, closed_at);
