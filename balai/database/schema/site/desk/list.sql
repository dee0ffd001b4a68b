-- The cases of the desk as the caller sees them.

-- Those of one state: of the caller's areas, in the languages that they read. A case that no moderator reads, or that
-- waits for 15 minutes, is shown to all of its area; claimed ones to their claimer. Open ones oldest first, decided ones
-- newest first; `after` and `after_id`: of the last one before these.
-- `wanted_language`: only these; `all_languages`: also those that the caller does not read.
create or replace function public.desk_cases_of(
  wanted_state text, wanted_language public.language, all_languages boolean, after timestamptz, after_id uuid,
  at_most integer) returns setof public.desk_cases
language sql stable security definer set search_path = '' as $$
  with me as (
    select p.language || p.content_languages || p.speaks as reads from public.profiles as p where p.id = auth.uid()
  ), areas as materialized (
    select public.moderated_forums() as ids, public.is_admin() as is_admin, public.may('messages') as has_messages,
      public.may('bookings') as has_bookings, public.may('moderate') as is_everywhere
  )
  select c.* from public.desk_cases as c, me, areas
  where c.state = desk_cases_of.wanted_state
    and case c.kind when 'private' then areas.is_admin when 'message' then areas.has_messages
      when 'booking' then areas.has_bookings or public.sees_booking_case(c.id, c.thing_id) when 'profile' then areas.is_everywhere
      else c.forum_id = any (areas.ids) end
    and (desk_cases_of.wanted_language is null or c.language = desk_cases_of.wanted_language)
    and (desk_cases_of.all_languages or desk_cases_of.wanted_language is not null or c.language is null
      or c.language = any (me.reads) or c.claimed_by = auth.uid() or c.state <> 'open'
      or c.opened_at < now() - interval '15 minutes'
      or auth.uid() = any (public.moderators_of(c.forum_id, c.language)))
    and (desk_cases_of.after is null or case when c.decided_at is null
      then (c.opened_at, c.id) > (desk_cases_of.after, desk_cases_of.after_id)
      else (c.decided_at, c.id) < (desk_cases_of.after, desk_cases_of.after_id) end)
  order by c.decided_at desc nulls first, case when c.decided_at is null then c.opened_at end,
    case when c.decided_at is null then c.id end, c.id desc
  limit least(greatest(desk_cases_of.at_most, 0), 101)
$$;

-- How many wait for the caller, up to a maximum: open ones that their desk shows, and those that they have claimed.
create or replace function public.desk_count(at_most integer) returns integer
language sql stable security definer set search_path = '' as $$
  select least(desk_count.at_most, (
      select count(*) from public.desk_cases_of('open', null, false, null, null, desk_count.at_most))
    + (select count(*) from (
      select from public.desk_cases as c
      where c.claimed_by = auth.uid() and c.state = 'in_progress' and public.sees_case(c)
      limit desk_count.at_most) as mine))::int
$$;

-- The same cases with what they are about. `shown_in`: the language of names. `document`: the whole held text. `reports`:
-- the newest twenty. `bookings`: of a person who books often, also those that the decision cancelled. `silenced_until`: of
-- an author whom reports silenced; `silence_act`: if the caller may undo it. `original`: of a translation.
create or replace function public.desk_list(
  wanted_state text, wanted_language public.language, all_languages boolean, after timestamptz, after_id uuid,
  at_most integer, shown_in public.language)
returns table (
  id uuid, kind text, thing_id uuid, language public.language, state text, opened_at timestamptz, is_late boolean,
  claimed_by uuid, claimer_name text, decided_at timestamptz, decider_name text, post_id uuid, reply_number integer,
  forum_slug text, title text, body text, document jsonb, poll jsonb, is_hidden boolean, author_id uuid, author_name text,
  reasons text[], reporters integer, reports jsonb, bookings jsonb, notes jsonb,
  silence_act uuid, silenced_until timestamptz, original jsonb)
