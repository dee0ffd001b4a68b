-- The notifications of posts, bookings, reports and messages. Clients get the rows over `supabase_realtime`, under their
-- policies.

-- The author of a quoted reply, then that of the topic; a job notifies watchers (watches.sql).
create or replace function public.notify_of_reply() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  quoted uuid;
  author uuid;
begin
  select reply.author_id into quoted from public.replies as reply where reply.id = new.quoted_reply_id;
  select post.author_id into author from public.posts as post where post.id = new.post_id;
  perform public.queue_notice('quote', quoted, new.id::text, new.author_id, new.post_id, new.id);
  -- Replies are inserted one at a time, under the lock of the post: two of them never run this concurrently.
  perform public.queue_notice('reply', author, new.id::text, new.author_id, new.post_id, new.id,
    merged_by => new.post_id::text);
  return null;
end $$;

-- Tells a member of a change to their booking that another user or the waiting list made, and the staff of what members
-- do. An email is queued at the same time.
create or replace function public.notify_of_booking() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  booked record;
begin
  -- Guests get messages alone.
  if new.recipient_id is null or new.recipient_id = auth.uid() then
    return null;
  end if;
  select booking.id, booking.member_id into booked from public.bookings as booking
  where booking.id = (new.details ->> 'bookingId')::uuid;
  if new.kind in ('booking_changed', 'booking_cancelled', 'booking_promoted', 'booking_reminder', 'booking_declined',
      'booking_offered') or new.kind = 'booking_confirmed' and new.details ? 'isAnswer' then
    perform public.queue_notice(new.kind, new.recipient_id, new.id::text, booking => booked.id)
    where booked.id is not null;
  elsif new.kind = 'booking_request_over' then
    perform public.queue_notice('booking_declined', new.recipient_id, new.id::text, booking => booked.id)
    where booked.id is not null;
  elsif new.kind = 'booking_handed_over' then
    perform public.queue_notice('booking_changed', new.recipient_id, new.id::text, booking => booked.id)
    where booked.id is not null;
  elsif new.kind in ('staff_booked', 'staff_requested', 'staff_changed', 'staff_cancelled', 'staff_handed_over', 'staff_reminder') then
    perform public.queue_notice('staff_booking', new.recipient_id, new.id::text, booked.member_id, booking => booked.id,
      merged_by => booked.id::text)
    where booked.id is not null;
  end if;
  return null;
end $$;

-- Reports are for the moderators of the area; what became of one is for its reporter. In a confidential area the subject is
-- the area, not the title, and administrators receive it only if it has no moderator.
create or replace function public.notify_of_report() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  topic record;
begin
  select post.id, post.article_id, forum.slug, post.forum_id,
    coalesce((select reply.language from public.replies as reply where reply.id = new.reply_id), post.language) as language,
    public.name_in_message(post, (select settings.default_language from public.site_settings as settings)) as title
  into topic
  from public.posts as post join public.forums as forum on forum.id = post.forum_id
  where post.id = coalesce(new.post_id, (select reply.post_id from public.replies as reply where reply.id = new.reply_id));
  if tg_op = 'INSERT' then
    perform public.queue_notices('staff_report', public.first_moderators(topic.forum_id, topic.language), new.id::text,
      new.reporter_id,
      path => '/admin/desk', subject => topic.title, merged_by => coalesce(new.post_id, new.reply_id)::text);
  elsif old.status = 'open' and new.status <> 'open' then
    perform public.queue_notice('report_handled', new.reporter_id, new.id::text,
      path => public.path_to_text(topic.slug, topic.id, topic.article_id, (
        select reply.number from public.replies as reply where reply.id = new.reply_id), topic.language),
      subject => topic.title);
  end if;
  return null;
end $$;

create or replace function public.notify_of_message() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform public.queue_notices('staff_message', public.list_staff('messages'), new.id::text, new.member_id,
    path => '/admin/messages', subject => new.name);
  return null;
end $$;

-- Those who have a right in a scope, by a role or as administrators: the ones to tell of what waits there. Administrators if
-- no other member has it, as in a confidential area without a moderator.
create or replace function public.list_staff(wanted public.site_right, scope uuid default null) returns uuid[]
language sql stable security definer set search_path = '' as $$
  with holders as (
    select array_agg(known.id) as ids from (
      select g.member_id as id from public.role_grants as g join public.roles as r on r.id = g.role_id
      where list_staff.wanted = any (r.rights)
      union select a.user_id from public.administrators as a
      -- The host of the session, if the scope is its thread.
      union select x.host_id from public.forums as f join public.slots as x on x.id = f.slot_id
      where list_staff.wanted = 'moderate' and f.id = list_staff.scope
      union select member.member_id
      from public.area_rights as r
      join public.group_members as member on member.group_id = r.group_id and member.status = 'member'
      where list_staff.wanted = 'moderate' and r.rights @> '{moderate}') as known
    where public.may_as(known.id, list_staff.wanted, list_staff.scope)
  )
  select coalesce(holders.ids, array(select a.user_id from public.administrators as a)) from holders
$$;

-- A role that another member gave, or the rights of an administrator; not those that the operator gave.
create or replace function public.notify_of_role() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  facts constant jsonb := to_jsonb(new);
begin
  perform public.queue_notice('role_given', coalesce(facts ->> 'member_id', facts ->> 'user_id')::uuid,
    coalesce(facts ->> 'id', 'administrator ' || (facts ->> 'granted_at')), (facts ->> 'granted_by')::uuid,
    path => '/admin')
  where facts ->> 'granted_by' is not null;
  return null;
end $$;

-- A request tells the leaders of the group; an invitation, and the answer to a request, the member. Once a day for each
-- member: repeated requests cause no further notice. The name of the group is in each reader's language.
create or replace function public.notify_of_membership() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  thing constant text := concat_ws(' ', new.group_id, new.member_id, new.status, current_date);
  slug constant text := (select g.slug from public.groups as g where g.id = new.group_id);
  readers record;
begin
  for readers in
    select array_agg(p.id) as ids, (
        select t.name from public.group_texts as t where t.group_id = new.group_id
        order by array_position(public.language_order(p.language), t.language) limit 1) as group_name
    from public.profiles as p
    where p.id = any (
      case new.status when 'asked' then public.list_staff('people', new.group_id) else array[new.member_id] end)
    group by p.language
  loop
    if new.status = 'asked' then
      perform public.queue_notices('staff_group', readers.ids, thing, new.member_id,
        path => '/admin/groups/' || new.group_id, subject => readers.group_name, merged_by => new.group_id::text);
    elsif auth.uid() <> new.member_id then
      perform public.queue_notices(case new.status when 'invited' then 'group_invited' else 'group_joined' end,
        readers.ids, thing, auth.uid(), path => '/groups/' || slug, subject => readers.group_name);
    end if;
  end loop;
  return null;
end $$;

-- Marks the given notifications as read, or all of them, on all devices of the member.
create or replace function public.read_notifications(notifications uuid[] default null) returns void
language sql security definer set search_path = '' as $$
  update public.notifications as n set read_at = now()
  where n.member_id = auth.uid() and n.read_at is null
    and (read_notifications.notifications is null or n.id = any(read_notifications.notifications))
$$;

revoke execute on function
  public.notify_of_reply(), public.notify_of_booking(), public.notify_of_report(), public.notify_of_message(),
  public.list_staff(public.site_right, uuid), public.notify_of_role(), public.notify_of_membership(),
  public.read_notifications(uuid[])
from public, anon, authenticated;

grant execute on function public.read_notifications(uuid[]) to authenticated, service_role;
