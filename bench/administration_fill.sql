-- The rows of the lists of the administration, beside those of community_fill.sql: {articles} articles and {resources} resources in
-- four languages, {bookings} bookings, {messages} messages of visitors, a long log, and a desk with many cases. The reader is an
-- administrator.
set session_replication_role = replica;
insert into public.administrators (user_id) values (pg_temp.made('1', 1));

insert into public.articles (id, author_id, source_language, status, publish_at, tags, updated_at)
  select pg_temp.made('5', n), pg_temp.made('1', 1 + n % {members}), 'en', case when n % 10 = 0 then 'draft' else 'published' end,
    now() - n * interval '10 minutes', array['health', 'tag ' || n % 40], now() - n * interval '5 minutes'
  from generate_series(1, {articles}) as n;
insert into public.article_texts (article_id, language, title, summary, body, slug, status, source_version)
  select pg_temp.made('5', n), l, 'An article with number ' || n, 'What it is about, in a sentence of usual length.',
    '{document}', l || '-article-' || n, case when n % 10 = 0 then 'draft' else 'published' end,
    case when l <> 'en' then 1 end
  from generate_series(1, {articles}) as n, unnest(enum_range(null::public.language)) as l where l = 'en' or n % 3 > 0;
insert into public.article_slugs (slug, article_id, is_public) select slug, article_id, true from public.article_texts;
insert into public.article_reviews (id, article_id, language, member_id, note)
  select gen_random_uuid(), pg_temp.made('5', n), 'en', pg_temp.made('1', 2 + n % 100), 'Please look at it'
  from generate_series(10, {articles} / 10, 10) as n;
insert into public.translation_tasks (kind, item_id, language, source_language, state, amount, changed_at)
  select 'article', pg_temp.made('5', n), l, 'en', 'missing', 400, now() - n * interval '5 minutes'
  from generate_series(3, {articles}, 3) as n, unnest(enum_range(null::public.language)) as l where l <> 'en';

insert into public.resource_categories (id, slug, position) select pg_temp.made('6', n), 'category-' || n, n from generate_series(1, 40) as n;
insert into public.resource_category_texts (category_id, language, name)
  select pg_temp.made('6', n), l, 'Category ' || n
  from generate_series(1, 40) as n, unnest(enum_range(null::public.language)) as l;
insert into public.resources (id, category_id, kind, position)
  select pg_temp.made('7', n), pg_temp.made('6', 1 + n % 40), 'link', n from generate_series(1, {resources}) as n;
insert into public.resource_texts (resource_id, language, title, description)
  select pg_temp.made('7', n), l, 'A resource with number ' || n, 'Where to find it.'
  from generate_series(1, {resources}) as n, unnest(enum_range(null::public.language)) as l;

insert into public.services (id, slug, kind, duration_minutes, time_zone)
  select pg_temp.made('8', n), 'service-' || n, 'appointment', 30, 'Asia/Singapore' from generate_series(1, 50) as n;
insert into public.service_texts (service_id, language, name)
  select pg_temp.made('8', n), l, 'Service ' || n
  from generate_series(1, 50) as n, unnest(enum_range(null::public.language)) as l;
insert into public.slots (id, service_id, starts_at, ends_at, busy, capacity, taken)
  select pg_temp.made('9', n), pg_temp.made('8', 1 + n % 50), at, at + interval '30 minutes',
    tstzrange(at, at + interval '30 minutes'), 1, 1
  from generate_series(1, {bookings}) as n,
    lateral (select now() + interval '30 days' - (n / 50) * interval '30 minutes') as moment (at);
insert into public.bookings (id, slot_id, service_id, member_id, starts_at, ends_at, status, confirmed_at)
  select s.id, s.id, s.service_id, pg_temp.made('1', 1 + n % {members}), s.starts_at, s.ends_at, 'booked', now()
  from generate_series(1, {bookings}) as n join public.slots as s on s.id = pg_temp.made('9', n);

insert into public.messages (id, name, email, language, body, created_at, mailed_at)
  select pg_temp.made('a', n), 'Visitor ' || n, n || '@example.org', 'vi', 'A question of some words.',
    now() - n * interval '5 minutes', now()
  from generate_series(1, {messages}) as n;
insert into public.desk_cases (kind, thing_id, state, opened_at, decided_at, language)
  select 'message', pg_temp.made('a', n), case when n % 5 = 0 then 'open' else 'resolved' end,
    now() - n * interval '5 minutes', case when n % 5 > 0 then now() end, 'vi'
  from generate_series(1, {messages}) as n;
insert into public.reports (post_id, reporter_id, reason, note)
  select pg_temp.made('4', n), pg_temp.made('1', 2 + n), 'spam', 'It is an advertisement.' from generate_series(0, 1999) as n;
insert into public.desk_cases (kind, thing_id, forum_id, language)
  select 'post', p.id, p.forum_id, p.language from public.posts as p where p.id in (select post_id from public.reports);
insert into public.privacy_requests (kind, member_id, channel, message, received_on, due_on)
  select 'access', pg_temp.made('1', 2 + n), 'site', 'Please send me all.', current_date - n % 25, current_date + 30 - n % 25
  from generate_series(1, 5000) as n;
insert into public.invitations (note, language, created_by, expires_at)
  select 'Course ' || n, 'ms', pg_temp.made('1', 1), now() + interval '30 days' from generate_series(1, {messages}) as n;
insert into public.staff_log (at, actor_id, thing, act, thing_id, member_id, changes)
  select now() - n * interval '1 minute', pg_temp.made('1', 1 + n % 20), 'services', 'update', pg_temp.made('8', 1 + n % 50), null,
    '{{"capacity": [1, 2]}}'
  from generate_series(1, {log}) as n;
insert into search.empty_searches (day, language, term, searches)
  select current_date - n % 25, 'en', 'word ' || n, n % 50 + 1 from generate_series(1, 5000) as n;
set session_replication_role = origin;
