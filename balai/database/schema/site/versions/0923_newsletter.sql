-- New articles by email: guests who get them, their requests, the links that end them, and the editions: the emails of one
-- article.

-- A request to get new articles, until its emailed link is used. Also of addresses that get them already: the response
-- is the same. Deleted after two days.
create table public.newsletter_requests (
  link uuid primary key default gen_random_uuid(),
  email text not null check (email = lower(email) and char_length(email) <= 254),
  language public.language not null,
  -- Of the client, as far as the server knows it: requests are limited for each.
  network_hash bytea,
  range_hash bytea,
  created_at timestamptz not null default now(),
  -- When its email was queued, and when its link was used.
  mailed_at timestamptz,
  used_at timestamptz
);
create index newsletter_requests_of_address on public.newsletter_requests (email, created_at desc);
create index newsletter_requests_by_age on public.newsletter_requests (created_at);
create index newsletter_requests_to_mail on public.newsletter_requests (created_at) where mailed_at is null;
alter table public.newsletter_requests enable row level security;

-- People without an account who get new articles: their address is confirmed by a link.
create table public.newsletter_guests (
  id uuid primary key default gen_random_uuid(),
  -- Null after the end: the row stays for a while, so that the link in the last email still shows what it did.
  email text unique check (email = lower(email) and char_length(email) <= 254),
  language public.language not null,
  -- The secret address that ends it.
  link uuid not null unique default gen_random_uuid(),
  confirmed_at timestamptz not null default now(),
  ended_at timestamptz,
  constraint newsletter_guests_ended check ((email is null) = (ended_at is not null))
);
create index newsletter_guests_ended_at on public.newsletter_guests (ended_at) where ended_at is not null;
alter table public.newsletter_guests enable row level security;

-- The secret addresses with which members end it. The choice itself is in notice_choices.
create table public.newsletter_links (
  member_id uuid primary key references public.profiles (id) on delete cascade,
  link uuid not null unique default gen_random_uuid()
);
alter table public.newsletter_links enable row level security;

-- The emails of one article: at most one row for each, so none is emailed twice. A job sends them in batches once the
-- article is published.
create table public.article_editions (
  article_id uuid primary key references public.articles (id) on delete cascade,
  requested_by uuid references public.profiles (id) on delete set null,
  created_at timestamptz not null default now(),
  started_at timestamptz,
  -- The last recipients of the batches that are done: members come first, then guests.
  after_member uuid not null default '00000000-0000-0000-0000-000000000000',
  after_guest uuid not null default '00000000-0000-0000-0000-000000000000',
  -- Emails that were queued, and not taken out of the queue again.
  queued integer not null default 0 check (queued >= 0),
  next_batch_at timestamptz not null default '-infinity',
  ended_at timestamptz,
  stopped_at timestamptz,
  constraint article_editions_in_order check (started_at is not null or num_nonnulls(ended_at, stopped_at) = 0)
);
create index article_editions_open on public.article_editions (created_at) where ended_at is null;
create index article_editions_by_requester on public.article_editions (requested_by) where requested_by is not null;
alter table public.article_editions enable row level security;

alter table public.notice_kinds
  drop constraint notice_kinds_section_check,
  add constraint notice_kinds_section_check check (section in ('forum', 'blog', 'people', 'booking', 'staff'));
