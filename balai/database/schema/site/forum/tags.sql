-- Tags of topics. The row has them as they were written; post_tags has those of shown topics, for lists.

create or replace function public.index_tags() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  post uuid := coalesce(new.id, old.id);
  before text[] := '{}';
  after text[] := '{}';
begin
  if tg_op <> 'INSERT' and old.hidden_at is null and old.deleted_at is null then
    before := old.tags;
  end if;
  if tg_op <> 'DELETE' and new.hidden_at is null and new.deleted_at is null then
    after := new.tags;
  end if;
  delete from public.post_tags as known
  where known.post_id = post and not exists (select from unnest(after) as tag where lower(tag) = known.tag);
  insert into public.post_tags as known (tag, post_id, forum_id, last_activity_at)
  select lower(tag), post, new.forum_id, new.last_activity_at from unnest(after) as tag
  on conflict (post_id, tag) do update
    set forum_id = excluded.forum_id, last_activity_at = excluded.last_activity_at;
  if before = after and old.forum_id = new.forum_id then
    return null;
  end if;
  -- Locked in one order, so that two topics with the same tags never wait for each other.
  insert into public.forum_tags as known (forum_id, tag, label)
  select new.forum_id, lower(tag), tag from unnest(after) as tag order by lower(tag)
  on conflict (forum_id, tag) do nothing;
  perform from public.forum_tags as known
  where known.forum_id in (old.forum_id, new.forum_id)
    and known.tag in (select lower(tag) from unnest(before || after) as tag)
  order by known.forum_id, known.tag for no key update;
  update public.forum_tags as known set post_count = known.post_count + change.added
  from (
    select each.forum_id, lower(each.tag) as tag, sum(each.added)::int as added
    from (
      select new.forum_id, tag, 1 as added from unnest(after) as tag
      union all
      select old.forum_id, tag, -1 from unnest(before) as tag) as each
    group by each.forum_id, lower(each.tag) having sum(each.added) <> 0) as change
  where known.forum_id = change.forum_id and known.tag = change.tag;
  return null;
end
$$;

-- The author of a post and moderators set its tags.
create or replace function public.set_tags(post uuid, tags text[]) returns void
language plpgsql security definer set search_path = '' as $$
declare
  author uuid;
  area uuid;
begin
  select posts.author_id, posts.forum_id into author, area
  from public.posts where posts.id = set_tags.post for no key update;
  if not found then
    perform public.raise_error('404', 'not_found', 'No such post');
  elsif author is distinct from auth.uid() and not public.may('moderate', area) then
    perform public.raise_error('403', 'not_yours', 'Only its author may change this');
  end if;
  update public.posts set tags = array(select btrim(tag) from unnest(coalesce(set_tags.tags, '{}')) as tag)
  where posts.id = set_tags.post;
end
$$;

-- The most used tags whose beginning is given, in the forums that the caller sees; '' gives those of all.
create or replace function public.suggest_tags(beginning text) returns setof text
language sql stable set search_path = '' as $$
  select max(known.label) from public.forum_tags as known
  where known.post_count > 0 and starts_with(known.tag, lower(btrim(suggest_tags.beginning)))
  group by known.tag order by sum(known.post_count) desc, known.tag limit 8
$$;

revoke execute on function public.index_tags(), public.set_tags(uuid, text[]), public.suggest_tags(text)
from public, anon, authenticated;

grant execute on function public.set_tags(uuid, text[]) to authenticated, service_role;
grant execute on function public.suggest_tags(text) to anon, authenticated, service_role;
