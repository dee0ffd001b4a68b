-- Rows with the name, an address or a phone number of a member that no foreign key deletes with the account: messages to
-- the site, bookings as a guest, invitations, the newsletter, queued and sent messages, the log of sign-ins, connections.

-- The confirmed addresses of an account, as other tables have them.
create or replace function public.addresses_of(member uuid) returns text[]
language sql stable security definer set search_path = '' as $$
  select array_remove(array[
    case when u.email_confirmed_at is not null then nullif(lower(u.email), '') end,
    case when u.phone_confirmed_at is not null then nullif(u.phone, '') end], null)
  from auth.users as u where u.id = addresses_of.member
$$;

-- Deletes bookings as a guest with an address of the member. Those to come are cancelled first, so that the waiting list
-- moves up.
create or replace function public.take_guests(addresses text[], most integer) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  ids constant uuid[] := array(
    select g.id from public.guests as g where coalesce(g.email, g.phone) = any (addresses) or g.phone = any (addresses)
    order by g.id limit most for update);
begin
  if ids = '{}' then
    return 0;
  end if;
  update public.bookings as b set status = 'cancelled', cancelled_at = now(), waiting_since = null,
    sequence = b.sequence + 1, updated_at = now()
  where b.guest_id = any (ids) and b.status <> 'cancelled' and b.starts_at > now();
  delete from public.guests as g where g.id = any (ids);
  return cardinality(ids);
end
$$;

-- Takes names and addresses out of the log of sign-ins. When the account did something and its id stay for 400 days.
create or replace function public.take_log_entries(member uuid, most integer) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  taken integer;
begin
  update auth.audit_log_entries as e set ip_address = '', payload = e.payload::jsonb - 'actor_username' - 'actor_name'
    || case when e.payload::jsonb ? 'traits' then jsonb_build_object('traits', (e.payload::jsonb -> 'traits')
      - '{provider_id,email,phone,user_email,user_phone}'::text[]) else '{}' end
  where e.id in (
    select x.id from auth.audit_log_entries as x
    where x.payload ->> 'actor_id' = take_log_entries.member::text
      and (x.payload ->> 'actor_username' is not null or x.ip_address <> '')
    limit most);
  get diagnostics taken = row_count;
  return taken;
end
$$;

-- Tables of the backend that a hosted project lacks.
create or replace function public.take_messages(member uuid, addresses text[], most integer) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  statement record;
  done integer;
  taken integer := 0;
begin
  for statement in
    select * from (values
      ('mailbox.queue', $sql$delete from mailbox.queue where id in (
        select id from mailbox.queue where user_id = $1 or lower(recipient) = any ($2) limit $3)$sql$),
      ('mailbox.messages', $sql$delete from mailbox.messages where id in (
        select id from mailbox.messages where lower(recipient) = any ($2) limit $3)$sql$),
      ('realtime.subscription', $sql$delete from realtime.subscription where id in (
        select id from realtime.subscription where claims ->> 'sub' = $1::text limit $3)$sql$),
      -- The storage service removes the parts, then the row.
      ('storage.resumable_uploads', $sql$update storage.resumable_uploads set expires_at = now() - interval '2 days'
        where id in (select id from storage.resumable_uploads
          where subject = $1::text and expires_at > now() - interval '1 day' limit $3)$sql$)) as s (needs, query)
  loop
    if to_regclass(statement.needs) is not null then
      execute statement.query using member, addresses, most;
      get diagnostics done = row_count;
      taken := taken + done;
    end if;
  end loop;
  return taken;
end
$$;

-- Deletes notifications of staff whose subject is the name of the member, as a report or a message to the site has it.
create or replace function public.take_notices(member uuid, addresses text[], most integer) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  names constant text[] := array(
    select p.display_name from public.profiles as p where p.id = take_notices.member
    union select m.name from public.messages as m
      where m.member_id = take_notices.member or lower(m.email) = any (addresses));
  taken integer;
begin
  delete from public.notifications as n where n.id in (
    select x.id from public.notifications as x
    where x.kind in ('staff_message', 'staff_report') and x.subject = any (names) limit most);
  get diagnostics taken = row_count;
  return taken;
end
$$;

create or replace function public.take_traces(member uuid, most integer) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  addresses constant text[] := coalesce(public.addresses_of(member), '{}');
  statement text;
  done integer;
  taken integer := public.take_guests(addresses, most) + public.take_notices(member, addresses, most);
begin
  if taken > 0 then
    return taken;
  end if;
  foreach statement in array array[
    'delete from public.messages where id in (select id from public.messages
      where member_id = $1 or lower(email) = any ($2) limit $3)',
    'delete from public.invitations where id in (select id from public.invitations where address = any ($2) limit $3)',
    'delete from public.newsletter_guests where id in (
      select id from public.newsletter_guests where email = any ($2) limit $3)',
    'delete from public.newsletter_requests where link in (
      select link from public.newsletter_requests where email = any ($2) limit $3)',
    'delete from public.bot_check_codes as c where $3 > 0 and exists (
      select from unnest($2) as address where strpos(lower(c.pending_email::text), address) > 0)']
  loop
    execute statement using member, addresses, most;
    get diagnostics done = row_count;
    taken := taken + done;
  end loop;
  -- Drafts of others that mention the member: no other text does that mentions() does not know.
  update public.drafts as d set content = public.without_member(d.content, take_traces.member, '{}', '', false)
  where d.user_id <> take_traces.member and d.content::text like '%' || take_traces.member || '%'
    and jsonb_path_exists(d.content, 'strict $.** ? (@.type == "mention" && @.attrs.id == $id)',
      jsonb_build_object('id', take_traces.member));
  get diagnostics done = row_count;
  update public.held_texts as h set body = public.without_member(h.body, take_traces.member, '{}', '', false)
  where public.count_mentions(h.body) > 0 and h.body::text like '%' || take_traces.member || '%';
  return taken + done + public.take_messages(member, addresses, most) + public.take_log_entries(member, 20 * most);
end
$$;

revoke execute on function
  public.addresses_of(uuid), public.take_guests(text[], integer), public.take_notices(uuid, text[], integer),
  public.take_log_entries(uuid, integer),
  public.take_messages(uuid, text[], integer), public.take_traces(uuid, integer)
from public, anon, authenticated;
