-- Comments under articles: replies to a topic that belongs to the article.

-- The area in which the topics of articles are. Null: articles have no comments.
alter table public.site_settings
  add column comments_forum_id uuid references public.forums (id) on delete set null;
create index site_settings_comments_forum on public.site_settings (comments_forum_id)
  where comments_forum_id is not null;

alter table public.articles add column has_comments boolean not null default true;

-- Made with the first comment. At most one topic of an article, however many first comments arrive at once.
alter table public.posts add column article_id uuid references public.articles (id) on delete set null;
create unique index posts_of_article on public.posts (article_id) where article_id is not null;
