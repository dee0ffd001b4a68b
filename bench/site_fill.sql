-- The rows that the page benchmarks read: a forum of 26 topics, a thread of 20 replies, 20 articles, and a service that is open
-- every day from nine to five, which makes 56 slots a week, on a site of 500 members. {reader} is the member who reads; {document} is a rich text.
insert into auth.users (id, email, raw_user_meta_data)
  values ('{reader}', 'reader@example.org', '{{"display_name": "Reader"}}');
insert into auth.users (id, email) select gen_random_uuid(), n || '@example.org' from generate_series(1, 499) as n;

insert into public.forums (id, slug) values ('{reader}', 'benchmark');
insert into public.forum_texts (forum_id, language, name, description)
  select '{reader}', l, 'Benchmark', 'For measuring' from unnest(enum_range(null::public.language)) as l;
insert into public.posts (forum_id, author_id, language, title, body)
  select '{reader}', '{reader}', 'en', 'Where can I find number ' || n || '?', '{document}' from generate_series(1, 25) as n;
insert into public.posts (id, forum_id, author_id, language, title, body)
  values ('{reader}', '{reader}', '{reader}', 'en', 'A thread with twenty replies', '{document}');
insert into public.replies (post_id, author_id, language, body)
  select '{reader}', '{reader}', 'en', '{document}' from generate_series(1, 20) as n;

insert into public.articles (id, author_id, source_language, status, publish_at, tags)
  select ('00000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid, '{reader}', 'en', 'published',
    now() - n * interval '1 day', array['health', 'work']
  from generate_series(1, 20) as n;
insert into public.article_texts (article_id, language, title, summary, body, slug, status)
  select id, 'en', 'An article of some words', 'What it is about, in a sentence of usual length for a summary.',
    '{document}', 'article-' || id, 'published'
  from public.articles;

insert into public.services (id, slug, kind, duration_minutes, capacity, per_person, window_days, time_zone)
  values ('{reader}', 'benchmark', 'session', 60, 3, 2, 30, 'Asia/Singapore');
insert into public.service_texts (service_id, language, name, description, place)
  select '{reader}', l, 'Reading circle', 'Bring a book.', 'Room 2' from unnest(enum_range(null::public.language)) as l;
insert into public.service_hours (service_id, weekday, opens, closes)
  select '{reader}', day, '09:00', '17:00' from generate_series(1, 7) as day;
