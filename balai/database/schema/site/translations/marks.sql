-- Marks that keep a text from translation, from the search index or from messages: of a post with its replies, of a reply,
-- of an area. Row policies of the three roles read them (policies.sql); what was made before a mark is removed in the
-- transaction that sets it.
-- Errors: PT404 not_found; PT403 not_yours; PT409 gone.

-- The areas that are marked, those below a marked one included.
create or replace function public.areas_kept_from(use text) returns uuid[]
language plpgsql stable security definer set search_path = '' as $$
begin
  if not exists (select from public.forums as f where f.kept_from <> '{}') then
    return '{}';
  end if;
  return array(
    select f.id from public.forums as f left join public.forums as above on above.id = f.parent_id
    where use = any (f.kept_from || coalesce(above.kept_from, '{}')));
end
$$;

-- The marks that hold for a post or reply, its own and those of what it is in.
create or replace function public.marks_of(post uuid, reply uuid default null) returns text[]
language sql stable security definer set search_path = '' as $$
  select array(
    select distinct mark from unnest(p.kept_from || f.kept_from || coalesce(above.kept_from, '{}') || coalesce((
      select r.kept_from from public.replies as r where r.id = marks_of.reply), '{}')) as mark order by mark)
  from public.posts as p
  join public.forums as f on f.id = p.forum_id
  left join public.forums as above on above.id = f.parent_id
  where p.id = coalesce(marks_of.post, (select r.post_id from public.replies as r where r.id = marks_of.reply))
$$;

-- Sets the marks of a text: its author, and moderators of its area.
create or replace function public.set_marks(kept_from text[], post uuid default null, reply uuid default null)
returns void
language plpgsql security definer set search_path = '' as $$
declare
  found_text record;
begin
  perform from public.replies as r where r.id = set_marks.reply for no key update;
  select coalesce(r.author_id, p.author_id) as author_id, p.forum_id, p.id,
    case when r.id is null then p.title is not null else r.body is not null end as is_shown
  into found_text
  from public.posts as p left join public.replies as r on r.id = set_marks.reply and r.post_id = p.id
  where p.id = coalesce(r.post_id, set_marks.post) and num_nonnulls(set_marks.post, set_marks.reply) = 1
    and p.forum_id <> all (public.hidden_forums())
  for no key update of p;
  if not found then
    perform public.raise_error('404', 'not_found', 'No such post or reply');
  elsif found_text.author_id is distinct from auth.uid() and not public.may('moderate', found_text.forum_id) then
    perform public.raise_error('403', 'not_yours', 'Only its author may change this');
  elsif not found_text.is_shown then
    perform public.raise_error('409', 'gone', 'This was hidden or deleted');
  elsif set_marks.reply is null then
    update public.posts as p set kept_from = public.sorted_marks(set_marks.kept_from) where p.id = found_text.id;
  else
    update public.replies as r set kept_from = public.sorted_marks(set_marks.kept_from) where r.id = set_marks.reply;
  end if;
end
$$;

create or replace function public.set_area_marks(forum uuid, kept_from text[]) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform public.check_admin();
  update public.forums as f set kept_from = public.sorted_marks(set_area_marks.kept_from)
  where f.id = set_area_marks.forum;
  if not found then
    perform public.raise_error('404', 'not_found', 'No such forum');
  end if;
end
$$;

create or replace function public.sorted_marks(marks text[]) returns text[]
language sql immutable set search_path = '' as $$
  select array(select distinct mark from unnest(coalesce(marks, '{}')) as mark order by mark)
$$;

-- After a mark of a text was set or taken away, or the text was moved under other marks.
create or replace function public.apply_marks() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  is_reply constant boolean := tg_table_name = 'replies';
  topic constant uuid := case when is_reply then to_jsonb(new) ->> 'post_id' else new.id::text end;
begin
  if is_reply then
    perform search.refresh('reply', new.id);
    perform public.drop_translations(array[]::uuid[], array[new.id]) where 'translate' = any (public.marks_of(null, new.id));
    return null;
  end if;
  if 'index' = any (old.kept_from) <> ('index' = any (new.kept_from)) then
    perform search.refresh('post', topic);
    perform search.refresh('reply', r.id) from public.replies as r where r.post_id = topic;
  end if;
  perform public.drop_translations(array[topic], array(select r.id from public.replies as r where r.post_id = topic))
  where 'translate' = any (public.marks_of(topic));
  return null;
end
$$;

-- The same for an area and those below it. Entries that come back are written without words, of no rules: the job
-- search_index gives them theirs.
create or replace function public.apply_area_marks() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  areas constant uuid[] := array(select f.id from public.forums as f where new.id in (f.id, f.parent_id));
  kept constant uuid[] := public.areas_kept_from('index');
  untranslated constant uuid[] := public.areas_kept_from('translate');
begin
  delete from search.entries as e using public.posts as p
  where p.forum_id = any (areas) and p.forum_id = any (kept) and e.kind = 'post' and e.item_id = p.id;
  delete from search.entries as e using public.replies as r join public.posts as p on p.id = r.post_id
  where p.forum_id = any (areas) and p.forum_id = any (kept) and e.kind = 'reply' and e.item_id = r.id;
  insert into search.entries (kind, item_id, language, title, body, public_from, reader_id, scope_id, at, has_others,
    author_id, forum_id, terms, rules)
  select s.kind, s.item_id, s.language, normalize(s.title, nfc), normalize(s.body, nfc), s.public_from, s.reader_id,
    s.scope_id, s.at, s.has_others, s.author_id, s.forum_id, ''::tsvector, -1
  from (
    select 'post' as kind, p.id from public.posts as p where p.forum_id = any (areas) and p.forum_id <> all (kept)
    union all
    select 'reply', r.id from public.replies as r join public.posts as p on p.id = r.post_id
    where p.forum_id = any (areas) and p.forum_id <> all (kept)) as missing
  join search.sources as s on s.kind = missing.kind and s.item_id = missing.id
  where 'index' = any (old.kept_from) and not 'index' = any (new.kept_from)
  on conflict do nothing;
  perform public.drop_translations(
    array(select p.id from public.posts as p where p.forum_id = any (areas) and p.forum_id = any (untranslated)),
    array(select r.id from public.replies as r join public.posts as p on p.id = r.post_id
      where p.forum_id = any (areas) and p.forum_id = any (untranslated)));
  return null;
end
$$;

-- Removes the translations of texts for good, withheld ones included, and what was asked for.
create or replace function public.drop_translations(posts uuid[], reply_ids uuid[]) returns void
language sql security definer set search_path = '' as $$
  delete from public.translations as t where t.post_id = any (posts) or t.reply_id = any (reply_ids);
  delete from public.withheld_translations as t where t.post_id = any (posts) or t.reply_id = any (reply_ids);
  delete from public.translation_requests as t where t.post_id = any (posts) or t.reply_id = any (reply_ids);
$$;

revoke execute on function
  public.areas_kept_from(text), public.marks_of(uuid, uuid), public.set_marks(text[], uuid, uuid),
  public.set_area_marks(uuid, text[]), public.sorted_marks(text[]), public.apply_marks(), public.apply_area_marks(),
  public.drop_translations(uuid[], uuid[])
from public, anon, authenticated;

grant execute on function public.areas_kept_from(text) to balai_indexer, balai_mailer, balai_translator;
grant execute on function public.set_marks(text[], uuid, uuid), public.set_area_marks(uuid, text[])
to authenticated, service_role;
