-- The forum: forums, posts, numbered replies.
-- A text never stays in a row that was hidden or deleted: the row keeps author, time and number, title and body become
-- null, and the text moves to content_versions, which only its author and administrators read. So no query finds a
-- hidden text.

create table public.forums (
  id uuid primary key default gen_random_uuid(),
  slug text not null unique check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and char_length(slug) <= 60),
  position integer not null default 0,
  -- How long an author may edit after posting; null: always.
  edit_window interval check (edit_window > interval '0'),
  post_count integer not null default 0 check (post_count >= 0),
  reply_count integer not null default 0 check (reply_count >= 0),
  -- The last activity of the shown posts, and the post that has it. Set by triggers.
  last_activity_at timestamptz,
  latest_post_id uuid,
  created_at timestamptz not null default now()
);
alter table public.forums enable row level security;

create table public.forum_texts (
  forum_id uuid not null references public.forums (id) on delete cascade,
  language public.language not null,
  name text not null check (public.is_clean_line(name, 80)),
  description text not null default '' check (char_length(description) <= 500),
  primary key (forum_id, language)
);
alter table public.forum_texts enable row level security;

create table public.posts (
  id uuid primary key default gen_random_uuid(),
  forum_id uuid not null references public.forums (id),
  author_id uuid default auth.uid() references public.profiles (id) on delete set null,
  language public.language not null,
  title text,
  body jsonb,
  -- The first characters of the body as plain text, for lists. Set by a trigger.
  excerpt text,
  is_pinned boolean not null default false,
  is_locked boolean not null default false,
  hidden_at timestamptz,
  deleted_at timestamptz,
  created_at timestamptz not null default now(),
  -- When the current text was written. An edit more than five minutes later stores it as a version.
  text_since timestamptz not null default now(),
  edited_at timestamptz,
  edited_by uuid references public.profiles (id) on delete set null,
  last_activity_at timestamptz not null default now(),
  reply_count integer not null default 0 check (reply_count >= 0),
  constraint posts_trace check ((hidden_at is null and deleted_at is null) = (title is not null)
    and (title is null) = (body is null) and (title is null) = (excerpt is null)),
  constraint posts_title_line check (public.is_clean_line(title, 200)),
  constraint posts_title_short check (public.is_long_enough(title, 2, 4)),
  constraint posts_body_form check (public.is_rich_text(body, 60000)),
  constraint posts_body_short check (public.is_long_enough(public.rich_text_plain(body), 8, 20))
);

-- A forum's list, pinned first, then by activity: one range of this index, at any size.
create index posts_by_activity on public.posts (forum_id, is_pinned desc, last_activity_at desc, id desc)
  where hidden_at is null and deleted_at is null;
create index posts_latest on public.posts (last_activity_at desc, id desc)
  where hidden_at is null and deleted_at is null;
create index posts_by_author on public.posts (author_id, created_at desc, id desc);
create index posts_hidden on public.posts (hidden_at desc, id desc) where hidden_at is not null;
alter table public.posts enable row level security;
create index posts_in_order on public.posts (created_at, id) where hidden_at is null and deleted_at is null;

create table public.replies (
  id uuid primary key default gen_random_uuid(),
  post_id uuid not null references public.posts (id) on delete cascade,
  -- 1, 2, 3… without gaps, set by a trigger under the lock of the post. So page 2 is "numbers above 20".
  number integer not null check (number > 0),
  author_id uuid default auth.uid() references public.profiles (id) on delete set null,
  language public.language not null,
  body jsonb,
  quoted_reply_id uuid references public.replies (id) on delete set null,
  hidden_at timestamptz,
  deleted_at timestamptz,
  created_at timestamptz not null default now(),
  text_since timestamptz not null default now(),
  edited_at timestamptz,
  edited_by uuid references public.profiles (id) on delete set null,
  constraint replies_number_key unique (post_id, number),
  constraint replies_trace check ((hidden_at is null and deleted_at is null) = (body is not null)),
  constraint replies_body_form check (public.is_rich_text(body, 60000)),
  constraint replies_body_short check (
    public.is_long_enough(public.rich_text_plain(body), 1, 1) or public.has_image(body))
);
create index replies_by_author on public.replies (author_id, created_at desc, id desc);
create index replies_quoting on public.replies (quoted_reply_id) where quoted_reply_id is not null;
create index replies_hidden on public.replies (hidden_at desc, id desc) where hidden_at is not null;
alter table public.replies enable row level security;

-- Every earlier text: before an edit, and when a post or reply was hidden or deleted.
create table public.content_versions (
  id bigint generated always as identity primary key,
  post_id uuid references public.posts (id) on delete cascade,
  reply_id uuid references public.replies (id) on delete cascade,
  -- The author of the change that ended this text.
  editor_id uuid references public.profiles (id) on delete set null,
  reason text not null check (reason in ('edit', 'hide', 'delete')),
  language public.language not null,
  title text,
  body jsonb not null,
  -- From when to when the text was shown.
  text_since timestamptz not null,
  saved_at timestamptz not null default now(),
  constraint content_versions_thing check (num_nonnulls(post_id, reply_id) = 1)
);
create index content_versions_of_post on public.content_versions (post_id, id desc) where post_id is not null;
create index content_versions_of_reply on public.content_versions (reply_id, id desc) where reply_id is not null;
alter table public.content_versions enable row level security;

-- A member reports a post or reply once. Administrators read and close reports.
create table public.reports (
  id uuid primary key default gen_random_uuid(),
  post_id uuid references public.posts (id) on delete cascade,
  reply_id uuid references public.replies (id) on delete cascade,
  reporter_id uuid default auth.uid() references public.profiles (id) on delete set null,
  reason text not null check (reason in ('spam', 'abuse', 'private', 'other')),
  note text not null default '' check (char_length(note) <= 1000),
  status text not null default 'open' check (status in ('open', 'upheld', 'dismissed')),
  created_at timestamptz not null default now(),
  handled_by uuid references public.profiles (id) on delete set null,
  handled_at timestamptz,
  constraint reports_thing check (num_nonnulls(post_id, reply_id) = 1),
  constraint reports_handled check ((status = 'open') = (handled_at is null))
);
create unique index reports_post_once on public.reports (post_id, reporter_id) where post_id is not null;
create unique index reports_reply_once on public.reports (reply_id, reporter_id) where reply_id is not null;
create index reports_by_status on public.reports (status, created_at desc, id desc);
alter table public.reports enable row level security;
create index reports_by_reporter on public.reports (reporter_id, created_at desc);

-- Deleting an account clears every column that refers to it. Without these indexes PostgreSQL reads the whole table:
-- seconds at half a million posts, with the member's rows locked.
create index posts_by_editor on public.posts (edited_by) where edited_by is not null;
create index replies_by_editor on public.replies (edited_by) where edited_by is not null;
create index content_versions_by_editor on public.content_versions (editor_id) where editor_id is not null;
create index reports_by_handler on public.reports (handled_by) where handled_by is not null;

-- For is_upload_used(): only texts that mention a stored file are in these indexes.
create index posts_with_files on public.posts (id) where body::text like '%/storage/v1/%';
create index replies_with_files on public.replies (id) where body::text like '%/storage/v1/%';
create index content_versions_with_files on public.content_versions (id) where body::text like '%/storage/v1/%';
