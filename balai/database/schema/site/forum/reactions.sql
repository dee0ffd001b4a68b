-- Reactions, the reply that solved a topic, bookmarks and their reminders.
-- Errors: PT404 not_found; PT403 not_yours; PT409 gone, too_many.

-- Gives or takes back a reaction of the caller; row policies decide whether they may. Repeating it changes nothing.
create or replace function public.set_reaction(
  kind text, wanted boolean, post uuid default null, reply uuid default null) returns void
language plpgsql set search_path = '' as $$
begin
  if set_reaction.wanted then
    insert into public.reactions (kind, post_id, reply_id)
    values (set_reaction.kind, set_reaction.post, set_reaction.reply) on conflict do nothing;
  else
    delete from public.reactions as own
    where own.member_id = auth.uid() and own.kind = set_reaction.kind
      and (own.post_id = set_reaction.post or own.reply_id = set_reaction.reply);
  end if;
end
$$;

-- Names behind the counts, the latest first, for members who see the text.
create or replace function public.list_reactions(post uuid default null, reply uuid default null)
returns table (kind text, id uuid, display_name text, picture_url text)
language sql stable set search_path = '' as $$
  select given.kind, member.id, member.display_name, member.picture_url
  from public.reactions as given join public.profiles as member on member.id = given.member_id
  where given.post_id = list_reactions.post or given.reply_id = list_reactions.reply
  order by given.id desc limit 100
$$;

-- Adds up a statement's reactions on the rows that they belong to. Rows are locked in the order reply, post.
create or replace function public.recount_reactions(changes jsonb) returns void
language plpgsql security definer set search_path = '' as $$
declare
  change record;
begin
  for change in
    select one.post_id, one.reply_id, one.kind, sum(one.added)::int as added
    from jsonb_to_recordset(changes) as one (post_id uuid, reply_id uuid, kind text, added integer)
    group by one.reply_id, one.post_id, one.kind order by one.reply_id, one.post_id, one.kind
  loop
    if change.reply_id is not null then
      update public.replies as entry set reactions = public.with_count(entry.reactions, change.kind, change.added)
      where entry.id = change.reply_id;
    else
      update public.posts as entry set reactions = public.with_count(entry.reactions, change.kind, change.added),
        reaction_count = greatest(0, entry.reaction_count + change.added)
      where entry.id = change.post_id;
    end if;
  end loop;
end
$$;

-- Counts by kind, one of them changed; a kind without any is left out.
create or replace function public.with_count(counts jsonb, kind text, added integer) returns jsonb
language sql immutable set search_path = '' as $$
  select case when coalesce((counts ->> kind)::int, 0) + added > 0
    then counts || jsonb_build_object(kind, coalesce((counts ->> kind)::int, 0) + added) else counts - kind end
$$;

create or replace function public.count_reactions() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'INSERT' then
    perform public.recount_reactions(jsonb_agg(jsonb_build_object(
      'post_id', post_id, 'reply_id', reply_id, 'kind', kind, 'added', 1))) from new_rows;
    perform public.queue_notice('reaction',
      case when reply.id is null then post.author_id else reply.author_id end, given.id::text, given.member_id,
      post => post.id, reply => reply.id, merged_by => coalesce(reply.id, post.id)::text)
    from new_rows as given
    left join public.replies as reply on reply.id = given.reply_id
    join public.posts as post on post.id = coalesce(given.post_id, reply.post_id)
    where case when reply.id is null then post.author_id else reply.author_id end is not null;
  else
    perform public.recount_reactions(jsonb_agg(jsonb_build_object(
      'post_id', post_id, 'reply_id', reply_id, 'kind', kind, 'added', -1))) from old_rows;
  end if;
  return null;
end
$$;

