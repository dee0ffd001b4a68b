-- The only way to tell members something: one row of public.notifications for each, and what the channels of their choice
-- have to send. Callable any number of times: a member is notified of a thing once.

-- Tells several members of one thing. Returns how many were notified.
-- `thing`: what happened, such as the id of a reply. `merged_by`: unread notices with the same value are one that counts,
-- such as all replies to one topic; without it each thing is a notice of its own. `path` (without the language) and
-- `subject`: for things that are neither a topic nor a booking.
-- Not notified: the actor, members who have muted the topic, those who may not read it, and
-- members of whom one has blocked the other, except the staff.
create or replace function public.queue_notices(
  kind text, recipients uuid[], thing text, actor uuid default null, post uuid default null, reply uuid default null,
  booking uuid default null, path text default null, subject text default null, merged_by text default null
) returns integer
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  readers constant uuid[] := case when queue_notices.post is null then queue_notices.recipients
    else public.readers_of(queue_notices.post, queue_notices.recipients) end;
  notified integer;
begin
  if coalesce(cardinality(readers), 0) = 0 then
    return 0;
  end if;
  with chosen as materialized (
    select member.id as member_id, array(
        select offer.channel from unnest(known.offered) as offer (channel)
        where coalesce((
          select choice.is_on from public.notice_choices as choice
          where choice.member_id = member.id and choice.kind = known.kind and choice.channel = offer.channel),
          offer.channel = any (known.channels))) as channels
    from public.notice_kinds as known
    join public.profiles as member on member.id = any (readers)
    where known.kind = queue_notices.kind and member.id is distinct from queue_notices.actor
      and not exists (
        select from public.watches as watch
        where watch.member_id = member.id and watch.post_id = queue_notices.post and watch.level = 'muted')
      and not exists (
        select from public.notifications as earlier
        where earlier.member_id = member.id and earlier.post_id = queue_notices.post
          and queue_notices.thing = any (earlier.things))
      and not (queue_notices.post is null and exists (
        select from public.notifications as earlier
        where earlier.member_id = member.id and earlier.post_id is null
          and queue_notices.thing = any (earlier.things)))
      and not exists (
        select from public.member_blocks as block
        where (block.member_id, block.blocked_id) in (
          (member.id, queue_notices.actor), (queue_notices.actor, member.id)) and known.section <> 'staff')
  ), told as (
    insert into public.notifications as n
      (member_id, kind, actor_id, post_id, reply_id, booking_id, path, subject, group_key, things, on_site)
    select chosen.member_id, queue_notices.kind, queue_notices.actor, queue_notices.post, queue_notices.reply,
      queue_notices.booking, queue_notices.path, left(coalesce(queue_notices.subject, ''), 200),
      coalesce(queue_notices.merged_by, queue_notices.thing), array[queue_notices.thing],
      'site' = any (chosen.channels)
    from chosen where chosen.channels <> '{}'
    order by chosen.member_id
    on conflict (member_id, kind, group_key) where read_at is null do update set
      count = n.count + 1, created_at = now(), actor_id = excluded.actor_id, subject = excluded.subject,
      on_site = n.on_site or excluded.on_site,
      -- The last hundred are enough to recognise a repeat.
      things = (n.things || excluded.things)[greatest(1, cardinality(n.things) - 98):]
      where not excluded.things <@ n.things
    returning n.id, n.member_id, n.count = 1 as is_new
  ), due as (
    -- Not joined with `chosen`: a plan that a session keeps expects ten members, and compares 5,000 with 5,000.
    select told.id, told.member_id, told.is_new, known.sent_apart, array(
        select offer.channel from unnest(known.offered) as offer (channel)
        where coalesce((
          select choice.is_on from public.notice_choices as choice
          where choice.member_id = told.member_id and choice.kind = known.kind and choice.channel = offer.channel),
          offer.channel = any (known.channels))) as channels
    from told join public.notice_kinds as known on known.kind = queue_notices.kind
  ), pushed as (
    -- One message for each device. Later things of an unread notice are counted in it and push nothing.
    insert into public.push_messages (subscription_id, notification_id, next_attempt_at)
    select device.id, due.id, coalesce(public.quiet_until(due.member_id, now()), now())
    from due join public.push_subscriptions as device on device.member_id = due.member_id
    where due.is_new and 'push' = any (due.channels)
    returning 1
  ), queued as (
    insert into public.notice_deliveries (member_id, notification_id, channel, reply_id, actor_id)
    select due.member_id, due.id, channel, queue_notices.reply, queue_notices.actor
    from due, unnest(array['email', 'sms']) as channel
    where channel = any (due.channels) and channel <> all (due.sent_apart)
    on conflict do nothing
  ), woken as (
    select pg_notify('balai_push', '') where exists (select from pushed)
  )
  select count(*) into notified from told left join woken on true;
  return notified;
