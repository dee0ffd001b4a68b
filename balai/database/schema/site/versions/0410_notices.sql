-- Notices: the registry of their kinds, members' choices, watches, and what waits to be sent.

-- Every kind of notice; the rows are in notifications/kinds.sql. A kind has a text in web/locales and in the email
-- templates.
create table public.notice_kinds (
  kind text primary key check (kind ~ '^[a-z_]{2,40}$'),
  section text not null check (section in ('forum', 'people', 'booking', 'staff')),
  position integer not null,
  -- The channels that a member may choose for it, and those that are on until they do.
  offered text[] not null check (offered <@ array['site', 'email', 'push', 'sms']),
  channels text[] not null,
  -- Another job emails it at once: bookings with their calendar file, contact messages.
  is_emailed_apart boolean not null default false,
  constraint notice_kinds_channels check (channels <@ offered)
);
alter table public.notice_kinds enable row level security;
insert into public.notice_kinds (kind, section, position, offered, channels) values
  ('reply', 'forum', 1, '{site,push}', '{site,push}'), ('quote', 'forum', 2, '{site,push}', '{site,push}'),
  ('booking_changed', 'booking', 3, '{site,push}', '{site,push}'),
  ('booking_cancelled', 'booking', 4, '{site,push}', '{site,push}'),
  ('booking_promoted', 'booking', 5, '{site,push}', '{site,push}');

alter table public.notifications
  drop constraint notifications_kind_check,
  drop constraint notifications_thing,
  add constraint notifications_kind_fkey foreign key (kind) references public.notice_kinds (kind),
  -- What it is about where that is neither a reply nor a booking: a path without the language, and a few words.
  add column path text check (path ~ '^/[!-~]*$' and char_length(path) <= 300),
  add column subject text not null default '' check (char_length(subject) <= 200),
  -- Unread notices of one kind with the same group are one notice that counts them; `things` are the counted ones.
  add column group_key text,
  add column things text[] not null default '{}',
  -- False: the member has chosen other channels only.
  add column on_site boolean not null default true;
update public.notifications set
  group_key = case kind when 'reply' then post_id::text when 'quote' then reply_id::text else id::text end,
  things = case when reply_id is null then '{}' else array[reply_id::text] end;
alter table public.notifications
  alter column group_key set not null,
  alter column group_key set default gen_random_uuid()::text,
  add constraint notifications_thing check (
    num_nonnulls(post_id, booking_id, path) >= 1 and (reply_id is null or post_id is not null));
drop index public.notifications_unread_replies;
create unique index notifications_unread_groups on public.notifications (member_id, kind, group_key)
  where read_at is null;
create index notifications_by_kind on public.notifications (kind);
drop index public.notifications_by_post;
create index notifications_by_post on public.notifications (post_id, member_id) where post_id is not null;

-- What a member has chosen; without a row the kind's own channels count.
create table public.notice_choices (
  member_id uuid not null references public.profiles (id) on delete cascade,
  kind text not null references public.notice_kinds (kind) on delete cascade,
  channel text not null check (channel in ('site', 'email', 'push', 'sms')),
  is_on boolean not null,
  primary key (member_id, kind, channel)
);
create index notice_choices_by_kind on public.notice_choices (kind);
alter table public.notice_choices enable row level security;

create table public.notice_settings (
  member_id uuid primary key references public.profiles (id) on delete cascade,
  -- In the member's own time zone; nothing is emailed or pushed from the one to the other.
  quiet_from time,
  quiet_until time,
  digest text not null default 'weekly' check (digest in ('off', 'daily', 'weekly')),
  -- When a digest was last considered, sent or not.
  digest_at timestamptz,
  -- By the link in an email: no notices and no digest by email or SMS.
  is_unsubscribed boolean not null default false,
  constraint notice_settings_quiet check (
    num_nonnulls(quiet_from, quiet_until) <> 1 and coalesce(quiet_from <> quiet_until, true))
);
alter table public.notice_settings enable row level security;