-- Marks the reply that solved a topic; null takes the mark away. Its author and moderators do.
create or replace function public.set_answer(post uuid, reply uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  thread record;
begin
  select posts.author_id, posts.title, posts.forum_id into thread from public.posts
  where posts.id = set_answer.post for no key update;
  if not found then
    perform public.raise_error('404', 'not_found', 'No such post');
  elsif thread.author_id is distinct from auth.uid() and not public.may('moderate', thread.forum_id) then
    perform public.raise_error('403', 'not_yours', 'Only its author may choose the answer');
  elsif thread.title is null or set_answer.reply is not null and not exists (
      select from public.replies
      where replies.id = set_answer.reply and replies.post_id = set_answer.post and replies.body is not null) then
    perform public.raise_error('409', 'gone', 'This was hidden or deleted');
  end if;
  update public.posts set solved_reply_id = set_answer.reply where posts.id = set_answer.post;
end
$$;

-- A reply that is hidden or deleted is no answer.
create or replace function public.take_back_answer() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.posts set solved_reply_id = null where posts.solved_reply_id = new.id;
  return null;
end
$$;

-- Keeps, changes or removes a bookmark of the caller. `remind_at` null: without a reminder. Exactly one thing is named.
-- Row policies require that the caller sees the thing.
create or replace function public.set_bookmark(
  wanted boolean, remind_at timestamptz default null, note text default '', post uuid default null,
  reply uuid default null, article uuid default null, resource uuid default null, service uuid default null
) returns void
language plpgsql set search_path = '' as $$
declare
  known uuid;
begin
  select own.id into known from public.bookmarks as own
  where own.member_id = auth.uid() and (own.post_id = set_bookmark.post or own.reply_id = set_bookmark.reply
    or own.article_id = set_bookmark.article or own.resource_id = set_bookmark.resource
    or own.service_id = set_bookmark.service);
  if not set_bookmark.wanted then
    delete from public.bookmarks where id = known;
  elsif known is not null then
    update public.bookmarks as own set remind_at = set_bookmark.remind_at, reminded_at = null,
      note = coalesce(set_bookmark.note, '')
    where own.id = known;
  else
    insert into public.bookmarks (remind_at, note, post_id, reply_id, article_id, resource_id, service_id)
    values (set_bookmark.remind_at, coalesce(set_bookmark.note, ''), set_bookmark.post, set_bookmark.reply,
      set_bookmark.article, set_bookmark.resource, set_bookmark.service)
    on conflict do nothing;
  end if;
end
$$;

-- Whether the caller sees what a bookmark names: the policies of those tables decide.
create or replace function public.can_bookmark(post uuid, reply uuid, article uuid, resource uuid, service uuid)
returns boolean
language sql stable set search_path = '' as $$
  select exists (select from public.posts where id = can_bookmark.post)
    or exists (select from public.replies where id = can_bookmark.reply)
    or exists (select from public.articles where id = can_bookmark.article)
    or exists (select from public.resources where id = can_bookmark.resource)
    or exists (select from public.services where id = can_bookmark.service)
$$;

-- At most 2,000 for a member. The lock makes concurrent ones count each other.
create or replace function public.check_bookmarks() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('balai.bookmarks' || new.member_id, 0));
  if 2000 <= (select count(*) from public.bookmarks where bookmarks.member_id = new.member_id) then
    perform public.raise_error('409', 'too_many', 'At most 2,000 bookmarks');
  end if;
  return new;
end
$$;

-- For the job alone: tells the members whose reminders are due. Returns how many; at most `max_rows`.
create or replace function public.remind_of_bookmarks(max_rows integer) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  mark record;
  given integer := 0;
begin
  for mark in
    select b.*, coalesce(b.post_id, reply.post_id) as thread
    from public.bookmarks as b left join public.replies as reply on reply.id = b.reply_id
    where b.remind_at <= now() and b.reminded_at is null
    order by b.remind_at limit max_rows for no key update of b skip locked
  loop
    perform public.queue_notice('reminder', mark.member_id, mark.id || ' ' || mark.remind_at, null,
      post => mark.thread, reply => mark.reply_id,
      path => case when mark.thread is null then '/profile/bookmarks' end, subject => mark.note);
    update public.bookmarks set reminded_at = now() where id = mark.id;
    given := given + 1;
  end loop;
  return given;
end
$$;

revoke execute on function
  public.remind_of_bookmarks(integer), public.set_reaction(text, boolean, uuid, uuid), public.list_reactions(uuid, uuid),
  public.recount_reactions(jsonb), public.with_count(jsonb, text, integer), public.count_reactions(),
  public.set_answer(uuid, uuid), public.take_back_answer(),
  public.set_bookmark(boolean, timestamptz, text, uuid, uuid, uuid, uuid, uuid),
  public.can_bookmark(uuid, uuid, uuid, uuid, uuid), public.check_bookmarks()
from public, anon, authenticated;

grant execute on function
  public.set_reaction(text, boolean, uuid, uuid), public.list_reactions(uuid, uuid), public.set_answer(uuid, uuid),
  public.set_bookmark(boolean, timestamptz, text, uuid, uuid, uuid, uuid, uuid),
  public.can_bookmark(uuid, uuid, uuid, uuid, uuid)
to authenticated, service_role;

comment on function public.can_bookmark(uuid, uuid, uuid, uuid, uuid) is 'internal';
