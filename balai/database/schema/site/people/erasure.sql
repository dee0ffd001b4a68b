-- Takes a member out of the texts of the site, for the job that deletes accounts: each call of erase_step() is one bounded
-- batch. A job that was killed goes on where it stopped, because what was done is no longer found.
-- Texts are kept without a name, or erased: the row stays for the numbers of a topic and the replies of others, as a text
-- that its author deleted, and everything made from the text goes.

-- A JSON value without what names the member: mentions, and the names above quotes of `sources`. With `erases` the quoted
-- text goes too. Drafts have documents in fields of their own, so all objects and lists are walked.
create or replace function public.without_member(node jsonb, member uuid, sources text[], name text, erases boolean)
returns jsonb
language plpgsql immutable set search_path = '' as $$
begin
  if node ->> 'type' = 'blockquote' and node #>> '{attrs,source}' = any (sources) then
    if erases then
      return '{"type": "blockquote", "content": [{"type": "paragraph", "content": [{"type": "text", "text": "[…]"}]}]}';
    end if;
    node := jsonb_set(node, '{content}', public.without_quote_heading(node -> 'content', name));
  elsif node ->> 'type' = 'mention' and node #>> '{attrs,id}' = member::text then
    return '{"type": "text", "text": "@–"}';
  end if;
  return case jsonb_typeof(node)
    when 'array' then (
      select coalesce(jsonb_agg(public.without_member(part, member, sources, name, erases) order by place), '[]')
      from jsonb_array_elements(node) with ordinality as parts (part, place))
    when 'object' then (
      select coalesce(jsonb_object_agg(field.key,
        public.without_member(field.value, member, sources, name, erases)), '{}')
      from jsonb_each(node) as field)
    else node end;
end
$$;

-- Takes the member, or with `erases` the quoted text, out of the quotes of these texts. Quotes in shown texts are withdrawn
-- by follow_source() when their source is erased. This is no edit: nothing is stored as a version.
create or replace function public.forget_quotes(sources text[], name text, erases boolean) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform set_config('balai.changes_no_text', 'on', true);
  if not erases then
    update public.replies as x set body = public.without_quoted_names(x.body, sources, name)
    where public.quoted_texts(x.body) <> '[]' and public.quoted_texts(x.body) ?| sources;
    update public.posts as x set body = public.without_quoted_names(x.body, sources, name)
    where public.quoted_texts(x.body) <> '[]' and public.quoted_texts(x.body) ?| sources;
    update public.translations as x set body = public.without_quoted_names(x.body, sources, name)
    where public.quoted_texts(x.body) <> '[]' and public.quoted_texts(x.body) ?| sources;
  end if;
  update public.withheld_translations as x set body = public.without_member(x.body, null, sources, name, erases)
  where public.quoted_texts(x.body) ?| sources;
  update public.content_versions as x set body = public.without_member(x.body, null, sources, name, erases)
  where public.quoted_texts(x.body) <> '[]' and public.quoted_texts(x.body) ?| sources;
  update public.held_texts as x set body = public.without_member(x.body, null, sources, name, erases)
  where public.quoted_texts(x.body) ?| sources;
  update public.drafts as x set content = public.without_member(x.content, null, sources, name, erases)
  where x.content::text like '%"source"%' and jsonb_path_query_array(x.content, 'strict $.**.source') ?| sources;
  if erases then
    delete from public.withdrawn_quotes as x where coalesce(x.reply_id, x.post_id)::text = any (sources);
  else
    update public.withdrawn_quotes as x set content = public.without_quote_heading(x.content, name)
    where coalesce(x.reply_id, x.post_id)::text = any (sources);
  end if;
  perform set_config('balai.changes_no_text', '', true);
end
$$;

-- Deletes what was made from texts that are erased. Their rows stay, so nothing of this follows by a foreign key.
create or replace function public.forget_things_of_texts(posts uuid[], replies uuid[]) returns void
language plpgsql security definer set search_path = '' as $$
declare
  follower text;
  links bigint[];
