-- Private messages between two members. Administrators are no readers: no policy here names them, and reports hold copies.

create table public.conversations (
  id uuid primary key default gen_random_uuid(),
  -- The two members in the order of their ids, so that there is one conversation of each pair. The account of either takes
  -- the conversation with it.
  first_id uuid not null references public.profiles (id) on delete cascade,
  second_id uuid not null references public.profiles (id) on delete cascade,
  -- Who asked for it. One message, until the other accepts.
  started_by uuid not null,
  accepted_at timestamptz,
  -- Hidden from the one who asked.
  declined_at timestamptz,
  last_number integer not null default 0 check (last_number >= 0),
  last_message_at timestamptz not null default now(),
  first_read integer not null default 0,
  second_read integer not null default 0,
  created_at timestamptz not null default now(),
  constraint conversations_pair unique (first_id, second_id),
  constraint conversations_order check (first_id < second_id),
  constraint conversations_starter check (started_by in (first_id, second_id)),
  constraint conversations_answer check (num_nonnulls(accepted_at, declined_at) < 2),
  constraint conversations_read check (first_read between 0 and last_number and second_read between 0 and last_number)
);
create index conversations_of_first on public.conversations (first_id, last_message_at desc, id desc);
create index conversations_of_second on public.conversations (second_id, last_message_at desc, id desc);
create index conversations_of_starter on public.conversations (started_by, created_at);
alter table public.conversations enable row level security;

create table public.private_messages (
  id uuid primary key,
  conversation_id uuid not null references public.conversations (id) on delete cascade,
  -- 1, 2, 3… without gaps, set under the lock of the conversation.
  number integer not null check (number > 0),
  author_id uuid not null references public.profiles (id) on delete cascade,
  -- Plain text with line breaks; null once its author has deleted it.
  body text check (char_length(btrim(body)) between 1 and 4000),
  created_at timestamptz not null default now(),
  deleted_at timestamptz,
  constraint private_messages_number_key unique (conversation_id, number),
  constraint private_messages_trace check ((body is null) = (deleted_at is not null))
);
create index private_messages_by_author on public.private_messages (author_id, created_at desc);
alter table public.private_messages enable row level security;

-- What a member has reported: a copy of the one message, which is all that administrators see of a conversation.
create table public.private_reports (
  id uuid primary key,
  message_id uuid references public.private_messages (id) on delete set null,
  reporter_id uuid references public.profiles (id) on delete set null,
  reported_id uuid references public.profiles (id) on delete set null,
  reason text not null check (reason in ('spam', 'abuse', 'private', 'other')),
  note text not null default '' check (char_length(note) <= 1000),
  body text not null check (char_length(body) <= 4000),
  sent_at timestamptz not null,
  status text not null default 'open' check (status in ('open', 'upheld', 'dismissed')),
  created_at timestamptz not null default now(),
  handled_by uuid references public.profiles (id) on delete set null,
  handled_at timestamptz,
  constraint private_reports_once unique (message_id, reporter_id),
  constraint private_reports_handled check ((status = 'open') = (handled_at is null))
);
create index private_reports_by_status on public.private_reports (status, created_at desc, id desc);
create index private_reports_by_reporter on public.private_reports (reporter_id, created_at desc)
  where reporter_id is not null;
create index private_reports_by_reported on public.private_reports (reported_id) where reported_id is not null;
create index private_reports_by_handler on public.private_reports (handled_by) where handled_by is not null;
alter table public.private_reports enable row level security;

-- Clients follow that a message came, not what it says.
alter publication supabase_realtime add table
  public.private_messages (id, conversation_id, number, author_id, deleted_at);