end $$;

-- Tells one member of one thing. False: they were notified before, are the actor, or have chosen not to be.
create or replace function public.queue_notice(
  kind text, recipient uuid, thing text, actor uuid default null, post uuid default null, reply uuid default null,
  booking uuid default null, path text default null, subject text default null, merged_by text default null
) returns boolean
language sql security definer set search_path = '' as $$
  select public.queue_notices(kind, array[recipient], thing, actor, post, reply, booking, path, subject, merged_by) = 1
$$;

-- Those of several members who may read a topic.
create or replace function public.readers_of(post uuid, members uuid[]) returns uuid[]
language sql stable security definer set search_path = '' as $$
  select coalesce((
    select public.members_who_see(topic.forum_id, members) from public.posts as topic
    where topic.id = readers_of.post and topic.title is not null), '{}')
$$;

create or replace function public.topic_is_open_to(member uuid, post uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select public.readers_of(post, array[member]) <> '{}'
$$;

-- The end of a member's quiet hours, if `moment` is in them, else null.
create or replace function public.quiet_until(member uuid, moment timestamptz) returns timestamptz
language sql stable security definer set search_path = '' as $$
  select (clock.today + settings.quiet_until
      + case when settings.quiet_until > clock.hour then interval '0' else interval '1 day' end) at time zone p.time_zone
  from public.notice_settings as settings
  join public.profiles as p on p.id = settings.member_id
  cross join lateral (
    select (moment at time zone p.time_zone)::date as today, (moment at time zone p.time_zone)::time as hour) as clock
  where settings.member_id = member and case
    when settings.quiet_from < settings.quiet_until
      then clock.hour >= settings.quiet_from and clock.hour < settings.quiet_until
    else clock.hour >= settings.quiet_from or clock.hour < settings.quiet_until end
$$;

-- Whether a member wants a kind by a channel, for the jobs that email at once.
create or replace function public.wants_notice(member uuid, kind text, channel text) returns boolean
language sql stable security definer set search_path = '' as $$
  select coalesce((
      select choice.is_on from public.notice_choices as choice
      where choice.member_id = member and choice.kind = known.kind and choice.channel = wants_notice.channel),
    wants_notice.channel = any (known.channels))
  from public.notice_kinds as known where known.kind = wants_notice.kind
$$;

-- How a topic is named in an email or a push message: by its title; in a confidential area, whose texts leave the site in
-- no message, by the name of the area; not at all if it is marked (texts.posts_to_mail has no such row).
create or replace function public.name_in_message(topic public.posts, wanted public.language) returns text
language sql stable security definer set search_path = '' as $$
  select case when public.is_confidential(topic.forum_id) then (
      select t.name from public.forum_texts as t where t.forum_id = topic.forum_id
      order by array_position(public.language_order(name_in_message.wanted), t.language) limit 1)
    else (select mailed.title from texts.posts_to_mail as mailed where mailed.id = topic.id) end
$$;

revoke execute on function
  public.queue_notices(text, uuid[], text, uuid, uuid, uuid, uuid, text, text, text),
  public.queue_notice(text, uuid, text, uuid, uuid, uuid, uuid, text, text, text),
  public.readers_of(uuid, uuid[]), public.topic_is_open_to(uuid, uuid), public.name_in_message(public.posts, public.language), public.quiet_until(uuid, timestamptz), public.wants_notice(uuid, text, text)
from public, anon, authenticated;
grant execute on function
  public.queue_notices(text, uuid[], text, uuid, uuid, uuid, uuid, text, text, text),
  public.queue_notice(text, uuid, text, uuid, uuid, uuid, uuid, text, text, text)
to service_role;