begin
  delete from public.polls as p where p.post_id = any (posts);
  with gone as (
    delete from public.text_links as l where l.post_id = any (posts) or l.reply_id = any (replies) returning l.link_id)
  select array_agg(distinct g.link_id) into links from gone as g;
  delete from public.link_previews as p where p.id = any (links)
    and not exists (select from public.text_links as l where l.link_id = p.id);
  foreach follower in array '{content_versions,translations,withheld_translations,translation_requests,reactions,reports,
    mentions,notifications,text_pictures,link_hosts,barrier_items,forum_act_items,notice_fan_outs}'::text[]
  loop
    execute format('delete from public.%I as f where f.post_id = any ($1) or f.reply_id = any ($2)', btrim(follower))
    using posts, replies;
  end loop;
  delete from public.desk_cases as c where c.thing_id = any (posts || replies);
end
$$;

-- Takes up to `most` replies and comments of the member. A reply that became a topic has its text there. Returns how many.
create or replace function public.take_replies(member uuid, erases boolean, most integer) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  ids constant uuid[] := array(
    select r.id from public.replies as r where r.author_id = take_replies.member
    order by r.created_at, r.id limit most for no key update);
  sources text[];
begin
  if ids = '{}' then
    return 0;
  end if;
  -- Under their present and their earlier ids.
  sources := ids::text[] || array(
    select m.post_id::text from public.moved_replies as m where m.reply_id = any (ids) and m.number = 0);
  if erases then
    update public.replies as r set deleted_at = coalesce(r.deleted_at, now()), hidden_at = null
    where r.id = any (ids) and r.became_post is null;
    perform public.forget_things_of_texts('{}', ids);
  end if;
  perform public.forget_quotes(sources, p.display_name, erases) from public.profiles as p where p.id = take_replies.member;
  update public.replies as r set author_id = null where r.id = any (ids);
  return cardinality(ids);
end
$$;

-- The same for topics. The topic of an article's comments has the article's title, and stays; so does one that was merged
-- into another, whose text is a reply there.
create or replace function public.take_posts(member uuid, erases boolean, most integer) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  ids constant uuid[] := array(
    select p.id from public.posts as p where p.author_id = take_posts.member order by p.created_at, p.id limit most);
  erased uuid[] := '{}';
  sources text[];
begin
  if ids = '{}' then
    return 0;
  end if;
  perform public.lock_replies_quoting(id) from unnest(ids) as id;
  perform from public.posts as p where p.id = any (ids) order by p.id for no key update;
  sources := ids::text[] || array(select r.id::text from public.replies as r where r.became_post = any (ids));
  if erases then
    erased := array(select p.id from public.posts as p where p.id = any (ids) and p.article_id is null);
    update public.posts as p set deleted_at = coalesce(p.deleted_at, now()), hidden_at = null, tags = '{}'
    where p.id = any (erased) and p.merged_into is null;
    perform public.forget_things_of_texts(erased, '{}');
  end if;
  perform public.forget_quotes(sources, p.display_name, erases) from public.profiles as p where p.id = take_posts.member;
  update public.posts as p set author_id = null where p.id = any (ids);
  return cardinality(ids);
end
$$;

-- Takes back votes of the member in polls that are open.
create or replace function public.take_votes(member uuid, most integer) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  ballot record;
  chosen integer[];
  taken integer := 0;
begin
  for ballot in
    select v.poll_id from public.poll_votes as v where v.member_id = take_votes.member order by v.poll_id limit most
  loop
    perform from public.polls as p where p.id = ballot.poll_id for no key update;
    delete from public.poll_votes as v where v.poll_id = ballot.poll_id and v.member_id = take_votes.member
    returning v.choices into chosen;
    if found then
      perform public.count_votes(ballot.poll_id, chosen, -1);
      update public.polls as p set revision = p.revision + 1, voter_count = p.voter_count - 1 where p.id = ballot.poll_id;
    end if;
    taken := taken + 1;
  end loop;
  return taken;
end
$$;

-- Other texts and acts of the member: translations, reactions, votes, the notes of their reports and reviews, and
-- notifications that name what they wrote.
create or replace function public.take_other_texts(member uuid, most integer) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  taken integer := public.take_votes(member, most);
  follower record;
  done integer;