language sql stable security definer set search_path = '' as $$
  select c.id, c.kind, c.thing_id, c.language, c.state, c.opened_at,
    c.state = 'open' and c.opened_at < now() - interval '15 minutes',
    c.claimed_by, claimer.display_name, c.decided_at, decider.display_name,
    topic.id, reply.number, forum.slug,
    case c.kind when 'booking' then coalesce(guest.email, '+' || guest.phone)
      else coalesce(held.title, said.title, topic.title, taken.title) end,
    left(case c.kind when 'private' then private.body when 'message' then message.body
      when 'profile' then coalesce(nullif(author.about, ''), undo.data ->> 'about')
      when 'held' then '' when 'translation' then public.rich_text_plain(said.body) else public.rich_text_plain(coalesce(
        case c.kind when 'reply' then reply.body else topic.body end, taken.body)) end, case c.kind when 'translation' then 2000 else 400 end),
    coalesce(held.body, case when c.kind = 'held' then coalesce(
      (select p.body from public.posts as p where p.id = c.thing_id),
      (select r.body from public.replies as r where r.id = c.thing_id)) end), held.poll,
    coalesce(case c.kind when 'reply' then reply.hidden_at when 'post' then topic.hidden_at end is not null
      or said.is_withheld, false),
    author.id, coalesce(author.display_name, message.name, guest.name),
    array_remove(coalesce(listed.reasons, '{}') || held.held_for, null), listed.reporters, listed.shown,
    case when c.kind = 'booking' then coalesce((
      select jsonb_agg(jsonb_build_object('id', b.id, 'startsAt', b.starts_at, 'endsAt', b.ends_at,
        'isCancelled', b.status = 'cancelled', 'name', coalesce(g.name, author.display_name), 'service', (
          select t.name from public.service_texts as t where t.service_id = b.service_id
          order by array_position(public.language_order(desk_list.shown_in), t.language) limit 1))
        order by b.starts_at, b.id)
      from (
        select x.* from public.coming_bookings(c.thing_id) as x
        union
        select x.* from public.bookings as x where x.id in (
          select cancelled::uuid from jsonb_array_elements_text(coalesce(undo.data, '[]')) as cancelled)) as b
      left join public.guests as g on g.id = b.guest_id), '[]') else '[]' end,
    coalesce((
      select jsonb_agg(jsonb_build_object('id', n.id, 'body', n.body, 'createdAt', n.created_at,
        'authorName', writer.display_name) order by n.created_at)
      from public.desk_notes as n left join public.profiles as writer on writer.id = n.author_id
      where n.case_id = c.id), '[]'),
    case when public.may('moderate', act.forum_id) then act.id end, silence.until,
    case when c.kind = 'translation' then jsonb_build_object('language', coalesce(reply.language, topic.language),
      'title', case when said.reply_id is null then topic.title end, 'body', coalesce(left(public.rich_text_plain(
        case when said.reply_id is null then topic.body else reply.body end), 2000), '')) end
  from public.desk_cases_of(desk_list.wanted_state, desk_list.wanted_language, desk_list.all_languages, desk_list.after,
    desk_list.after_id, desk_list.at_most) with ordinality as c (
    id, kind, thing_id, language, forum_id, state, opened_at, claimed_by, claimed_at, decided_by, decided_at, escalated_at,
    place)
  left join public.held_texts as held on c.kind = 'held' and held.id = c.thing_id
  left join lateral public.find_translation(case when c.kind = 'translation' then c.thing_id end) as said on true
  left join public.replies as reply
    on reply.id = case c.kind when 'reply' then c.thing_id when 'translation' then said.reply_id end
  left join public.posts as topic
    on topic.id = case c.kind when 'post' then c.thing_id when 'reply' then reply.post_id when 'held' then held.post_id
      when 'translation' then coalesce(said.post_id, reply.post_id) end
  left join public.forums as forum on forum.id = c.forum_id
  left join public.private_reports as private on c.kind = 'private' and private.id = c.thing_id
  left join public.messages as message on c.kind = 'message' and message.id = c.thing_id
  left join public.guests as guest on c.kind = 'booking' and guest.id = c.thing_id
  left join public.desk_undo as undo on undo.case_id = c.id
  left join public.profiles as author on author.id = case c.kind when 'held' then held.author_id
    when 'reply' then reply.author_id when 'post' then topic.author_id when 'private' then private.reported_id
    when 'message' then message.member_id when 'translation' then said.translator_id else c.thing_id end
  left join public.profiles as claimer on claimer.id = c.claimed_by
  left join public.profiles as decider on decider.id = c.decided_by
  left join public.penalties as silence on c.kind in ('post', 'reply') and silence.member_id = author.id
    and silence.act_id is not null and silence.lifted_at is null and silence.until > now()
  left join public.automatic_acts as act on act.id = silence.act_id
  left join lateral (
    select v.title, v.body from public.content_versions as v
    where v.reason <> 'edit' and (c.kind = 'post' and v.post_id = c.thing_id or c.kind = 'reply' and v.reply_id = c.thing_id)
    order by v.id desc limit 1) as taken on true
  cross join lateral (
    select array_agg(distinct r.reason) filter (where r.reason is not null) as reasons, count(r.id)::int as reporters,
      coalesce(jsonb_agg(jsonb_build_object('id', r.id, 'reason', r.reason, 'note', r.note, 'createdAt', r.created_at,
        'reporterName', reporter.display_name) order by r.created_at desc, r.id) filter (where r.place <= 20), '[]') as shown
    from (
      select x.*, row_number() over (order by x.created_at desc, x.id) as place
      from (
        select a.id, a.reason, a.note, a.created_at, a.reporter_id from public.reports as a
        where a.post_id = c.thing_id or a.reply_id = c.thing_id
        union all
        select a.id, a.reason, a.note, a.created_at, a.reporter_id from public.private_reports as a
        where c.kind = 'private' and a.id = c.thing_id
        union all
        select a.id, a.reason, a.note, a.created_at, a.reporter_id from public.profile_reports as a
        where c.kind = 'profile' and a.profile_id = c.thing_id
        union all
        select a.id, a.reason, a.note, a.created_at, a.reporter_id from public.translation_reports as a
        where c.kind = 'translation' and a.translation_id = c.thing_id) as x) as r
    left join public.profiles as reporter on reporter.id = r.reporter_id) as listed
  order by c.place
$$;

revoke execute on function
  public.desk_cases_of(text, public.language, boolean, timestamptz, uuid, integer), public.desk_count(integer),
  public.desk_list(text, public.language, boolean, timestamptz, uuid, integer, public.language)
from public, anon, authenticated;
grant execute on function
  public.desk_count(integer),
  public.desk_list(text, public.language, boolean, timestamptz, uuid, integer, public.language)
to authenticated, service_role;

comment on function public.desk_count(integer) is 'internal';
comment on function public.desk_list(text, public.language, boolean, timestamptz, uuid, integer, public.language)
is 'internal';
