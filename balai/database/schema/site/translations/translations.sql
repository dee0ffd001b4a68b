-- Translations of posts and replies by members, and requests for them. Originals are read through the views of the role
-- balai_translator, which has no marked text.
-- Errors: PT403 not_yours; PT404 not_found; PT409 gone, not_translated (the text is marked), has_translation;
-- PT422 same_language, new_parts (a picture, file, link or mention that the original does not have); PT429 too_fast;
-- 42501 not_allowed.

-- The languages that the caller reads.
create or replace function public.my_languages() returns public.language[]
language sql stable security definer set search_path = '' as $$
  select p.language || p.content_languages || p.speaks from public.profiles as p where p.id = auth.uid()
$$;

-- Whether the caller may write a translation: translators and moderators of the area; members of level 1 or more who read
-- both languages.
create or replace function public.may_translate(area uuid, original public.language, wanted public.language)
returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return auth.uid() is not null and public.may('reply', area) and (
    public.may('translate', area) or public.may('moderate', area)
    or public.trust_level(auth.uid()) >= 1 and array[original, wanted] <@ public.my_languages());
end
$$;

-- Whether the caller may change or remove what another member translated. Of a text that they translated themselves
-- they always may.
create or replace function public.may_review_translation(area uuid, author uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select public.may('translate', area) or public.may('moderate', area) or author = auth.uid()
    or public.trust_level(auth.uid()) >= 2
$$;

-- A text as a translator reads it. Raises an error if the caller does not see it, if it is gone, or marked.
create or replace function public.text_to_translate(post uuid, reply uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  place record;
  original jsonb;
begin
  select p.forum_id, case when r.id is null then p.title is not null else r.body is not null end as is_shown into place
  from public.posts as p
  left join public.replies as r on r.id = text_to_translate.reply and r.post_id = p.id
  where p.id = coalesce(text_to_translate.post, (
      select x.post_id from public.replies as x where x.id = text_to_translate.reply))
    and num_nonnulls(text_to_translate.post, text_to_translate.reply) = 1
    and p.forum_id <> all (public.hidden_forums());
  if not found then
    perform public.raise_error('404', 'not_found', 'No such post or reply');
  elsif not place.is_shown then
    perform public.raise_error('409', 'gone', 'This was hidden or deleted');
  end if;
  if text_to_translate.reply is null then
    select to_jsonb(v) into original from texts.posts_to_translate as v where v.id = text_to_translate.post;
  else
    select to_jsonb(v) into original from texts.replies_to_translate as v where v.id = text_to_translate.reply;
  end if;
  if original is null then
    perform public.raise_error('409', 'not_translated', 'This text is not to be translated');
  end if;
  return original || jsonb_build_object('forum_id', place.forum_id);
end
$$;

-- The content of a translation's dialog: the original, the translation if there is one, and the caller's permissions.
create or replace function public.open_translation(
  wanted public.language, post uuid default null, reply uuid default null) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  original constant jsonb := public.text_to_translate(open_translation.post, open_translation.reply);
  area constant uuid := original ->> 'forum_id';
  source constant public.language := original ->> 'language';
  known public.translations;
begin
  select t.* into known from public.translations as t
  where (t.post_id = open_translation.post or t.reply_id = open_translation.reply) and t.language = wanted;
  return jsonb_build_object(
    'language', source, 'title', original -> 'title', 'body', original -> 'body',
    'version', original -> 'text_version',
    'mayWrite', source <> wanted and public.may_translate(area, source, wanted) and (known.id is null
      or known.translator_id = auth.uid() or public.may_review_translation(area, (original ->> 'author_id')::uuid)),
    'mayRemove', known.id is not null and (known.translator_id = auth.uid() or public.may('moderate', area)
      or public.may('translate', area) or original ->> 'author_id' = auth.uid()::text),
    'known', case when known.id is not null then jsonb_build_object(
      'id', known.id, 'title', known.title, 'body', known.body, 'updatedAt', known.updated_at,
      'translatorName', (select p.display_name from public.profiles as p where p.id = known.translator_id),
      'isOutdated', known.source_version < (original ->> 'text_version')::integer) end,
    'requests', (
      select count(*) from public.translation_requests as r
      where (r.post_id = open_translation.post or r.reply_id = open_translation.reply) and r.language = wanted),
    'hasAsked', exists (
      select from public.translation_requests as r
      where (r.post_id = open_translation.post or r.reply_id = open_translation.reply) and r.language = wanted
        and r.member_id = auth.uid()));
end
$$;

-- The pictures, files, links and members that a document shows.
create or replace function public.parts_of(body jsonb) returns text[]
language sql immutable set search_path = '' as $$
  select array(
    select part #>> '{}' from jsonb_path_query(
      body, 'strict $.**{0 to last} ? (@.type == "image" || @.type == "file").attrs.src') as part
    union
    select part #>> '{}' from jsonb_path_query(body, 'strict $.**{0 to last} ? (@.type == "link").attrs.href') as part
    union
    select part #>> '{}' from jsonb_path_query(body, 'strict $.**{0 to last} ? (@.type == "mention").attrs.id') as part)
$$;

-- Adds a translation, or changes the one that there is. `source_version`: of the original that the translator compared it
-- with, so that a change of the original meanwhile leaves it marked as outdated.
create or replace function public.save_translation(
  language public.language, title text, body jsonb, source_version integer, post uuid default null,
  reply uuid default null) returns uuid
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_variable
declare
  original jsonb;
  area uuid;
  known public.translations;
  saved uuid;
begin
  perform public.refuse_if_silenced();
  -- A hide, a mark or an edit of the original happens before this, or waits for it.
  perform from public.replies as r where r.id = reply for no key update;
  perform from public.posts as p
  where p.id = coalesce(post, (select r.post_id from public.replies as r where r.id = reply)) for no key update;
  original := public.text_to_translate(post, reply);
  area := original ->> 'forum_id';
  perform from public.forums as f where f.id = area for share;
  select t.* into known from public.translations as t
  where (t.post_id = post or t.reply_id = reply) and t.language = save_translation.language;
  if original ->> 'language' = language::text
    or original -> 'body' = body and (post is null or original ->> 'title' = title) then
    perform public.raise_error('422', 'same_language', 'The text is in this language');
  elsif not public.may_translate(area, (original ->> 'language')::public.language, language)
    or known.id is not null and known.translator_id is distinct from auth.uid()
      and not public.may_review_translation(area, (original ->> 'author_id')::uuid) then
    raise exception 'This needs a role that you do not have' using errcode = '42501', detail = 'not_allowed';
  elsif coalesce(public.is_rich_text(body, 60000), false)
    and not public.parts_of(body) <@ public.parts_of(original -> 'body') then
    perform public.raise_error('422', 'new_parts', 'A picture, file, link or mention that the original does not have');
  end if;
  insert into public.translations as t (post_id, reply_id, language, title, body, translator_id, source_version)
  values (post, reply, language, case when post is not null then coalesce(title, '') end, coalesce(body, '{}'),
    auth.uid(), least(source_version, (original ->> 'text_version')::integer))
  on conflict do nothing returning t.id into saved;
  if saved is null then
    update public.translations as t set title = case when post is not null then coalesce(save_translation.title, '') end,
      body = coalesce(save_translation.body, '{}'), translator_id = auth.uid(),
      source_version = least(save_translation.source_version, (original ->> 'text_version')::integer), updated_at = now()
    where t.id = known.id returning t.id into saved;
  end if;
  perform public.answer_requests(saved);
  return saved;
end
$$;

-- Tells those who asked, and removes what they asked for.
create or replace function public.answer_requests(translation uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  done public.translations;
  askers uuid[];
begin
  select t.* into done from public.translations as t where t.id = translation;
  with answered as (
    delete from public.translation_requests as r
    where (r.post_id = done.post_id or r.reply_id = done.reply_id) and r.language = done.language
    returning r.member_id)
  select array_agg(a.member_id order by a.member_id) into askers from answered as a;
  perform public.queue_notices('text_translated', askers, done.id::text, auth.uid(),
    post => coalesce(done.post_id, (select r.post_id from public.replies as r where r.id = done.reply_id)),
    reply => done.reply_id)
  where askers is not null;
end
$$;

-- Asks for a text in a language, or no longer. Asking again changes nothing.
create or replace function public.ask_for_translation(
  wanted public.language, asks boolean default true, post uuid default null, reply uuid default null) returns void
language plpgsql security definer set search_path = '' as $$
declare
  original jsonb;
begin
  if auth.uid() is null then
    perform public.raise_error('401', 'no_session', 'Please sign in');
  elsif not asks then
    delete from public.translation_requests as r
    where (r.post_id = ask_for_translation.post or r.reply_id = ask_for_translation.reply) and r.language = wanted
      and r.member_id = auth.uid();
    return;
  end if;
  if 100 <= (select count(*) from public.translation_requests as r
    where r.member_id = auth.uid() and r.created_at > now() - interval '1 day') then
    perform public.raise_error('429', 'too_fast', 'At most 100 in a day');
  end if;
  -- A mark happens before this, or waits for it.
  perform from public.posts as p where p.id = coalesce(ask_for_translation.post, (
    select r.post_id from public.replies as r where r.id = ask_for_translation.reply)) for share;
  original := public.text_to_translate(ask_for_translation.post, ask_for_translation.reply);
  if original ->> 'language' = wanted::text then
    perform public.raise_error('422', 'same_language', 'The text is in this language');
  elsif exists (
    select from public.translations as t
    where (t.post_id = ask_for_translation.post or t.reply_id = ask_for_translation.reply) and t.language = wanted
      and t.source_version >= (original ->> 'text_version')::integer) then
    perform public.raise_error('409', 'has_translation', 'There is a translation');
  end if;
  insert into public.translation_requests (post_id, reply_id, language, member_id)
  values (ask_for_translation.post, ask_for_translation.reply, wanted, auth.uid())
  on conflict on constraint translation_requests_once do nothing;
end
$$;

-- The texts that members ask for and the caller may translate, the most wanted first. `is_mine`: the caller asked too.
create or replace function public.list_translation_requests(only_language public.language default null, at_most integer default 50)
returns table (
  post_id uuid, reply_id uuid, reply_number integer, forum_slug text, original public.language, wanted public.language,
  title text, excerpt text, requests integer, is_mine boolean, is_outdated boolean, asked_at timestamptz)
language sql stable security definer set search_path = '' as $$
  with asked as (
    select r.post_id, r.reply_id, r.language, count(*)::integer as requests, min(r.created_at) as asked_at,
      bool_or(r.member_id = auth.uid()) as is_mine
    from public.translation_requests as r
    where list_translation_requests.only_language is null or r.language = list_translation_requests.only_language
    group by r.post_id, r.reply_id, r.language
  )
  select topic.id, asked.reply_id, number.number, forum.slug, coalesce(reply.language, topic.language), asked.language,
    topic.title, left(regexp_replace(public.rich_text_plain(coalesce(reply.body, topic.body)), '\s+', ' ', 'g'), 240),
    asked.requests, asked.is_mine, exists (
      select from public.translations as t
      where (t.post_id = asked.post_id or t.reply_id = asked.reply_id) and t.language = asked.language), asked.asked_at
  from asked
  left join texts.replies_to_translate as reply on reply.id = asked.reply_id
  join texts.posts_to_translate as topic on topic.id = coalesce(asked.post_id, reply.post_id)
  join public.forums as forum on forum.id = topic.forum_id
  left join public.replies as number on number.id = asked.reply_id
  where topic.forum_id <> all (public.hidden_forums())
    and public.may_translate(topic.forum_id, coalesce(reply.language, topic.language), asked.language)
  order by asked.requests desc, asked.asked_at, coalesce(asked.reply_id, asked.post_id), asked.language
  limit least(greatest(list_translation_requests.at_most, 1), 100)
$$;

-- Removes a translation: its translator, the author of the original, translators and moderators. restore_translation()
-- brings it back for 30 days: who removed it, translators and moderators.
create or replace function public.remove_translation(translation uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  found_text public.translations;
begin
  select t.* into found_text from public.translations as t where t.id = translation for update;
  perform public.check_own_translation(found_text.translator_id, found_text.post_id, found_text.reply_id);
  with gone as (delete from public.translations as t where t.id = translation returning t.*)
  insert into public.withheld_translations
  select gone.*, 'removed', now(), auth.uid() from gone;
  insert into public.staff_log (actor_id, thing, act, thing_id, member_id, changes)
  select auth.uid(), 'translations', 'delete', translation, found_text.translator_id,
    jsonb_build_object('language', jsonb_build_array(found_text.language, null))
  where found_text.translator_id is distinct from auth.uid() and public.my_rights() <> '{}';
end
$$;

create or replace function public.restore_translation(translation uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  found_text public.withheld_translations;
begin
  select t.* into found_text from public.withheld_translations as t
  where t.id = translation and t.reason = 'removed' for update;
  perform public.check_own_translation(found_text.translator_id, found_text.post_id, found_text.reply_id);
  if found_text.removed_by is distinct from auth.uid() and not exists (
    select from public.posts as p
    where p.id = coalesce(found_text.post_id, (select r.post_id from public.replies as r where r.id = found_text.reply_id))
      and (public.may('moderate', p.forum_id) or public.may('translate', p.forum_id))) then
    perform public.raise_error('403', 'not_yours', 'Another member has removed this');
  end if;
  perform public.text_to_translate(found_text.post_id, found_text.reply_id);
  insert into public.translations
  select found_text.id, found_text.post_id, found_text.reply_id, found_text.language, found_text.title, found_text.body,
    found_text.translator_id, found_text.source_version, found_text.created_at, found_text.updated_at;
  -- Afterwards: the case of one that is in neither table is forgotten.
  delete from public.withheld_translations as t where t.id = translation;
exception when unique_violation then
  perform public.raise_error('409', 'has_translation', 'There is a translation');
end
$$;

create or replace function public.check_own_translation(translator uuid, post uuid, reply uuid) returns void
language plpgsql stable security definer set search_path = '' as $$
declare
  place record;
begin
  select p.forum_id, coalesce(r.author_id, case when r.id is null then p.author_id end) as author_id into place
  from public.posts as p
  left join public.replies as r on r.id = check_own_translation.reply
  where p.id = coalesce(check_own_translation.post, r.post_id) and p.forum_id <> all (public.hidden_forums());
  if not found then
    perform public.raise_error('404', 'not_found', 'No such translation');
  elsif auth.uid() is null or not coalesce(auth.uid() in (translator, place.author_id), false)
    and not public.may('moderate', place.forum_id) and not public.may('translate', place.forum_id) then
    raise exception 'This needs a role that you do not have' using errcode = '42501', detail = 'not_allowed';
  end if;
end
$$;

-- With the original: translations of a hidden or deleted one are put aside and come back with it; one in the language that
-- the original got is no translation any more. Arguments: the column that names the original.
create or replace function public.follow_original() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  is_post constant boolean := tg_table_name = 'posts';
begin
  if (old.body is null) <> (new.body is null) then
    if new.body is null then
      with gone as (
        delete from public.translations as t
        where is_post and t.post_id = new.id or not is_post and t.reply_id = new.id returning t.*)
      insert into public.withheld_translations
      select gone.*, 'original', now() from gone;
    else
      with back as (
        delete from public.withheld_translations as t
        where t.reason = 'original' and (is_post and t.post_id = new.id or not is_post and t.reply_id = new.id)
        returning t.*)
      insert into public.translations
      select b.id, b.post_id, b.reply_id, b.language, b.title, b.body, b.translator_id, b.source_version, b.created_at,
        b.updated_at
      from back as b on conflict do nothing;
    end if;
  end if;
  delete from public.translations as t
  where t.language = new.language and (is_post and t.post_id = new.id or not is_post and t.reply_id = new.id)
    and old.language <> new.language;
  return null;
end
$$;

-- The entries of the original and of all its translations are written together: they tell whether it has others.
create or replace function public.index_translation() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  changed constant public.translations := case when tg_op = 'DELETE' then old else new end;
begin
  perform search.refresh(case when changed.post_id is null then 'reply' else 'post' end,
    coalesce(changed.post_id, changed.reply_id));
  return null;
end
$$;

revoke execute on function
  public.my_languages(), public.may_translate(uuid, public.language, public.language),
  public.may_review_translation(uuid, uuid), public.text_to_translate(uuid, uuid),
  public.open_translation(public.language, uuid, uuid), public.parts_of(jsonb),
  public.save_translation(public.language, text, jsonb, integer, uuid, uuid), public.answer_requests(uuid),
  public.ask_for_translation(public.language, boolean, uuid, uuid),
  public.list_translation_requests(public.language, integer), public.remove_translation(uuid),
  public.restore_translation(uuid), public.check_own_translation(uuid, uuid, uuid), public.follow_original(),
  public.index_translation()
from public, anon, authenticated;

grant execute on function
  public.open_translation(public.language, uuid, uuid),
  public.save_translation(public.language, text, jsonb, integer, uuid, uuid),
  public.ask_for_translation(public.language, boolean, uuid, uuid),
  public.list_translation_requests(public.language, integer), public.remove_translation(uuid),
  public.restore_translation(uuid)
to authenticated, service_role;
