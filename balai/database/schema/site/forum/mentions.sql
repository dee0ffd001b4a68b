-- Mentions in posts and replies: the name beside the id is always that of the member, and each member gets one notification.

-- The document with the members' present names in its mentions; of an account that is gone the name goes too.
create or replace function public.with_mention_names(node jsonb, gone uuid default null) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  label text;
begin
  if node ->> 'type' = 'mention' then
    select p.display_name into label from public.profiles as p
    where p.id = (node #>> '{attrs,id}')::uuid and p.id is distinct from with_mention_names.gone;
    return case when label is null then '{"type": "text", "text": "@–"}'::jsonb
      else jsonb_build_object('type', 'mention', 'attrs', jsonb_build_object('id', node #>> '{attrs,id}', 'label', label))
      end;
  elsif jsonb_typeof(node -> 'content') = 'array' then
    return jsonb_set(node, '{content}', (
      select coalesce(jsonb_agg(public.with_mention_names(part, with_mention_names.gone) order by place), '[]')
      from jsonb_array_elements(node -> 'content') with ordinality as parts (part, place)));
  end if;
  return node;
end
$$;

-- Only a valid document is walked; the constraint rejects any other.
create or replace function public.name_mentions() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if public.count_mentions(new.body) between 1 and 10 and public.is_rich_text(new.body, 60000)
    and coalesce(current_setting('balai.changes_no_text', true), '') = '' then
    new.body := public.with_mention_names(new.body);
  end if;
  return new;
end
$$;

-- Stores the members that a shown text mentions, and tells those who are new in it. Not the author, nor members who have
-- blocked the author or are blocked; queue_notice() leaves out members who may not read the topic.
create or replace function public.note_mentions() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  post uuid := case tg_table_name when 'posts' then new.id end;
  reply uuid := case tg_table_name when 'replies' then new.id end;
  topic uuid := case tg_table_name when 'posts' then new.id else (to_jsonb(new) ->> 'post_id')::uuid end;
  mentioned uuid;
begin
  if coalesce(public.count_mentions(new.body), 0) = 0 or new.author_id is null then
    return null;
  end if;
  for mentioned in
    insert into public.mentions (member_id, post_id, reply_id)
    select distinct p.id, post, reply
    from jsonb_path_query(new.body, 'strict $.**{0 to last} ? (@.type == "mention").attrs.id') as named (id)
    join public.profiles as p on p.id = (named.id #>> '{}')::uuid
    where p.id <> new.author_id and not public.are_apart(p.id, new.author_id)
      and public.may_as(p.id, 'see', (select x.forum_id from public.posts as x where x.id = topic))
    on conflict do nothing
    returning member_id
  loop
    perform public.queue_notice('mention', mentioned, new.id::text, new.author_id, topic, reply);
  end loop;
  return null;
end
$$;

-- Takes the name of an account that is deleted out of all texts that mention it, earlier versions included. This is no
-- edit: nothing is stored as a version.
create or replace function public.forget_mentions() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform set_config('balai.changes_no_text', 'on', true);
  update public.posts as x set body = public.with_mention_names(x.body, old.id)
  where x.body is not null and x.id in (select m.post_id from public.mentions as m where m.member_id = old.id);
  update public.replies as x set body = public.with_mention_names(x.body, old.id)
  where x.body is not null and x.id in (select m.reply_id from public.mentions as m where m.member_id = old.id);
  update public.content_versions as v set body = public.with_mention_names(v.body, old.id)
  where public.count_mentions(v.body) > 0 and (
    v.post_id in (select m.post_id from public.mentions as m where m.member_id = old.id)
    or v.reply_id in (select m.reply_id from public.mentions as m where m.member_id = old.id));
  update public.withdrawn_quotes as q
  set content = public.with_mention_names(jsonb_build_object('content', q.content), old.id) -> 'content'
  where q.content::text like '%' || old.id || '%';
  -- A translation mentions no member that its original does not.
  update public.translations as t set body = public.with_mention_names(t.body, old.id)
  where public.count_mentions(t.body) > 0 and (
    t.post_id in (select m.post_id from public.mentions as m where m.member_id = old.id)
    or t.reply_id in (select m.reply_id from public.mentions as m where m.member_id = old.id));
  update public.withheld_translations as t set body = public.with_mention_names(t.body, old.id)
  where public.count_mentions(t.body) > 0 and (
    t.post_id in (select m.post_id from public.mentions as m where m.member_id = old.id)
    or t.reply_id in (select m.reply_id from public.mentions as m where m.member_id = old.id));
  perform set_config('balai.changes_no_text', '', true);
  return old;
end
$$;

revoke execute on function
  public.with_mention_names(jsonb, uuid), public.name_mentions(), public.note_mentions(), public.forget_mentions()
from public, anon, authenticated;
