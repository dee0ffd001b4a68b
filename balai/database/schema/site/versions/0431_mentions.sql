-- Members mentioned in posts and replies: each gets one notification, however often the text is edited. The names stand in the
-- texts; these rows find them when an account is deleted.
create table public.mentions (
  id bigint generated always as identity primary key,
  member_id uuid not null references public.profiles (id) on delete cascade,
  post_id uuid references public.posts (id) on delete cascade,
  reply_id uuid references public.replies (id) on delete cascade,
  created_at timestamptz not null default now(),
  constraint mentions_thing check (num_nonnulls(post_id, reply_id) = 1)
);
create unique index mentions_in_post on public.mentions (post_id, member_id) where post_id is not null;
create unique index mentions_in_reply on public.mentions (reply_id, member_id) where reply_id is not null;
create index mentions_of_member on public.mentions (member_id);
alter table public.mentions enable row level security;

alter table public.posts add constraint posts_mentions_few check (public.count_mentions(body) <= 10);
alter table public.replies add constraint replies_mentions_few check (public.count_mentions(body) <= 10);
