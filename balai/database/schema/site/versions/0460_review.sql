-- Trust levels of members, what of their reading they are computed from, texts held for review, and automatic acts.

alter table public.site_settings
  -- Whether the first texts of a new member wait for a moderator; an area may say otherwise.
  add column holds_first_posts boolean not null default false,
  -- Whether new members have limits on their first day, and are held when they type faster than people do.
  add column limits_newcomers boolean not null default true,
  -- Seconds between two texts of one member; new members wait three times as long.
  add column post_gap_seconds integer not null default 10 check (post_gap_seconds between 0 and 600),
  -- Members of level 1 or more whose reports hide a text until a moderator decides; null: never.
  add column hides_after_reports integer default 3 check (hides_after_reports between 2 and 20);

comment on column public.site_settings.holds_first_posts is
  'Whether the first texts of a new member wait for a moderator, where the area does not say otherwise';
comment on column public.site_settings.limits_newcomers is
  'Whether new members have limits on their first day, and are held when they type faster than people do';
comment on column public.site_settings.post_gap_seconds is
  'Seconds between two texts of one member; new members wait three times as long';
comment on column public.site_settings.hides_after_reports is
  'How many members of level 1 or more report a text before it is hidden until a moderator decides; null: never';

-- Null: as the site.
alter table public.forums add column holds_first_posts boolean;

-- The level of a member (0: new) and the sums that it is computed from. Staff have none of the limits.
create table public.member_trust (
  member_id uuid primary key references public.profiles (id) on delete cascade,
  level smallint not null default 0 check (level between 0 and 3),
  -- Set by an administrator; counts instead.
  pinned_level smallint check (pinned_level between 0 and 3),
  pinned_by uuid references public.profiles (id) on delete set null,
  topics_read integer not null default 0 check (topics_read >= 0),
  replies_read integer not null default 0 check (replies_read >= 0),
  seconds_read integer not null default 0 check (seconds_read >= 0),
  days_read integer not null default 0 check (days_read >= 0),
  read_at timestamptz,
  -- Until then all texts of the member are held: several members reported them.
  held_until timestamptz,
  computed_at timestamptz
);
create index member_trust_by_pinner on public.member_trust (pinned_by) where pinned_by is not null;
alter table public.member_trust enable row level security;

-- What a member read on one day, for level 3, which looks at 100 days. Older rows are deleted.
create table public.reading_days (
  member_id uuid not null references public.profiles (id) on delete cascade,
  day date not null,
  topics integer not null default 0,
  replies integer not null default 0,
  primary key (member_id, day)
);
create index reading_days_by_day on public.reading_days (day);
alter table public.reading_days enable row level security;

-- Members of a running site are known to it: they keep what they could do.
insert into public.member_trust (member_id, level, topics_read, replies_read, days_read, read_at)
select p.id, 1, coalesce(seen.topics, 0), coalesce(seen.replies, 0), coalesce(seen.days, 0), seen.at
from public.profiles as p
left join (
  select r.member_id, count(*)::int as topics, least(sum(r.last_number), 1000000)::int as replies,
    count(distinct r.updated_at::date)::int as days, max(r.updated_at) as at
  from public.thread_reads as r group by r.member_id) as seen on seen.member_id = p.id;

-- A topic or reply that is in none of the forum's tables yet, so that no list, count, search or notice finds it. Approval
-- inserts it there under the same id.
create table public.held_texts (
  id uuid primary key,
  forum_id uuid not null references public.forums (id) on delete cascade,
  -- The topic of a reply; null: a topic.
  post_id uuid references public.posts (id) on delete cascade,
  author_id uuid not null references public.profiles (id) on delete cascade,
  language public.language not null,
  title text,
  -- Null once approved: the text is in the forum.
  body jsonb,
  tags text[] not null default '{}' check (public.is_tag_list(tags) and cardinality(tags) <= 5),
  quoted_reply_id uuid references public.replies (id) on delete set null,
  -- The first text of its author; typed faster than people do; written while several members reported the author.
  held_for text not null check (held_for in ('first', 'fast', 'reported')),
  status text not null default 'waiting' check (status in ('waiting', 'approved', 'rejected')),
  created_at timestamptz not null default now(),
  decided_by uuid references public.profiles (id) on delete set null,
  decided_at timestamptz,
  -- For the author of a rejected text: a reason in their language, and words of the moderator.
  reason text check (reason in ('spam', 'rules', 'off_topic', 'unclear', 'private')),
  note text not null default '' check (char_length(note) <= 500),
  constraint held_texts_decided check ((status = 'waiting') = (decided_at is null)),
  constraint held_texts_reason check ((status = 'rejected') = (reason is not null)),
  constraint held_texts_trace check ((body is null) = (status = 'approved')),
  constraint posts_title_line check (post_id is not null or public.is_clean_line(title, 200)),
  constraint posts_title_short check (post_id is not null or public.is_long_enough(title, 2, 4)),
  constraint posts_body_form check (public.is_rich_text(body, 60000)),
  constraint posts_body_short check (post_id is not null or public.is_long_enough(public.rich_text_plain(body), 8, 20)),
  constraint replies_body_short check (post_id is null
    or public.is_long_enough(public.rich_text_plain(body), 1, 1) or public.has_image(body)),
  constraint posts_mentions_few check (public.count_mentions(body) <= 10)
);
create index held_texts_waiting on public.held_texts (created_at, id) where status = 'waiting';
create index held_texts_by_decision on public.held_texts (decided_at desc, id desc) where decided_at is not null;
create index held_texts_by_author on public.held_texts (author_id, created_at desc);
create index held_texts_by_forum on public.held_texts (forum_id, decided_at desc);
create index held_texts_by_post on public.held_texts (post_id) where post_id is not null;
create index held_texts_by_quoted on public.held_texts (quoted_reply_id) where quoted_reply_id is not null;
create index held_texts_by_moderator on public.held_texts (decided_by) where decided_by is not null;
-- For is_upload_used().
create index held_texts_with_files on public.held_texts (id) where body::text like '%/storage/v1/%';
alter table public.held_texts enable row level security;

-- What reports did without a moderator: hid a text, held a member's texts, closed a topic for some hours.
create table public.automatic_acts (
  id uuid primary key default gen_random_uuid(),
  kind text not null check (kind in ('hide', 'hold', 'close')),
  forum_id uuid not null references public.forums (id) on delete cascade,
  post_id uuid references public.posts (id) on delete cascade,
  reply_id uuid references public.replies (id) on delete cascade,
  -- The author of what was reported.
  member_id uuid references public.profiles (id) on delete set null,
  reporters integer not null check (reporters > 0),
  created_at timestamptz not null default now(),
  until timestamptz,
  undone_at timestamptz,
  undone_by uuid references public.profiles (id) on delete set null,
  constraint automatic_acts_thing check (num_nonnulls(post_id, reply_id) = 1)
);
create index automatic_acts_newest on public.automatic_acts (created_at desc, id desc);
create index automatic_acts_by_forum on public.automatic_acts (forum_id);
create index automatic_acts_by_post on public.automatic_acts (post_id) where post_id is not null;
create index automatic_acts_by_reply on public.automatic_acts (reply_id) where reply_id is not null;
create index automatic_acts_by_member on public.automatic_acts (member_id, kind, created_at desc)
  where member_id is not null;
create index automatic_acts_by_undoer on public.automatic_acts (undone_by) where undone_by is not null;
alter table public.automatic_acts enable row level security;
