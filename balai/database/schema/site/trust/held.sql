-- Texts held for review: held by a trigger, decided by the moderators of their area. Everyone else but the author finds
-- no trace of them. The texts of rejected ones are deleted after 30 days.
-- Errors: PT404 not_found; PT409 handled, post_gone, post_locked; PT422 unknown_outcome; PT429 many_waiting.

-- The moderators of an area: those who read the language, or all if none does.
create or replace function public.moderators_of(area uuid, language public.language) returns uuid[]
language sql stable security definer set search_path = '' as $$
  with moderators as (
    select p.id, moderators_of.language = any (p.language || p.content_languages || p.speaks) as reads
    from (
      select a.user_id as id from public.administrators as a
      union select g.member_id from public.role_grants as g join public.roles as r on r.id = g.role_id
      where 'moderate' = any (r.rights)
      union select m.member_id from public.area_rights as r join public.group_members as m on m.group_id = r.group_id
      where r.rights @> '{moderate}' and m.status = 'member') as candidate
    join public.profiles as p on p.id = candidate.id
    where public.may_as(p.id, 'moderate', area)
  )
  select coalesce(
    (select array_agg(m.id) from moderators as m where m.reads),
    (select array_agg(m.id) from moderators as m), '{}')
$$;

-- Stores a text that its author was about to write, and tells the moderators. Five at most wait for one member.
create or replace function public.hold_text(row_to_hold jsonb, area uuid, held_for text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  author constant uuid := row_to_hold ->> 'author_id';
  topic constant uuid := row_to_hold ->> 'post_id';
begin
  if 5 <= (select count(*) from public.held_texts as h where h.author_id = author and h.status = 'waiting') then
    perform public.raise_error('429', 'many_waiting', 'Wait until a moderator has read your texts');
  end if;
  insert into public.held_texts (id, forum_id, post_id, article_id, author_id, language, title, body, tags,
    quoted_reply_id, held_for, kept_from)
  values ((row_to_hold ->> 'id')::uuid, area, topic, (row_to_hold ->> 'article_id')::uuid, author,
    (row_to_hold ->> 'language')::public.language,
    row_to_hold ->> 'title', row_to_hold -> 'body',
    coalesce((select array_agg(tag.label) from jsonb_array_elements_text(row_to_hold -> 'tags') as tag (label)), '{}'),
    (row_to_hold ->> 'quoted_reply_id')::uuid, hold_text.held_for,
    array(select jsonb_array_elements_text(coalesce(row_to_hold -> 'kept_from', '[]'))));
  perform public.queue_notices('staff_queue',
    public.first_moderators(area, (row_to_hold ->> 'language')::public.language), row_to_hold ->> 'id', author,
    path => '/admin/desk', merged_by => area::text,
    -- No text of a confidential area leaves it, nor one that is kept from messages.
    subject => case when not public.is_confidential(area) and not coalesce(row_to_hold -> 'kept_from' ? 'mail', false)
        and 'mail' <> all (coalesce(public.marks_of(topic), '{}')) and area <> all (public.areas_kept_from('mail'))
      then coalesce(row_to_hold ->> 'title', (select p.title from public.posts as p where p.id = topic)) end);
end
$$;

-- The usual time until a decision in an area, in hours: the median of the last 30; null where none was made yet.
create or replace function public.review_hours(area uuid) returns integer
language sql stable security definer set search_path = '' as $$
  select case when count(*) > 0 then greatest(1, ceil(
    percentile_cont(0.5) within group (order by extract(epoch from h.decided_at - h.created_at)) / 3600))::int end
  from (
    select d.created_at, d.decided_at from public.held_texts as d
    where d.forum_id = area and d.decided_at is not null order by d.decided_at desc limit 30) as h
$$;

-- The caller's texts that wait, or were rejected in the last 30 days. `topic`, `article`: in this topic, or on this article,
-- alone.
create or replace function public.my_held_texts(topic uuid default null, article uuid default null)
returns table (id uuid, forum_id uuid, post_id uuid, language public.language, title text, body jsonb, status text,
  created_at timestamptz, usual_hours integer, reason text, note text)
language sql stable security definer set search_path = '' as $$
  select h.id, h.forum_id, h.post_id, h.language, coalesce(h.title, thread.title), h.body, h.status, h.created_at,
    public.review_hours(h.forum_id), h.reason, h.note
  from public.held_texts as h
  left join public.posts as thread on thread.id = h.post_id
  where h.author_id = auth.uid() and h.status <> 'approved'
    and (num_nonnulls(my_held_texts.topic, my_held_texts.article) = 0
      or h.post_id = my_held_texts.topic
      or h.article_id = coalesce(my_held_texts.article, (
        select p.article_id from public.posts as p where p.id = my_held_texts.topic)))
    and h.forum_id <> all (public.hidden_forums())
  order by h.created_at
  limit 50
$$;

-- Locks a held text for a decision of the caller, a moderator of its area.
create or replace function public.lock_held_text(held uuid) returns public.held_texts
language plpgsql security definer set search_path = '' as $$
declare
  found_text public.held_texts;
begin
  select * into found_text from public.held_texts as h where h.id = held for update;
  perform public.check_may('moderate', found_text.forum_id);
  if found_text.id is null then
    perform public.raise_error('404', 'not_found', 'No such text');
  end if;
  return found_text;
end
$$;

-- Approves a held text, which is written now as if its author had, or rejects it with a reason, which the author receives.
create or replace function public.decide_held_text(
  held uuid, outcome text, reason text default null, note text default '') returns void
language plpgsql security definer set search_path = '' as $$
declare
  found_text constant public.held_texts := public.lock_held_text(held);
begin
  if coalesce(outcome, '') not in ('approved', 'rejected') then
    perform public.raise_error('422', 'unknown_outcome', 'An outcome is approved or rejected');
  elsif found_text.status <> 'waiting' then
    perform public.raise_error('409', 'handled', 'This text has been decided already');
  end if;
  if outcome = 'approved' then
    perform public.publish_held_text(found_text);
  end if;
  update public.held_texts as h set status = outcome, decided_by = auth.uid(), decided_at = now(),
    body = case when outcome = 'rejected' then h.body end, poll = case when outcome = 'rejected' then h.poll end,
    reason = case when outcome = 'rejected' then coalesce(decide_held_text.reason, 'rules') end,
    note = case when outcome = 'rejected' then btrim(coalesce(decide_held_text.note, '')) else '' end
  where h.id = held;
  perform public.tell_of_decision(held);
end
$$;

-- One that was approved, taken back and approved again is in the forum already, hidden. A first comment on an article comes
-- with its topic.
create or replace function public.publish_held_text(held public.held_texts) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if held.post_id is null and held.article_id is not null then
    if (select public.comments_area(a) from public.articles as a where a.id = held.article_id) is null then
      perform public.raise_error('409', 'post_gone', 'This article takes no comments any more');
    end if;
    held.post_id := public.open_comments(held.article_id);
    update public.held_texts as h set post_id = held.post_id where h.id = held.id;
  end if;
  if held.post_id is null then
    update public.posts as p set hidden_at = null where p.id = held.id and p.hidden_at is not null;
    if not found then
      insert into public.posts (id, forum_id, author_id, language, title, body, tags, kept_from)
      values (held.id, held.forum_id, held.author_id, held.language, held.title, held.body, held.tags, held.kept_from);
      perform public.publish_held_poll(held);
    end if;
    return;
  end if;
  update public.replies as r set hidden_at = null where r.id = held.id and r.hidden_at is not null;
  if not found then
    insert into public.replies (id, post_id, author_id, language, body, kept_from, quoted_reply_id)
    -- A topic that was merged goes on in another one.
    select held.id, coalesce(p.merged_into, p.id), held.author_id, held.language, held.body, held.kept_from,
      (select q.id from public.replies as q
        where q.id = held.quoted_reply_id and q.post_id = coalesce(p.merged_into, p.id))
    from public.posts as p where p.id = held.post_id;
  end if;
end
$$;

-- A poll that would have closed while its topic waited is open for as long as its author meant.
create or replace function public.publish_held_poll(held public.held_texts) returns void
language plpgsql security definer set search_path = '' as $$
declare
  closes_at constant timestamptz := (held.poll ->> 'closesAt')::timestamptz;
begin
  if held.poll is null then
    return;
  end if;
  perform public.insert_poll(held.id, case when closes_at <= now()
    then held.poll || jsonb_build_object('closesAt', now() + (closes_at - held.created_at)) else held.poll end);
end
$$;

-- Undoes a decision: what was approved is hidden and waits again, what was rejected waits again.
create or replace function public.reopen_held_text(held uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  found_text constant public.held_texts := public.lock_held_text(held);
  shown jsonb := found_text.body;
begin
  if found_text.status = 'waiting' then
    return;
  elsif found_text.status = 'approved' then
    select coalesce(p.body, r.body) into shown
    from (select held as id) as wanted
    left join public.posts as p on p.id = wanted.id left join public.replies as r on r.id = wanted.id;
    if shown is null then
      perform public.raise_error('409', 'gone', 'This was hidden or deleted meanwhile');
    elsif found_text.post_id is null then
      perform public.set_hidden(true, post => held);
    else
      perform public.set_hidden(true, reply => held);
    end if;
  end if;
  update public.held_texts as h set status = 'waiting', decided_by = null, decided_at = null, reason = null, note = '',
    body = shown
  where h.id = held;
end
$$;

-- Tells the author. Merged by the text, so that a decision, its undo and the next decision are one notice.
create or replace function public.tell_of_decision(held uuid) returns void
language sql security definer set search_path = '' as $$
  select public.queue_notice('text_reviewed', h.author_id, h.id || h.status || clock_timestamp(), h.decided_by,
    path => case when h.status = 'rejected' then '/profile' else
      public.path_to_text(f.slug, coalesce(h.post_id, h.id), (
        select p.article_id from public.posts as p where p.id = coalesce(h.post_id, h.id)), (
        select r.number from public.replies as r where r.id = h.id), h.language) end,
    subject => case when not public.is_confidential(h.forum_id)
        and 'mail' <> all (h.kept_from || coalesce(public.marks_of(h.post_id), '{}'))
        and h.forum_id <> all (public.areas_kept_from('mail'))
      then coalesce(h.title, (select p.title from public.posts as p where p.id = h.post_id)) end,
    merged_by => h.id::text)
  from public.held_texts as h join public.forums as f on f.id = h.forum_id where h.id = held
$$;

-- Whether the first texts of new members wait in an area; null: as the site says.
create or replace function public.set_area_queue(forum uuid, holds boolean) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform public.check_admin();
  update public.forums as f set holds_first_posts = holds where f.id = set_area_queue.forum;
  if not found then
    perform public.raise_error('404', 'not_found', 'No such forum');
  end if;
end
$$;

revoke execute on function
  public.moderators_of(uuid, public.language), public.hold_text(jsonb, uuid, text), public.review_hours(uuid),
  public.my_held_texts(uuid, uuid), public.lock_held_text(uuid), public.decide_held_text(uuid, text, text, text),
  public.publish_held_text(public.held_texts), public.publish_held_poll(public.held_texts),
  public.reopen_held_text(uuid), public.tell_of_decision(uuid), public.set_area_queue(uuid, boolean)
from public, anon, authenticated;
grant execute on function
  public.my_held_texts(uuid, uuid), public.set_area_queue(uuid, boolean), public.decide_held_text(uuid, text, text, text), public.reopen_held_text(uuid)
to authenticated, service_role;
