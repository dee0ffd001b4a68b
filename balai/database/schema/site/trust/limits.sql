-- Limits of new members, time between texts, and which texts are held. Triggers, so that they hold for pages, /rest/v1
-- and replies by email alike.
-- Errors: PT429 text_pause (HINT: the seconds left), newcomer_topics, newcomer_replies (HINT: when the limit ends),
-- many_waiting; PT422 newcomer_links, newcomer_pictures, newcomer_files.

-- Links to other sites, pictures and stored files in a text. Addresses without a mark count as links.
create or replace function public.count_extras(body jsonb) returns table (links integer, pictures integer, files integer)
language sql immutable set search_path = '' as $$
  select
    (select count(*)::int from (
      select mark.href #>> '{}' as address
      from jsonb_path_query(body, 'strict $.**{0 to last}.marks[*] ? (@.type == "link").attrs.href') as mark (href)
      where mark.href #>> '{}' ~ '^[a-zA-Z]' and mark.href #>> '{}' !~ '^mailto:|^tel:'
      union
      select found[1] from regexp_matches(public.rich_text_plain(body), 'https?://[^\s<>"]+', 'g') as found) as address),
    (select count(*)::int from jsonb_path_query(body, 'strict $.**{0 to last} ? (@.type == "image")')),
    (select count(*)::int
      from jsonb_path_query(body, 'strict $.**{0 to last}.marks[*] ? (@.type == "link").attrs.href') as mark (href)
      where mark.href #>> '{}' like '/storage/%')
    + (select count(*)::int from jsonb_path_query(body, 'strict $.**{0 to last} ? (@.type == "file")'))
$$;

-- Rejects what a new member may not write yet. Until level 1; the numbers of topics and replies until a day after the
-- first of them.
create or replace function public.check_newcomer_text(body jsonb) returns void
language plpgsql stable security definer set search_path = '' as $$
declare
  extras record;
begin
  -- The constraint rejects any other document; it must not be walked first.
  if not coalesce(public.is_rich_text(body, 60000), false) then
    return;
  end if;
  select * into extras from public.count_extras(body);
  if extras.links > 2 then
    perform public.raise_error('422', 'newcomer_links', 'At most 2 links until level 1');
  elsif extras.pictures > 1 then
    perform public.raise_error('422', 'newcomer_pictures', 'At most one picture until level 1');
  elsif extras.files > 0 then
    perform public.raise_error('422', 'newcomer_files', 'No files until level 1');
  end if;
end
$$;

create or replace function public.check_newcomer_counts(author uuid, is_topic boolean) returns void
language plpgsql stable security definer set search_path = '' as $$
declare
  first_at timestamptz;
  written integer;
begin
  select min(x.at) into first_at from (
    (select p.created_at from public.posts as p where p.author_id = author order by p.created_at limit 1)
    union all
    (select r.created_at from public.replies as r where r.author_id = author order by r.created_at limit 1)
    union all
    (select h.created_at from public.held_texts as h where h.author_id = author order by h.created_at limit 1)) as x (at);
  if first_at is null or first_at < now() - interval '1 day' then
    return;
  elsif is_topic then
    written := (select count(*) from public.posts as p where p.author_id = author and p.article_id is null)
      + (select count(*) from public.held_texts as h
        where h.author_id = author and num_nonnulls(h.post_id, h.article_id) = 0 and h.status <> 'approved');
  else
    written := (select count(*) from public.replies as r where r.author_id = author)
      + (select count(*) from public.held_texts as h
        where h.author_id = author and num_nonnulls(h.post_id, h.article_id) > 0 and h.status <> 'approved');
  end if;
  if is_topic and written >= 3 then
    raise exception 'At most 3 topics on the first day' using errcode = 'PT429', detail = 'newcomer_topics',
      hint = to_json(first_at + interval '1 day') #>> '{}';
  elsif not is_topic and written >= 10 then
    raise exception 'At most 10 replies on the first day' using errcode = 'PT429', detail = 'newcomer_replies',
      hint = to_json(first_at + interval '1 day') #>> '{}';
  end if;
end
$$;

create or replace function public.check_post_gap(author uuid, gap_seconds integer) returns void
language plpgsql stable security definer set search_path = '' as $$
declare
  last_at timestamptz;
begin
  select max(x.at) into last_at from (
    (select p.created_at from public.posts as p where p.author_id = author order by p.created_at desc limit 1)
    union all
    (select r.created_at from public.replies as r where r.author_id = author order by r.created_at desc limit 1)
    union all
    (select h.created_at from public.held_texts as h where h.author_id = author order by h.created_at desc limit 1)) as x (at);
  if gap_seconds > 0 and last_at > now() - make_interval(secs => gap_seconds) then
    raise exception 'Wait a moment between two texts' using errcode = 'PT429', detail = 'text_pause',
      hint = ceil(extract(epoch from last_at + make_interval(secs => gap_seconds) - now()))::text;
  end if;
end
$$;

-- Whether the text was typed faster than people type, as the browser measured it: the header x-typing has the number of
-- single keys and the milliseconds from the first to the last. Texts of an input method, dictation and pastes are in
-- neither number, and without the header nothing is known. The fastest people reach 20 keys a second for some words.
create or replace function public.is_typed_too_fast() returns boolean
language plpgsql stable set search_path = '' as $$
declare
  measured constant text := nullif(current_setting('request.headers', true), '')::jsonb ->> 'x-typing';
begin
  if measured is null or measured !~ '^\d{1,6}/\d{1,9}$' then
    return false;
  end if;
  return split_part(measured, '/', 1)::integer >= 30
    and split_part(measured, '/', 2)::integer < 40 * split_part(measured, '/', 1)::integer;
end
$$;

-- Why a text of this author is held, null if it is not. A member with a text that is shown is no longer held for the
-- first one.
create or replace function public.reason_to_hold(author uuid, area uuid, trust smallint) returns text
language plpgsql stable security definer set search_path = '' as $$
declare
  settings public.site_settings;
begin
  select * into settings from public.site_settings;
  if exists (select from public.member_trust as t where t.member_id = author and t.held_until > now()) then
    return 'reported';
  elsif settings.limits_newcomers and trust <= 1 and public.is_typed_too_fast() then
    return 'fast';
  elsif trust = 0
      and coalesce((select f.holds_first_posts from public.forums as f where f.id = area), settings.holds_first_posts)
      and not exists (select from public.posts as p where p.author_id = author and p.body is not null)
      and not exists (select from public.replies as r where r.author_id = author and r.body is not null) then
    return 'first';
  end if;
  return null;
end
$$;

-- Whether the caller's new text, a row of posts or replies, appears at once. False: it is held. Raises why it is rejected.
create or replace function public.admit_text(kind text, area uuid, new_text jsonb) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  is_topic constant boolean := kind = 'posts';
  author constant uuid := auth.uid();
  text_id constant uuid := new_text ->> 'id';
  trust constant smallint := public.trust_level(author);
  is_known boolean;
  settings public.site_settings;
  held_for text;
begin
  if trust = 4 or public.may('moderate', area) then
    return true;
  end if;
  perform pg_advisory_xact_lock(hashtextextended('balai.new_text' || author, 0));
  -- A repeated request: the primary key rejects it, or it is held already.
  execute format('select exists (select from public.%I where id = $1)', kind) into is_known using text_id;
  if is_known then
    return true;
  elsif exists (select from public.held_texts as h where h.id = text_id and h.author_id = author) then
    return false;
  end if;
  -- The row policy rejects it: not held, because a held text is in no table with that policy.
  if not public.may(case when is_topic then 'create' else 'reply' end::public.site_right, area) then
    return true;
  end if;
  select * into settings from public.site_settings;
  perform public.check_post_gap(author,
    settings.post_gap_seconds * case when trust = 0 and settings.limits_newcomers then 3 else 1 end);
  if trust = 0 and settings.limits_newcomers then
    perform public.check_newcomer_text(new_text -> 'body');
    perform public.check_newcomer_counts(author, is_topic);
  end if;
  held_for := public.reason_to_hold(author, area, trust);
  if held_for is not null then
    perform public.hold_text(new_text, area, held_for);
  end if;
  return held_for is null;
end
$$;

-- Before a member's text: rejects it, holds it, or lets it through. By name after admit_reply and check_rate_limit, so
-- that a locked topic answers first, and before the triggers that read the text.
create or replace function public.check_new_text() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  row constant jsonb := to_jsonb(new);
  area constant uuid := coalesce((row ->> 'forum_id')::uuid, (
    select p.forum_id from public.posts as p where p.id = (row ->> 'post_id')::uuid));
begin
  -- Texts of others are put there by moderators; the topic of an article belongs to its comments.
  if auth.uid() is null or new.author_id is distinct from auth.uid() or row ->> 'article_id' is not null then
    return new;
  end if;
  return case when public.admit_text(tg_table_name, area, row) then new end;
end
$$;

-- An edit by its author is held to the limits of a new text.
create or replace function public.check_edited_text() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if auth.uid() = new.author_id and (select s.limits_newcomers from public.site_settings as s)
    and public.trust_level(new.author_id) = 0 then
    perform public.check_newcomer_text(new.body);
  end if;
  return new;
end
$$;

revoke execute on function
  public.count_extras(jsonb), public.check_newcomer_text(jsonb), public.check_newcomer_counts(uuid, boolean),
  public.check_post_gap(uuid, integer), public.is_typed_too_fast(), public.reason_to_hold(uuid, uuid, smallint),
  public.admit_text(text, uuid, jsonb), public.check_new_text(), public.check_edited_text()
from public, anon, authenticated;
