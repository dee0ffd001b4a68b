-- The site map lists posts in the order in which they were written, so that only its last part ever grows.
set local lock_timeout = '5s';

create index posts_in_order on public.posts (created_at, id) where hidden_at is null and deleted_at is null;
create index articles_in_order on public.articles (publish_at, id) where status = 'published' and deleted_at is null;
