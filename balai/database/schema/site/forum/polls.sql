-- Polls in posts, with a secret ballot: no role reads how a member voted, staff and the service role included, and the
-- votes themselves are deleted when a poll closes. Only counts stay.
-- Errors: PT404 not_found; PT403 not_yours, silenced; PT409 poll_closed, post_locked, has_poll; PT422 poll_options, poll_choices,
-- past_moment.

-- Adds a poll to a post of the caller: {"question": …, "options": […], "maxChoices": 1, "results": "always", "closesAt": …}.
create or replace function public.add_poll(post uuid, poll jsonb) returns void
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_variable
declare
  author uuid;
  area uuid;
begin
  perform public.refuse_if_silenced();
  select p.author_id, p.forum_id into author, area
  from public.posts as p where p.id = post and p.title is not null for no key update;
  if not found then
    perform public.raise_error('404', 'not_found', 'No such post');
  elsif author is distinct from auth.uid() then
    perform public.raise_error('403', 'not_yours', 'Only its author may change this');
  elsif not public.may('create', area) then
    raise exception 'This needs the right to post' using errcode = '42501', detail = 'not_allowed';
  elsif exists (select from public.polls as p where p.post_id = post) then
    perform public.raise_error('409', 'has_poll', 'This post has a poll');
  end if;
  perform public.check_poll(poll);
  perform public.insert_poll(post, poll);
end
$$;

create or replace function public.check_poll(poll jsonb) returns void
language plpgsql stable set search_path = '' as $$
#variable_conflict use_variable
begin
  if (poll ->> 'closesAt')::timestamptz <= now() then
    perform public.raise_error('422', 'past_moment', 'Choose a moment in the future');
  elsif coalesce(jsonb_array_length(poll -> 'options'), 0) not between 2 and 20
    or (poll ->> 'maxChoices')::integer > jsonb_array_length(poll -> 'options') then
    perform public.raise_error('422', 'poll_options', 'A poll has two to twenty options');
  end if;
end
$$;

create or replace function public.insert_poll(post uuid, poll jsonb) returns void
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_variable
declare
  made uuid;
begin
  insert into public.polls (post_id, question, max_choices, results, closes_at)
  values (post, btrim(poll ->> 'question'), coalesce((poll ->> 'maxChoices')::integer, 1),
    coalesce(poll ->> 'results', 'always'), (poll ->> 'closesAt')::timestamptz)
  returning id into made;
  insert into public.poll_options (poll_id, number, label)
  select made, option.number, btrim(option.label)
  from jsonb_array_elements_text(poll -> 'options') with ordinality as option (label, number);
  insert into public.poll_counts (poll_id, number) select o.poll_id, o.number from public.poll_options as o
  where o.poll_id = made;
end
$$;

-- A post with its poll, in one transaction. Row policies decide whether the caller may post. Answers with its id; null: a
-- moderator reads it first, with its poll.
create or replace function public.add_post_with_poll(
  id uuid, forum uuid, language public.language, title text, body jsonb, tags text[], poll jsonb,
  kept_from text[] default '{}') returns jsonb
language plpgsql set search_path = '' as $$
begin
  insert into public.posts (id, forum_id, language, title, body, tags, kept_from)
  values (add_post_with_poll.id, add_post_with_poll.forum, add_post_with_poll.language, add_post_with_poll.title,
    add_post_with_poll.body, coalesce(add_post_with_poll.tags, '{}'), add_post_with_poll.kept_from);
  if not found then
    perform public.hold_poll(add_post_with_poll.id, add_post_with_poll.poll);
    return null;
  end if;
  perform public.add_poll(add_post_with_poll.id, add_post_with_poll.poll);
  return jsonb_build_object('id', add_post_with_poll.id);
end
$$;

-- Keeps the poll of a topic of the caller that waits.
create or replace function public.hold_poll(held uuid, poll jsonb) returns void
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_variable
begin
  perform public.check_poll(poll);
  -- As the constraints say: else no moderator could approve the topic.
  if public.is_clean_line(btrim(poll ->> 'question'), 200) is not true
    or coalesce((poll ->> 'maxChoices')::integer, 1) < 1
    or coalesce(poll ->> 'results', 'always') not in ('always', 'voted', 'closed')
    or (select count(distinct btrim(option.label)) < count(*)
          or bool_and(public.is_clean_line(btrim(option.label), 120)) is not true
        from jsonb_array_elements_text(poll -> 'options') as option (label)) then
    perform public.raise_error('422', 'poll_options', 'A poll has a question and two to twenty options');
  end if;
  update public.held_texts as h set poll = poll
  where h.id = held and h.author_id = auth.uid() and h.status = 'waiting'
    and num_nonnulls(h.post_id, h.article_id) = 0;
end
$$;

-- Fewer than two options are no poll, whichever way it was written.
create or replace function public.check_poll_options() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if exists (select from public.polls as p where p.id = new.id)
    and (select count(*) from public.poll_options as o where o.poll_id = new.id) < 2 then
    perform public.raise_error('422', 'poll_options', 'A poll has two to twenty options');
  end if;
  return null;
end
$$;

-- Adds to the counts of some options, or takes from them.
create or replace function public.count_votes(poll uuid, choices integer[], added integer) returns void
language sql security definer set search_path = '' as $$
  update public.poll_counts as c set votes = c.votes + added
  where c.poll_id = count_votes.poll and c.number = any (choices)
$$;

-- Votes, or changes the caller's vote; no choices take it back. The lock of the poll makes concurrent votes count each
-- other.
create or replace function public.vote(poll uuid, choices integer[]) returns void
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_variable
declare
  asked public.polls;
  thread record;
  chosen constant integer[] := array(select distinct c from unnest(choices) as c order by c);
  before integer[];
