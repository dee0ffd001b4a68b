-- Removes all texts of one member, in batches, and bans them on request; undo_act() undoes both for 30 days.
-- Errors: PT404 not_found; PT422 is_staff; PT409 undone.

-- Raises an error for a member whose texts are not removed at once: moderators of any area, and accounts that are gone.
create or replace function public.check_cleanable(member uuid) returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  perform public.check_moderates(array[]::uuid[]);
  if not exists (select from public.profiles as p where p.id = check_cleanable.member) then
    perform public.raise_error('404', 'not_found', 'No such member');
  elsif public.areas_of(check_cleanable.member, 'moderate') <> '{}' then
    perform public.raise_error('422', 'is_staff', 'Texts of moderators are not removed at once');
  end if;
end
$$;

-- How many topics and replies of the member the caller can remove, the replies of others in those topics, and how many
-- of the member's texts are in areas that the caller does not moderate.
create or replace function public.preview_clean(member uuid)
returns table (topics integer, replies integer, below integer, elsewhere integer)
language plpgsql stable security definer set search_path = '' as $$
declare
  moderated constant uuid[] := public.moderated_forums();
begin
  perform public.check_cleanable(preview_clean.member);
  return query
    with texts as (
      select 1 as topic, post.id, post.forum_id = any (moderated) as is_mine from public.posts as post
      where post.author_id = preview_clean.member and post.deleted_at is null and post.merged_into is null
      union all
      select 0, reply.id, post.forum_id = any (moderated)
      from public.replies as reply join public.posts as post on post.id = reply.post_id
      where reply.author_id = preview_clean.member and reply.deleted_at is null and reply.became_post is null)
    select coalesce(sum(t.topic) filter (where t.is_mine), 0)::int,
      (count(*) filter (where t.is_mine and t.topic = 0))::int,
      (select count(*) from public.replies as other
       where other.post_id in (select x.id from texts as x where x.topic = 1 and x.is_mine)
         and other.author_id is distinct from preview_clean.member and other.body is not null)::int,
      (count(*) filter (where not t.is_mine))::int
    from texts as t;
end
$$;

-- Removes a batch of the member's topics and replies in the areas that the caller moderates. 0: none is left. With a
-- reason, the first batch also takes the right to write in these areas from the member.
create or replace function public.clean_member(act uuid, member uuid, reason text default null) returns integer
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_variable
declare
  moderated constant uuid[] := public.moderated_forums();
  value jsonb := jsonb_build_object('member', member);
  reply_ids uuid[];
  posts uuid[];
begin
  perform public.check_cleanable(member);
  if exists (select from public.forum_acts as a where a.id = act and a.value ->> 'member' is distinct from member::text)
  then
    perform public.raise_error('409', 'undone', 'This act is over');
  elsif reason is not null and not exists (select from public.forum_acts as a where a.id = act) then
    value := value || public.ban_everywhere(member, reason, moderated);
  end if;
  perform public.begin_act(act, 'clean', value);
  reply_ids := array(
    select r.id from public.replies as r join public.posts as p on p.id = r.post_id
    where r.author_id = member and r.deleted_at is null and r.became_post is null and p.forum_id = any (moderated)
    order by r.created_at desc, r.id desc limit 50);
  posts := array(
    select p.id from public.posts as p
    where p.author_id = member and p.deleted_at is null and p.merged_into is null and p.forum_id = any (moderated)
    order by p.created_at desc, p.id desc limit 50 - cardinality(reply_ids));
  return public.change_entries(act, 'clean', '{}', posts, reply_ids);
end
$$;

-- Bans a member from areas. An area below another one has the bans of that one. Returns what undo_bans() needs: the
-- moment, and the bans that there were.
create or replace function public.ban_everywhere(member uuid, reason text, areas uuid[]) returns jsonb
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_variable
declare
  wide uuid[] := array(
    select f.id from public.forums as f where f.id = any (areas) and coalesce(f.parent_id <> all (areas), true));
  earlier jsonb;
begin
  select coalesce(jsonb_agg(to_jsonb(b)), '[]') into earlier
  from public.area_bans as b where b.member_id = member and b.forum_id = any (wide);
  insert into public.area_bans as b (forum_id, member_id, reason, until, banned_by)
  select f.id, member, btrim(reason), null, auth.uid() from unnest(wide) as f (id) order by f.id
  on conflict (member_id, forum_id) do update
    set reason = excluded.reason, until = null, banned_by = excluded.banned_by, created_at = now();
  return jsonb_build_object('bannedAt', now(), 'bans', earlier);
end
$$;

-- A ban that was changed since then stays.
create or replace function public.undo_bans(act public.forum_acts) returns void
language plpgsql security definer set search_path = '' as $$
declare
  member constant uuid := (act.value ->> 'member')::uuid;
  earlier public.area_bans;
begin
  for earlier in
    delete from public.area_bans as b
    where b.member_id = member and b.created_at = (act.value ->> 'bannedAt')::timestamptz
    returning b.*
  loop
    insert into public.area_bans
    select was.* from jsonb_array_elements(act.value -> 'bans') as ban,
      jsonb_populate_record(null::public.area_bans, ban) as was
    where was.forum_id = earlier.forum_id;
  end loop;
end
$$;

revoke execute on function
  public.check_cleanable(uuid), public.preview_clean(uuid), public.clean_member(uuid, uuid, text),
  public.ban_everywhere(uuid, text, uuid[]), public.undo_bans(public.forum_acts)
from public, anon, authenticated;

grant execute on function public.preview_clean(uuid), public.clean_member(uuid, uuid, text)
to authenticated, service_role;