begin
  for follower in
    select * from (values ('translations', 'translator_id'), ('withheld_translations', 'translator_id'),
      ('reactions', 'member_id'), ('notifications', 'actor_id'), ('held_texts', 'author_id'),
      ('private_reports', 'reporter_id'), ('private_reports', 'reported_id')) as rows_of (name, its_member)
  loop
    execute format('delete from public.%1$I where id in (select id from public.%1$I where %2$I = $1 limit $2)',
      follower.name, follower.its_member) using member, most;
    get diagnostics done = row_count;
    taken := taken + done;
  end loop;
  foreach follower.name in array '{reports,profile_reports,translation_reports}'::text[] loop
    execute format($sql$update public.%1$I set note = '' where id in (
      select id from public.%1$I where reporter_id = $1 and note <> '' limit $2)$sql$, follower.name)
    using member, most;
    get diagnostics done = row_count;
    taken := taken + done;
  end loop;
  -- A request for changes has a comment.
  update public.article_reviews as r set
    note = case when r.member_id = take_other_texts.member then '' else r.note end,
    comment = case when r.decided_by = take_other_texts.member and r.comment <> '' then '…' else r.comment end
  where r.id in (
    select x.id from public.article_reviews as x
    where x.member_id = take_other_texts.member and x.note <> ''
      or x.decided_by = take_other_texts.member and x.comment not in ('', '…') limit most);
  get diagnostics done = row_count;
  return taken + done;
end
$$;

-- Checks one upload of the member, and deletes it unless something that stays shows it. Without `erases` only pictures of
-- the profile are looked at: texts that stay show the others. The storage service deletes the blobs.
create or replace function public.take_file(member uuid, erases boolean) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  since constant timestamptz := (
    select min(d.begun_at) from public.account_deletions as d where d.user_id = take_file.member);
  file record;
begin
  select o.id, o.bucket_id, o.name into file from storage.objects as o
  where (o.bucket_id = 'pictures' or erases and o.bucket_id in ('text-pictures', 'text-files'))
      and o.name >= take_file.member || '/' and o.name < take_file.member || '0' and o.last_accessed_at < since
    or erases and o.bucket_id = 'member-files' and o.name like 'areas/%/' || take_file.member || '/%'
      and o.last_accessed_at < since
  order by o.id limit 1 for update;
  if not found then
    return 0;
  end if;
  perform set_config('storage.allow_delete_query', 'true', true);
  delete from storage.objects as o where o.id = file.id
    and not exists (select from public.text_pictures as t
      where t.picture = file.name and file.bucket_id in ('text-pictures', 'text-files'))
    and not public.is_upload_used(file.name);
  perform set_config('storage.allow_delete_query', 'false', true);
  update storage.objects as o set last_accessed_at = clock_timestamp(), owner = null, owner_id = null where o.id = file.id;
  return 1;
end
$$;

-- One batch of what is to be done before the account is deleted. 0: nothing is left.
create or replace function public.erase_step(member uuid, most integer default 50) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  erases constant boolean := exists (
    select from public.account_deletions as d where d.user_id = erase_step.member and d.erases_texts);
  done integer := public.take_replies(member, erases, most);
begin
  if done = 0 then
    done := public.take_posts(member, erases, most);
  end if;
  if done = 0 and erases then
    done := public.take_other_texts(member, most);
  end if;
  if done = 0 then
    update public.profiles as p set picture_url = null where p.id = member and p.picture_url is not null;
    done := public.take_file(member, erases);
  end if;
  if done = 0 then
    done := public.take_traces(member, most);
  end if;
  return done;
end
$$;

revoke execute on function
  public.without_member(jsonb, uuid, text[], text, boolean), public.forget_quotes(text[], text, boolean),
  public.forget_things_of_texts(uuid[], uuid[]), public.take_replies(uuid, boolean, integer),
  public.take_posts(uuid, boolean, integer), public.take_votes(uuid, integer),
  public.take_other_texts(uuid, integer), public.take_file(uuid, boolean), public.erase_step(uuid, integer)
from public, anon, authenticated;