-- What a member wants to hear of: a forum, a topic, or everything in a language. At most one row for each.
create table public.watches (
  id bigint generated always as identity primary key,
  member_id uuid not null references public.profiles (id) on delete cascade,
  forum_id uuid references public.forums (id) on delete cascade,
  post_id uuid references public.posts (id) on delete cascade,
  language public.language,
  -- watching: every new post. watching_first: new topics. tracking, normal: replies to the member alone. muted: nothing.
  level text not null check (level in ('watching', 'watching_first', 'tracking', 'normal', 'muted')),
  -- Set because the member wrote there; their own choice replaces it, never the other way round.
  is_automatic boolean not null default false,
  changed_at timestamptz not null default now(),
  constraint watches_target check (num_nonnulls(forum_id, post_id, language) = 1),
  constraint watches_first_of_topic check (post_id is null or level <> 'watching_first')
);
create unique index watches_of_post on public.watches (post_id, member_id) where post_id is not null;
create unique index watches_of_forum on public.watches (forum_id, member_id) where forum_id is not null;
create unique index watches_of_language on public.watches (language, member_id) where language is not null;
create index watches_of_member on public.watches (member_id);
alter table public.watches enable row level security;

-- Authors watch their topics of the last 60 days, as they will those they write from now on.
insert into public.watches (member_id, post_id, level, is_automatic)
select author_id, id, 'watching', true from public.posts
where author_id is not null and last_activity_at > now() - interval '60 days';

-- A new post whose watchers are not told yet. A job tells them: the author does not wait for it.
create table public.notice_fan_outs (
  id bigint generated always as identity primary key,
  post_id uuid not null references public.posts (id) on delete cascade,
  reply_id uuid references public.replies (id) on delete cascade,
  -- The last member of the batches that are done.
  after_member uuid not null default '00000000-0000-0000-0000-000000000000',
  created_at timestamptz not null default now()
);
create index notice_fan_outs_by_post on public.notice_fan_outs (post_id);
create index notice_fan_outs_by_reply on public.notice_fan_outs (reply_id) where reply_id is not null;
alter table public.notice_fan_outs enable row level security;

-- Emails and SMS that wait: each reply is a row, all rows of a member become one message.
create table public.notice_deliveries (
  id bigint generated always as identity primary key,
  member_id uuid not null references public.profiles (id) on delete cascade,
  notification_id uuid not null references public.notifications (id) on delete cascade,
  channel text not null check (channel in ('email', 'sms')),
  reply_id uuid references public.replies (id) on delete cascade,
  actor_id uuid references public.profiles (id) on delete set null,
  created_at timestamptz not null default now(),
  -- The end of the member's quiet hours.
  hold_until timestamptz not null default '-infinity',
  unique nulls not distinct (notification_id, channel, reply_id)
);
create index notice_deliveries_of_member on public.notice_deliveries (member_id, channel, id);
create index notice_deliveries_oldest on public.notice_deliveries (created_at);
create index notice_deliveries_by_reply on public.notice_deliveries (reply_id) where reply_id is not null;
create index notice_deliveries_by_actor on public.notice_deliveries (actor_id) where actor_id is not null;
alter table public.notice_deliveries enable row level security;

-- The secret addresses in emails, of a member and a topic, or of all topics: to unsubscribe, and to reply by email.
create table public.notice_links (
  id uuid primary key default gen_random_uuid(),
  member_id uuid not null references public.profiles (id) on delete cascade,
  post_id uuid references public.posts (id) on delete cascade,
  -- The level before the link muted the topic, to undo it.
  level_before text,
  created_at timestamptz not null default now(),
  unique nulls not distinct (member_id, post_id)
);
create index notice_links_by_post on public.notice_links (post_id) where post_id is not null;
alter table public.notice_links enable row level security;

-- Emails that arrived at a reply address, so that none is stored twice.
create table public.received_emails (
  message_id text primary key,
  outcome text not null default 'posted' check (outcome in ('posted', 'empty', 'refused')),
  received_at timestamptz not null default now()
);
create index received_emails_by_time on public.received_emails (received_at);
alter table public.received_emails enable row level security;

-- public.queue_notices() queues them now, by the choices of the member.
drop trigger if exists queue_push_messages on public.notifications;
drop function if exists public.queue_push_messages();