begin
  select p.* into asked from public.polls as p where p.id = poll for no key update;
  select t.forum_id, t.is_locked into thread from public.posts as t
  where t.id = asked.post_id and t.title is not null and t.forum_id <> all (public.hidden_forums());
  if not found or auth.uid() is null then
    perform public.raise_error('404', 'not_found', 'No such poll');
  elsif not public.may('reply', thread.forum_id) then
    raise exception 'This needs the right to reply' using errcode = '42501', detail = 'not_allowed';
  elsif asked.closed_at is not null or asked.closes_at <= now() then
    perform public.raise_error('409', 'poll_closed', 'This poll is closed');
  elsif thread.is_locked then
    perform public.raise_error('409', 'post_locked', 'This post is locked');
  elsif cardinality(chosen) > asked.max_choices or exists (
      select from unnest(chosen) as c
      where not exists (select from public.poll_options as o where o.poll_id = poll and o.number = c)) then
    perform public.raise_error('422', 'poll_choices', 'Choose among the options');
  end if;
  delete from public.poll_votes as v where v.poll_id = poll and v.member_id = auth.uid() returning v.choices into before;
  if coalesce(before, '{}') = chosen then
    if before is not null then
      insert into public.poll_votes (poll_id, member_id, choices) values (poll, auth.uid(), chosen);
    end if;
    return;
  end if;
  if cardinality(chosen) > 0 then
    insert into public.poll_votes (poll_id, member_id, choices) values (poll, auth.uid(), chosen);
  end if;
  perform public.count_votes(poll, before, -1);
  perform public.count_votes(poll, chosen, 1);
  update public.polls as p set revision = p.revision + 1,
    voter_count = p.voter_count + (cardinality(chosen) > 0)::integer - (before is not null)::integer
  where p.id = poll;
end
$$;

-- Closes a poll of the caller, or of an area that they moderate. Closing again changes nothing.
create or replace function public.close_poll(poll uuid) returns void
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_variable
declare
  thread record;
begin
  select t.author_id, t.forum_id into thread
  from public.polls as p join public.posts as t on t.id = p.post_id
  where p.id = poll and t.forum_id <> all (public.hidden_forums()) for no key update of p;
  if not found then
    perform public.raise_error('404', 'not_found', 'No such poll');
  elsif thread.author_id is distinct from auth.uid() and not public.may('moderate', thread.forum_id) then
    perform public.raise_error('403', 'not_yours', 'Only its author may close this');
  end if;
  perform public.finish_polls(array[poll]);
end
$$;

-- The counts stay, the votes go.
create or replace function public.finish_polls(ids uuid[]) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  finished integer;
begin
  update public.polls as p set closed_at = now(), revision = p.revision + 1
  where p.id = any (ids) and p.closed_at is null;
  get diagnostics finished = row_count;
  delete from public.poll_votes as v where v.poll_id = any (ids);
  return finished;
end
$$;

-- For the job alone: closes what is due. Returns how many.
create or replace function public.close_due_polls() returns integer
language sql security definer set search_path = '' as $$
  select public.finish_polls(array(
    select p.id from public.polls as p where p.closed_at is null and p.closes_at <= now()
    order by p.closes_at limit 500 for no key update skip locked))
$$;

-- The poll of a post that the caller sees: with the counts if they may see them now, and with their own vote.
create or replace function public.show_poll(post uuid)
returns table (
  id uuid, question text, max_choices integer, results text, closes_at timestamptz, is_closed boolean,
  voter_count integer, own integer[], options jsonb)
language sql stable security definer set search_path = '' as $$
  select p.id, p.question, p.max_choices, p.results, p.closes_at, state.is_closed, p.voter_count,
    coalesce(mine.choices, '{}'),
    (select jsonb_agg(jsonb_build_object('number', o.number, 'label', o.label, 'votes',
        case when state.is_closed or p.results = 'always' or p.results = 'voted' and mine.choices is not null
          then c.votes end) order by o.number)
      from public.poll_options as o join public.poll_counts as c on c.poll_id = o.poll_id and c.number = o.number
      where o.poll_id = p.id)
  from public.polls as p
  join public.posts as t on t.id = p.post_id and t.title is not null and t.forum_id <> all (public.hidden_forums())
  cross join lateral (
    select p.closed_at is not null or coalesce(p.closes_at <= now(), false) as is_closed) as state
  left join public.poll_votes as mine on mine.poll_id = p.id and mine.member_id = auth.uid()
  where p.post_id = show_poll.post
$$;

revoke execute on function
  public.add_poll(uuid, jsonb), public.check_poll(jsonb),
  public.insert_poll(uuid, jsonb), public.hold_poll(uuid, jsonb),
  public.add_post_with_poll(uuid, uuid, public.language, text, jsonb, text[], jsonb, text[]), public.check_poll_options(),
  public.count_votes(uuid, integer[], integer), public.vote(uuid, integer[]), public.close_poll(uuid),
  public.finish_polls(uuid[]), public.close_due_polls(), public.show_poll(uuid)
from public, anon, authenticated;

grant execute on function
  public.add_poll(uuid, jsonb), public.hold_poll(uuid, jsonb),
  public.add_post_with_poll(uuid, uuid, public.language, text, jsonb, text[], jsonb, text[]),
  public.vote(uuid, integer[]), public.close_poll(uuid)
to authenticated, service_role;
grant execute on function public.show_poll(uuid) to anon, authenticated, service_role;

comment on function public.hold_poll(uuid, jsonb) is 'internal';
