-- Translations of posts and replies, who asked for one, and marks that keep a text from translation, the index and email.

-- Who reads texts for what leaves their page. Row policies of these roles leave out what is marked, so that no query of
-- the indexer, of the senders of messages or of the translators' functions returns it.
do $$
declare
  wanted text;
begin
  foreach wanted in array array['balai_indexer', 'balai_mailer', 'balai_translator'] loop
    if not exists (select from pg_roles where rolname = wanted) then
      execute format('create role %I nologin noinherit', wanted);
    end if;
    -- Views change their owner, and are dropped to be written again. From PostgreSQL 16 on that needs both options.
    if current_setting('server_version_num')::integer >= 160000 then
      if not pg_has_role(current_user, wanted, 'SET') or not pg_has_role(current_user, wanted, 'USAGE') then
        execute format('grant %I to %I with set true, inherit true', wanted, current_user);
      end if;
    elsif not pg_has_role(current_user, wanted, 'USAGE') then
      execute format('grant %I to %I', wanted, current_user);
    end if;
  end loop;
end $$;

-- The views through which the senders and the translators read. The index reads search.sources.
create schema texts;
grant usage, create on schema texts to balai_mailer, balai_translator;
grant usage, create on schema search to balai_indexer;
grant usage on schema public to balai_indexer, balai_mailer, balai_translator;

-- What a text is kept from: translations, the search index, messages. Of a post for its replies too, of an area for all
-- in it.
alter table public.posts
  add column kept_from text[] not null default '{}' constraint posts_kept_from check (
    kept_from <@ '{translate,index,mail}' and array_position(kept_from, null) is null and cardinality(kept_from) <= 3),
  -- Rises with every change of the text. A translation stores the version that it was made from.
  add column text_version integer not null default 1;
alter table public.replies
  add column kept_from text[] not null default '{}' constraint replies_kept_from check (
    kept_from <@ '{translate,index,mail}' and array_position(kept_from, null) is null and cardinality(kept_from) <= 3),
  add column text_version integer not null default 1;
alter table public.forums
  add column kept_from text[] not null default '{}' constraint forums_kept_from check (
    kept_from <@ '{translate,index,mail}' and array_position(kept_from, null) is null and cardinality(kept_from) <= 3);
alter table public.held_texts
  add column kept_from text[] not null default '{}' constraint posts_kept_from check (
    kept_from <@ '{translate,index,mail}' and array_position(kept_from, null) is null and cardinality(kept_from) <= 3);
-- Most sites have none, which every policy of these roles finds out first.
create index forums_kept on public.forums (id) where kept_from <> '{}';

-- A text in another language than its original. Of a hidden or deleted original there is none here.
create table public.translations (
  id uuid primary key default gen_random_uuid(),
  post_id uuid references public.posts (id) on delete cascade,
  reply_id uuid references public.replies (id) on delete cascade,
  language public.language not null,
  title text,
  body jsonb not null,
  translator_id uuid references public.profiles (id) on delete set null,
  -- The version of the original that a translator last compared it with. Lower than that of the original: outdated.
  source_version integer not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint translations_thing check (num_nonnulls(post_id, reply_id) = 1),
  constraint translations_title check ((title is null) = (post_id is null)),
  constraint posts_title_line check (public.is_clean_line(title, 200)),
  constraint posts_title_short check (public.is_long_enough(title, 2, 4)),
  constraint posts_body_form check (public.is_rich_text(body, 60000)),
  constraint replies_body_short check (
    public.is_long_enough(public.rich_text_plain(body), 1, 1) or public.has_image(body))
);
create unique index translations_of_post on public.translations (post_id, language) where post_id is not null;
create unique index translations_of_reply on public.translations (reply_id, language) where reply_id is not null;
create index translations_by_translator on public.translations (translator_id, created_at) where translator_id is not null;
alter table public.translations enable row level security;

-- Translations whose original is hidden or deleted, and those that were removed, for an undo. No client reads them.
create table public.withheld_translations (
  id uuid primary key,
  post_id uuid references public.posts (id) on delete cascade,
  reply_id uuid references public.replies (id) on delete cascade,
  language public.language not null,
  title text,
  body jsonb not null,
  translator_id uuid references public.profiles (id) on delete set null,
  source_version integer not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  reason text not null check (reason in ('original', 'removed')),
  withheld_at timestamptz not null default now()
);
create index withheld_translations_of_post on public.withheld_translations (post_id) where post_id is not null;
create index withheld_translations_of_reply on public.withheld_translations (reply_id) where reply_id is not null;
create index withheld_translations_by_translator on public.withheld_translations (translator_id, created_at)
  where translator_id is not null;
create index withheld_translations_removed on public.withheld_translations (withheld_at) where reason = 'removed';
alter table public.withheld_translations enable row level security;

-- A member asks for a text in a language. Removed when the translation is there.
create table public.translation_requests (
  id uuid primary key default gen_random_uuid(),
  post_id uuid references public.posts (id) on delete cascade,
  reply_id uuid references public.replies (id) on delete cascade,
  language public.language not null,
  member_id uuid not null references public.profiles (id) on delete cascade,
  created_at timestamptz not null default now(),
  constraint translation_requests_thing check (num_nonnulls(post_id, reply_id) = 1),
  constraint translation_requests_once unique nulls not distinct (post_id, reply_id, language, member_id)
);
create index translation_requests_of_reply on public.translation_requests (reply_id) where reply_id is not null;
create index translation_requests_by_member on public.translation_requests (member_id, created_at);
create index translation_requests_newest on public.translation_requests (created_at desc);
alter table public.translation_requests enable row level security;

-- Whether the item has entries in other languages, which a search shows once. Posts and replies have until they are
-- translated none.
alter table search.entries add column has_others boolean not null default false;
update search.entries set has_others = true where kind not in ('post', 'reply');

-- They got an argument for the marks.
drop function if exists public.add_post_with_poll(uuid, uuid, public.language, text, jsonb, text[], jsonb);
