-- A community of {members} members, {groups} groups, {areas} areas and {replies} replies, fifty to a topic. Every second area is for
-- a group alone; the reader belongs to five groups. They have read every third topic to its end, and a fifth further ones
-- in part. Triggers and foreign keys are off while filling: the rows are consistent, and a million notices are not measured.
set session_replication_role = replica;
create or replace function pg_temp.made(kind text, n bigint) returns uuid language sql immutable as
  $$ select (lpad(kind, 8, '0') || '-0000-4000-8000-' || lpad(to_hex(n), 12, '0'))::uuid $$;

insert into auth.users (id, email, email_confirmed_at)
  select pg_temp.made('1', n), n || '@example.org', now() - interval '1 year' from generate_series(1, {members}) as n;
insert into public.profiles (id, display_name, created_at, is_public_author)
  select pg_temp.made('1', n), 'Member ' || n, now() - interval '1 year', true from generate_series(1, {members}) as n;

insert into public.groups (id, slug, member_count)
  select pg_temp.made('2', n), 'group-' || n, 20 from generate_series(1, {groups}) as n;
insert into public.group_texts (group_id, language, name)
  select pg_temp.made('2', n), 'en', 'Group ' || n from generate_series(1, {groups}) as n;
insert into public.group_members (group_id, member_id)
  select distinct pg_temp.made('2', 1 + (n * k) % {groups}), pg_temp.made('1', n)
  from generate_series(2, {members}) as n, generate_series(1, 4) as k;
insert into public.group_members (group_id, member_id)
  select pg_temp.made('2', n), pg_temp.made('1', 1) from generate_series(1, 5) as n;

insert into public.forums (id, slug, position, is_restricted, post_count, reply_count, last_activity_at)
  select pg_temp.made('3', n), 'area-' || n, n, n % 2 = 0, {topics} / {areas}, {replies} / {areas}, now()
  from generate_series(1, {areas}) as n;
insert into public.forum_texts (forum_id, language, name, description)
  select pg_temp.made('3', n), l, 'Area ' || n, 'For measuring'
  from generate_series(1, {areas}) as n, unnest(enum_range(null::public.language)) as l;
insert into public.area_rights (forum_id, group_id, rights)
  select pg_temp.made('3', n), pg_temp.made('2', 1 + n % {groups}), '{{see,reply,create}}'
  from generate_series(2, {areas}, 2) as n;

insert into public.posts (id, forum_id, author_id, language, title, body, excerpt, reply_count, latest_number,
    latest_writers, tags, created_at, last_activity_at)
  select pg_temp.made('4', n), pg_temp.made('3', 1 + n % {areas}), pg_temp.made('1', 2 + n % ({members} - 1)), 'en',
    'A topic with number ' || n, '{document}', 'Words enough for a post.', 50, 50,
    array[pg_temp.made('1', 2 + (n + 50) % ({members} - 1)), pg_temp.made('1', 2 + (n + 49) % ({members} - 1))],
    array['tag ' || n % 40], now() - n * interval '20 seconds' - interval '1 day', now() - n * interval '20 seconds'
  from generate_series(0, {topics} - 1) as n;
insert into public.post_tags (tag, post_id, forum_id, last_activity_at)
  select p.tags[1], p.id, p.forum_id, p.last_activity_at from public.posts as p;
insert into public.forum_tags (forum_id, tag, label, post_count)
  select t.forum_id, t.tag, t.tag, count(*) from public.post_tags as t group by t.forum_id, t.tag;
insert into public.replies (id, post_id, number, author_id, language, body, created_at)
  select gen_random_uuid(), pg_temp.made('4', n), number, pg_temp.made('1', 2 + (n + number) % ({members} - 1)), 'en',
    '{document}', now() - n * interval '20 seconds' - (50 - number) * interval '1 minute'
  from generate_series(0, {topics} - 1) as n, generate_series(1, 50) as number;

insert into public.thread_reads (member_id, post_id, last_number)
  select pg_temp.made('1', 1), pg_temp.made('4', n), case when n % 3 = 0 then 50 else 20 end
  from generate_series(0, {topics} - 1) as n where n % 3 = 0 or n % 5 = 0;
insert into public.thread_reads (member_id, post_id, last_number)
  select pg_temp.made('1', 2 + (n * 7 + k) % ({members} - 1)), pg_temp.made('4', n), 50
  from generate_series(0, {topics} - 1) as n, generate_series(1, 10) as k on conflict do nothing;
insert into public.topics_read (member_id, read_at)
  select pg_temp.made('1', 1), now() - interval '1 year';
update public.site_setup set postponed_at = now();
set session_replication_role = origin;
