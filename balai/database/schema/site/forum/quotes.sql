-- Quotes of posts and replies. The attribute "source" of a quote is the id of the quoted text. While that text is hidden or
-- deleted, the quote's content is in withdrawn_quotes, and no reader of the quoting text gets it.

-- Whether a quoted text is shown. A text that was split off or merged is followed to its new id. An unknown id counts as
-- shown, because there is no row that could be hidden.
create or replace function public.is_source_shown(source uuid) returns boolean
language sql stable strict security definer set search_path = '' as $$
  select coalesce(
    (select public.is_source_shown(r.became_post) from public.replies as r where r.id = source and r.became_post is not null),
    (select r.body is not null from public.moved_replies as m join public.replies as r on r.id = m.reply_id
     where m.post_id = source and m.number = 0),
    (select r.body is not null from public.replies as r where r.id = source),
    (select p.body is not null from public.posts as p where p.id = source),
    true)
$$;

-- Whether the author of a text has deleted their account.
create or replace function public.is_author_gone(source uuid) returns boolean
language sql stable strict security definer set search_path = '' as $$
  select exists (select from public.replies as r where r.id = source and r.author_id is null)
    or exists (select from public.posts as p where p.id = source and p.author_id is null)
$$;

-- Waits for changes of the replies that a document quotes: one that is being hidden counts as hidden. Called before the
-- quoting reply is locked, since a reply that is hidden locks those that quote it.
create or replace function public.lock_quoted_replies(document jsonb) returns void
language sql security definer set search_path = '' as $$
  select from public.replies as r
  where r.id in (
    select (quoted #>> '{}')::uuid
    from jsonb_array_elements(
      case when public.is_rich_text(document, 60000) then public.quoted_texts(document) else '[]' end) as quoted)
  order by r.id for share
$$;

-- Called before a post is locked, since its quotes in replies change with it.
create or replace function public.lock_replies_quoting(post uuid) returns void
language sql security definer set search_path = '' as $$
  select from public.replies as r
  where public.quoted_texts(r.body) <> '[]' and public.quoted_texts(r.body) ? lock_replies_quoting.post::text
  order by r.id for no key update
$$;

-- The content of a quote without its first line, if that names the quoted author as editors write it: one bold text with
-- the interface text forum.post.wrote of a language, or, where that was worded differently, `name` and a colon.
create or replace function public.without_quote_heading(content jsonb, name text default null) returns jsonb
language sql immutable set search_path = '' as $$
  select case
    when jsonb_array_length(content #> '{0,content}') = 1 and content #> '{0,content,0,marks}' @> '[{"type": "bold"}]'
      and (content #>> '{0,content,0,text}' ~ '( wrote:| menulis:| đã viết:|写道：)$'
        or name <> '' and strpos(content #>> '{0,content,0,text}', name) > 0 and content #>> '{0,content,0,text}' ~ '[:：]$')
    then case when jsonb_array_length(content) > 1 then content - 0
      else '[{"type": "paragraph", "content": [{"type": "text", "text": "[…]"}]}]' end
    else content end
$$;

-- The document with the content of each quote stored or put back, as its source requires. If the author has replaced the
-- placeholder of a withdrawn quote, the new content is theirs, and the quote has no source any more.
create or replace function public.settle_quotes(node jsonb) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  placeholder constant jsonb := '[{"type": "paragraph", "content": [{"type": "text", "text": "[…]"}]}]';
  source constant uuid := (node #>> '{attrs,source}')::uuid;
  key uuid := (node #>> '{attrs,withdrawn}')::uuid;
  stored jsonb;
begin
  if node ->> 'type' = 'blockquote' and source is not null then
    if key is not null and node -> 'content' is distinct from placeholder then
      return node - 'attrs';
    elsif key is not null and public.is_source_shown(source) then
      select q.content into stored from public.withdrawn_quotes as q
      where q.id = key and source in (q.post_id, q.reply_id);
      return case when stored is null then node
        else jsonb_set(node - 'attrs', '{attrs}', jsonb_build_object('source', source)) || jsonb_build_object('content', stored) end;
    elsif key is null and not public.is_source_shown(source) then
      insert into public.withdrawn_quotes (reply_id, post_id, content)
      select r.id, case when r.id is null then source end, coalesce(node -> 'content', '[]')
      from (select) as one left join public.replies as r on r.id = source
      returning id into key;
      return jsonb_build_object('type', 'blockquote', 'content', placeholder,
        'attrs', jsonb_build_object('source', source, 'withdrawn', key));
    elsif key is null and public.is_author_gone(source) then
      return jsonb_set(node, '{content}', public.without_quote_heading(node -> 'content'));
    end if;
    return node;
  elsif jsonb_typeof(node -> 'content') = 'array' and public.quoted_texts(node) <> '[]' then
    return jsonb_set(node, '{content}', (
      select jsonb_agg(public.settle_quotes(part) order by place)
      from jsonb_array_elements(node -> 'content') with ordinality as parts (part, place)));
  end if;
  return node;
end
$$;

-- Applied to every write, because an open editor may hold a quote that was withdrawn since. Only a valid document is walked; the
-- constraint rejects any other.
create or replace function public.check_quotes() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if public.quoted_texts(new.body) <> '[]' and public.is_rich_text(new.body, 60000) then
    if coalesce(current_setting('balai.changes_no_text', true), '') = '' then
      perform public.lock_quoted_replies(new.body);
      perform from public.posts as p
      where p.id in (select (quoted #>> '{}')::uuid from jsonb_array_elements(public.quoted_texts(new.body)) as quoted)
      order by p.id for share;
    end if;
    new.body := public.settle_quotes(new.body);
  end if;
  return new;
end
$$;

-- Withdraws or puts back the quotes of a text that was hidden, deleted or shown again. The texts that quote it do not count
-- as edited.
create or replace function public.follow_source() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  sources constant text[] := array(
    select new.id::text
    union all select r.id::text from public.replies as r where r.became_post = new.id
    union all select m.post_id::text from public.moved_replies as m where m.reply_id = new.id and m.number = 0);
begin
  perform set_config('balai.changes_no_text', 'on', true);
  update public.replies as x set body = public.settle_quotes(x.body)
  where public.quoted_texts(x.body) <> '[]' and public.quoted_texts(x.body) ?| sources;
  update public.posts as x set body = public.settle_quotes(x.body)
  where public.quoted_texts(x.body) <> '[]' and public.quoted_texts(x.body) ?| sources;
  update public.translations as x set body = public.settle_quotes(x.body)
  where public.quoted_texts(x.body) <> '[]' and public.quoted_texts(x.body) ?| sources;
  perform set_config('balai.changes_no_text', '', true);
  return null;
end
$$;

-- The document without the names above its quotes of these texts.
create or replace function public.without_quoted_names(node jsonb, sources text[], name text) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  if node ->> 'type' = 'blockquote' and node #>> '{attrs,source}' = any (sources) then
    return jsonb_set(node, '{content}', public.without_quote_heading(node -> 'content', name));
  elsif jsonb_typeof(node -> 'content') = 'array' and public.quoted_texts(node) <> '[]' then
    return jsonb_set(node, '{content}', (
      select jsonb_agg(public.without_quoted_names(part, sources, name) order by place)
      from jsonb_array_elements(node -> 'content') with ordinality as parts (part, place)));
  end if;
  return node;
end
$$;

-- Takes the name of an account that is deleted from above the quotes of its texts, earlier versions included. The job has
-- done it in batches (people/erasure.sql), the auth service's own deletion has not.
create or replace function public.forget_quoted_names() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  -- Under their present and their earlier ids.
  sources constant text[] := array(
    select p.id::text from public.posts as p where p.author_id = old.id
    union all select r.id::text from public.replies as r where r.author_id = old.id
    union all select r.id::text from public.replies as r join public.posts as p on p.id = r.became_post
      where p.author_id = old.id
    union all select m.post_id::text from public.moved_replies as m join public.replies as r on r.id = m.reply_id
      where m.number = 0 and r.author_id = old.id);
begin
  if sources <> '{}' then
    perform public.forget_quotes(sources, old.display_name, false);
  end if;
  return old;
end
$$;

revoke execute on function
  public.is_author_gone(uuid), public.without_quote_heading(jsonb, text), public.without_quoted_names(jsonb, text[], text),
  public.forget_quoted_names(),
  public.is_source_shown(uuid), public.lock_quoted_replies(jsonb), public.lock_replies_quoting(uuid),
  public.settle_quotes(jsonb), public.check_quotes(), public.follow_source()
from public, anon, authenticated;
