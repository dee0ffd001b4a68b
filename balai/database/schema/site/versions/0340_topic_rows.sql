-- What a row of a list of topics needs, stored with the topic, so that a list reads no replies: who replied last, and
-- the number of the newest shown reply, which unread marks are compared with.
alter table public.posts
  -- Authors of the newest shown replies, the latest first; no author twice. Set by triggers.
  add column latest_writers uuid[] not null default '{}' check (cardinality(latest_writers) <= 3),
  -- Of the newest shown reply; 0: none. Set by triggers.
  add column latest_number integer not null default 0 check (latest_number >= 0);

alter table public.posts disable trigger user;
update public.posts as post set
  latest_number = coalesce((
    select max(reply.number) from public.replies as reply
    where reply.post_id = post.id and reply.hidden_at is null and reply.deleted_at is null), 0),
  latest_writers = array(
    select newest.author_id from (
      select reply.author_id, reply.number from public.replies as reply
      where reply.post_id = post.id and reply.hidden_at is null and reply.deleted_at is null
      order by reply.number desc limit 20) as newest
    where newest.author_id is not null
    group by newest.author_id order by max(newest.number) desc limit 3)
where post.reply_count > 0;
alter table public.posts enable trigger user;

-- 0: the member has read the topic, and no reply yet.
alter table public.thread_reads drop constraint thread_reads_last_number_check;
alter table public.thread_reads add constraint thread_reads_last_number_check check (last_number >= 0);
-- For the cleanup of old positions.
create index thread_reads_by_time on public.thread_reads (updated_at);

-- When a member marked every topic as read. Earlier activity counts as read.
create table public.topics_read (
  member_id uuid primary key references public.profiles (id) on delete cascade,
  read_at timestamptz not null default now()
);
alter table public.topics_read enable row level security;
