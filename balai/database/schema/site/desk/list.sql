-- The cases of the desk as the caller sees them: of their areas, in the languages that they read. A case that no
-- moderator reads, or that waits for 15 minutes, is shown to all of its area; claimed ones to their claimer.
-- `wanted_language`: only these; `all_languages`: also those that the caller does not read.
create or replace function public.desk_list(
  wanted_state text, wanted_language public.language, all_languages boolean, after timestamptz, after_id uuid,
  at_most integer)
returns table (
  id uuid, kind text, language public.language, state text, opened_at timestamptz, is_late boolean,
  claimed_by uuid, claimer_name text, decided_at timestamptz, decider_name text, post_id uuid, reply_number integer,
  forum_slug text, title text, body text, author_id uuid, author_name text, reasons text[], reporters integer,
  notes jsonb)
language sql stable security definer set search_path = '' as $$
  with me as (
    select p.language || p.content_languages || p.speaks as reads from public.profiles as p where p.id = auth.uid()
  ), areas as materialized (
    select public.moderated_forums() as ids, public.is_admin() as is_admin, public.may('messages') as has_messages
  ), shown as (
    select c.* from public.desk_cases as c, me, areas
    where c.state = desk_list.wanted_state
      and case c.kind when 'private' then areas.is_admin when 'message' then areas.has_messages
        else c.forum_id = any (areas.ids) end
      and (desk_list.wanted_language is null or c.language = desk_list.wanted_language)
      and (desk_list.all_languages or desk_list.wanted_language is not null or c.language is null
        or c.language = any (me.reads) or c.claimed_by = auth.uid() or c.state <> 'open'
        or c.opened_at < now() - interval '15 minutes'
        or auth.uid() = any (public.moderators_of(c.forum_id, c.language)))
      and (c.opened_at, c.id) > (desk_list.after, desk_list.after_id)
    order by c.opened_at, c.id
    limit least(greatest(desk_list.at_most, 0), 101)
  )
  select c.id, c.kind, c.language, c.state, c.opened_at,
    c.state = 'open' and c.opened_at < now() - interval '15 minutes',
    c.claimed_by, claimer.display_name, c.decided_at, decider.display_name,
    topic.id, reply.number, forum.slug,
    coalesce(held.title, topic.title, taken.title),
    left(case c.kind when 'private' then private.body when 'message' then message.body
      else public.rich_text_plain(coalesce(
        case c.kind when 'held' then held.body when 'reply' then reply.body else topic.body end, taken.body)) end, 400),
    coalesce(held.author_id, reply.author_id, case when c.kind = 'post' then topic.author_id end, private.reported_id,
      message.member_id),
    coalesce(author.display_name, message.name),
    array(select distinct r.reason from public.reports as r
      where r.post_id = c.thing_id or r.reply_id = c.thing_id
      union select private.reason where private.id is not null
      union select held.held_for where held.id is not null),
    (select count(*)::int from public.reports as r where r.post_id = c.thing_id or r.reply_id = c.thing_id),
    coalesce((
      select jsonb_agg(jsonb_build_object('id', n.id, 'body', n.body, 'createdAt', n.created_at,
        'authorName', writer.display_name) order by n.created_at)
      from public.desk_notes as n left join public.profiles as writer on writer.id = n.author_id
      where n.case_id = c.id), '[]')
  from shown as c
  left join public.held_texts as held on c.kind = 'held' and held.id = c.thing_id
  left join public.replies as reply on c.kind = 'reply' and reply.id = c.thing_id
  left join public.posts as topic
    on topic.id = case c.kind when 'post' then c.thing_id when 'reply' then reply.post_id when 'held' then held.post_id end
  left join public.forums as forum on forum.id = c.forum_id
  left join public.private_reports as private on c.kind = 'private' and private.id = c.thing_id
  left join public.messages as message on c.kind = 'message' and message.id = c.thing_id
  left join public.profiles as author on author.id = coalesce(held.author_id, reply.author_id,
    case when c.kind = 'post' then topic.author_id end, private.reported_id, message.member_id)
  left join public.profiles as claimer on claimer.id = c.claimed_by
  left join public.profiles as decider on decider.id = c.decided_by
  left join lateral (
    select v.title, v.body from public.content_versions as v
    where v.reason <> 'edit' and (c.kind = 'post' and v.post_id = c.thing_id or c.kind = 'reply' and v.reply_id = c.thing_id)
    order by v.id desc limit 1) as taken on true
  order by c.opened_at, c.id
$$;

revoke execute on function
  public.desk_list(text, public.language, boolean, timestamptz, uuid, integer)
from public, anon, authenticated;
grant execute on function public.desk_list(text, public.language, boolean, timestamptz, uuid, integer)
to authenticated, service_role;

comment on function public.desk_list(text, public.language, boolean, timestamptz, uuid, integer) is 'internal';
