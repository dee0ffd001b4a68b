-- Guests: people who book without an account. A code proves their address; a signed link lets them see, move and cancel
-- a booking. Errors: PT422 address, name; PT403 not_proven; PT404 not_found; PT429 too_fast, too_many_bookings.

-- An email address in lower case, or a phone number in E.164 without the plus; null for anything else. Without a country
-- code, mobile numbers of Malaysia, Singapore and Vietnam are recognised by their form, as the auth service does.
create or replace function public.guest_address(written text) returns text
language sql immutable strict parallel safe set search_path = '' as $$
  select case
    when line ~ '@' then
      -- Plain characters alone: with the comment "a(2)@b.c" an address would be another one to the limits, and
      -- the same one to the mail server.
      case when length(line) <= 254
        and line ~ '^[a-z0-9!#$%&''*+/=?^_`{|}~-]+(\.[a-z0-9!#$%&''*+/=?^_`{|}~-]+)*@([a-z0-9-]+\.)+[a-z0-9-]+$' then line end
    when line !~ '^[+]?[0-9 ().-]+$' then null
    when line ~ '^[+]|^00' then substring(digits from '^(?:00)?([1-9][0-9]{7,14})$')
    when digits ~ '^01[0-9]{8,9}$' then '6' || digits
    when digits ~ '^[89][0-9]{7}$' then '65' || digits
    when digits ~ '^0[35789][0-9]{8}$' then '84' || substr(digits, 2)
    else substring(digits from '^([1-9][0-9]{8,14})$')
  end
  from (select lower(btrim(guest_address.written)) as line, regexp_replace(guest_address.written, '\D', '', 'g') as digits)
    as given
$$;

create or replace function public.guest_hash(message text) returns bytea
language sql stable security definer set search_path = '' as $$
  select sha256(k.key || sha256(k.key || convert_to(message, 'UTF8'))) from public.guest_keys as k
$$;

-- The signed part of a guest's link: the booking's id, and 128 bits that need the key.
create or replace function public.guest_link(booking uuid) returns text
language sql stable security definer set search_path = '' as $$
  select replace(booking::text, '-', '') || left(encode(public.guest_hash('link ' || booking), 'hex'), 32)
$$;

-- The booking of a link; null if its signature is wrong, and for a booking that went into an account, which shows it from
-- then on. The link opens until a day after the booking; what can be changed with it ends at the cut-off of the service.
create or replace function public.linked_booking(link text) returns uuid
language sql stable security definer set search_path = '' as $$
  select b.id from public.bookings as b
  where b.id = case when linked_booking.link ~ '^[0-9a-f]{64}$' then left(linked_booking.link, 32)::uuid end
    and linked_booking.link = public.guest_link(b.id) and b.guest_id is not null and b.ends_at > now() - interval '1 day'
$$;

-- The client's network, as the server names it in a header that no client can set; null where no server does.
create or replace function public.request_network() returns bytea
language sql stable set search_path = '' as $$
  select public.guest_hash('network ' || nullif(nullif(current_setting('request.headers', true), '')::jsonb
    ->> 'x-balai-network', ''))
$$;

-- The IPv4 /24 or IPv6 /48 of the client.
create or replace function public.request_range() returns bytea
language sql stable set search_path = '' as $$
  select public.guest_hash('range ' || network(set_masklen(c.network, case family(c.network) when 4 then 24 else 48 end))::text)
  from public.caller_network() as c (network)
$$;

-- Sends a six-digit code to an address: once a minute and five times an hour for each address, 30 times an hour for each
-- network. Every code needs a bot check: a text message costs money.
-- Of 300 emails or 60 text messages an hour for the whole site, a range of addresses has its share (max_codes_of_range). Because
-- each range may have two, four times as many are the limit for costs: only hundreds of ranges at once lock a guest out.
-- Returns the address as it is stored.
create or replace function public.request_guest_code(address text, language public.language default 'en') returns text
language plpgsql volatile security definer set search_path = '' as $$
declare
  recipient constant text := public.guest_address(address);
  is_phone constant boolean := recipient !~ '@';
  max_codes constant integer := case when is_phone then 60 else 300 end;
  hash constant bytea := public.guest_hash('address ' || recipient);
  network constant bytea := public.request_network();
  range constant bytea := public.request_range();
  sent integer;
  code constant text := lpad((('x' || encode(substr(sha256(uuid_send(gen_random_uuid())), 1, 4), 'hex'))::bit(32)::bigint
    % 1000000)::text, 6, '0');
begin
  if recipient is null then
    perform public.raise_error('422', 'address', 'Not a valid email address or phone number');
  end if;
  perform public.refuse_blocked_network();
  perform public.check_bot_token();
  -- The lock makes concurrent requests count one after the other.
  perform pg_advisory_xact_lock(hashtextextended('balai.guest_codes', 0));
  select count(*) into sent from public.guest_codes as c
    where c.is_phone = (recipient !~ '@') and c.sent_at > now() - interval '1 hour';
  if exists (select from public.guest_codes as c where c.address_hash = hash and c.sent_at > now() - interval '1 minute')
    or 5 <= (select count(*) from public.guest_codes as c
      where c.address_hash = hash and c.sent_at > now() - interval '1 hour')
    or 30 <= (select count(*) from public.guest_codes as c
      where c.network_hash = network and c.sent_at > now() - interval '1 hour')
    or sent >= (case when range is null then max_codes else 4 * max_codes end)
    or public.max_codes_of_range(max_codes, sent) <= (select count(*) from public.guest_codes as c
      where c.range_hash = range and c.is_phone = (recipient !~ '@') and c.sent_at > now() - interval '1 hour')
  then
    perform public.raise_error('429', 'too_fast', 'Too many codes in a short time');
  end if;
  insert into public.guest_codes (address_hash, network_hash, range_hash, is_phone, code_hash)
  values (hash, network, range, is_phone, public.guest_hash('code ' || recipient || ' ' || code));
  -- A hosted project has no queue of messages: there nothing is sent.
  if to_regclass('mailbox.queue') is not null then
    execute $message$
      insert into mailbox.queue (kind, recipient, language, content, channel, expires_at)
      values ($1, $2, $3, jsonb_build_object('variables', jsonb_build_object('code', $4), 'attachments', '[]'::jsonb), $5,
        now() + interval '10 minutes')
    $message$ using case when is_phone then 'code' else 'reauthentication' end, recipient,
      coalesce(language, 'en')::text, code, case when is_phone then 'sms' else 'mail' end;
  end if;
  return recipient;
end
$$;

-- Exchanges the last code of an address for a token; null for a wrong code. Five attempts within ten minutes. With the
-- token the address counts as proven for half an hour, for several bookings: a family shares one.
create or replace function public.prove_guest_address(address text, code text) returns text
language plpgsql volatile security definer set search_path = '' as $$
declare
  recipient constant text := public.guest_address(address);
  token constant text := replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '');
  last bigint;
begin
  -- A wrong attempt is counted. Nothing is raised here, because an error would roll back the count.
  update public.guest_codes as c set tries = c.tries + 1
  where c.id = (select x.id from public.guest_codes as x
      where x.address_hash = public.guest_hash('address ' || recipient) order by x.sent_at desc, x.id desc limit 1)
    and c.tries < 5 and c.sent_at > now() - interval '10 minutes' and c.code_hash is not null
  returning c.id into last;
  update public.guest_codes as c set code_hash = null, token_hash = public.guest_hash('token ' || token)
  where c.id = last and c.code_hash = public.guest_hash(
    'code ' || recipient || ' ' || regexp_replace(coalesce(prove_guest_address.code, ''), '\D', '', 'g'));
  return case when found then token end;
end
$$;

create or replace function public.is_proven_address(address text, token text) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.guest_codes as c
    where c.token_hash = public.guest_hash('token ' || is_proven_address.token)
      and c.address_hash = public.guest_hash('address ' || public.guest_address(is_proven_address.address))
      and c.sent_at > now() - interval '40 minutes')
$$;

-- The guest of a name at an address, added if there is none.
create or replace function public.find_guest(name text, address text, language public.language, zone text, is_proven boolean)
returns uuid
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  line constant text := btrim(coalesce(find_guest.name, ''));
  recipient constant text := public.guest_address(address);
  found_id uuid;
begin
  if public.is_clean_line(line, 80) is not true or public.folded_name(line) = '' then
    perform public.raise_error('422', 'name', 'A name is needed');
  elsif recipient is null and (is_proven or coalesce(btrim(address), '') <> '') then
    perform public.raise_error('422', 'address', 'Not a valid email address or phone number');
  end if;
  insert into public.guests as g (name, email, phone, language, time_zone, proven_at)
  values (line, case when recipient ~ '@' then recipient end, case when recipient !~ '@' then recipient end,
    coalesce(find_guest.language, 'en'), case when public.is_time_zone(zone) then zone end, case when is_proven then now() end)
  on conflict (coalesce(email, phone), public.folded_name(name)) where claimed_by is null and num_nonnulls(email, phone) = 1
  do update set language = case when is_proven then excluded.language else g.language end,
    time_zone = coalesce(excluded.time_zone, g.time_zone), proven_at = coalesce(excluded.proven_at, g.proven_at)
  returning g.id into found_id;
  return found_id;
end
$$;

-- The guest who books with a proven address: at most ten coming bookings for one address, a course counts as one.
-- `booking`: the id of the new booking or course, which is not counted when the request is repeated.
create or replace function public.admit_guest(
  booking uuid, service uuid, name text, recipient text, token text, language public.language, time_zone text
) returns uuid
language plpgsql volatile security definer set search_path = '' as $$
declare
  guest uuid;
begin
  if not public.is_proven_address(recipient, token) then
    perform public.raise_error('403', 'not_proven', 'The address is not proven by a code');
  end if;
  if exists (select from public.services as s where s.id = service and not s.allows_guests) then
    perform public.raise_booking_error('members_only');
  end if;
  -- Bookings of one address count one after the other.
  perform pg_advisory_xact_lock(hashtextextended('balai.guest.' || recipient, 0));
  guest := public.find_guest(name, recipient, language, time_zone, true);
  if 10 <= (
    select count(distinct coalesce(b.series_id, b.id))
    from public.guests as g join public.bookings as b on b.guest_id = g.id
    where coalesce(g.email, g.phone) = recipient and b.status <> 'cancelled' and b.starts_at > now()
      and coalesce(b.series_id, b.id) <> booking)
  then
    perform public.raise_error('429', 'too_many_bookings', 'At most 10 coming bookings for one address');
  end if;
  return guest;
end
$$;

-- Stores how the guest of a booking is reached: one with a phone number alone has a choice. Of a course for all its dates.
-- Null, and the address of an email: nothing to store.
create or replace function public.store_guest_channel(booking uuid, channel text) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if store_guest_channel.channel is null or store_guest_channel.channel = 'mail' then
    return;
  elsif store_guest_channel.channel not in ('sms', 'whatsapp', 'zalo') then
    perform public.raise_error('422', 'unknown_channel', 'There is no such channel');
  end if;
  insert into public.guest_channels as c (booking_id, channel)
  select coalesce(b.series_id, b.id), store_guest_channel.channel
  from public.bookings as b join public.guests as g on g.id = b.guest_id
  where b.id = store_guest_channel.booking and g.phone is not null
  on conflict (booking_id) do update set channel = excluded.channel;
end
$$;

-- The channel of a guest's booking; null: email, or SMS.
create or replace function public.guest_channel(booking uuid) returns text
language sql stable security definer set search_path = '' as $$
  select c.channel from public.bookings as b join public.guest_channels as c on c.booking_id = coalesce(b.series_id, b.id)
  where b.id = guest_channel.booking and b.guest_id is not null
$$;

-- Another channel for the booking of a signed link. Messages that are not written yet use it.
create or replace function public.choose_guest_channel(link text, channel text) returns text
language plpgsql volatile security definer set search_path = '' as $$
declare
  booking constant uuid := public.linked_booking(link);
begin
  if booking is null or not exists (select from public.bookings as b join public.guests as g on g.id = b.guest_id
    where b.id = booking and g.phone is not null) then
    perform public.raise_error('404', 'not_found', 'There is no such booking');
  elsif coalesce(choose_guest_channel.channel, 'mail') = 'mail' then
    perform public.raise_error('422', 'unknown_channel', 'There is no such channel');
  end if;
  perform public.store_guest_channel(booking, choose_guest_channel.channel);
  return choose_guest_channel.channel;
end
$$;

-- The choice of the guest of a signed link: whether they are known by a phone number, and what they have chosen.
create or replace function public.linked_channel(link text) returns table (has_phone boolean, channel text)
language sql stable security definer set search_path = '' as $$
  select g.phone is not null, public.guest_channel(b.id)
  from public.bookings as b join public.guests as g on g.id = b.guest_id where b.id = public.linked_booking(linked_channel.link)
$$;

-- Books as a guest whose address is proven. Returns the answer of book() with the signed link.
create or replace function public.book_as_guest(
  id uuid, service uuid, starts_at timestamptz, name text, address text, token text, party integer default 1,
  note text default '', or_wait boolean default false, language public.language default 'en', time_zone text default null,
  host uuid default null, channel text default null
) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
#variable_conflict use_column
declare
  guest constant uuid := public.admit_guest(book_as_guest.id, service, book_as_guest.name,
    public.guest_address(address), token, book_as_guest.language, book_as_guest.time_zone);
  answer constant jsonb := public.place_booking(book_as_guest.id, service, book_as_guest.starts_at, party,
    book_as_guest.note, or_wait, null, guest, false, book_as_guest.host);
begin
  perform public.store_guest_channel(book_as_guest.id, book_as_guest.channel);
  return answer || jsonb_build_object('link', public.guest_link(book_as_guest.id));
end
$$;

-- The booking of a signed link with texts in one language.
create or replace function public.guest_booking(link text, wanted public.language) returns setof public.booking_detail
language sql stable security definer set search_path = '' as $$
  select d.* from public.booking_details(wanted) as d where d.id = public.linked_booking(guest_booking.link)
$$;

revoke execute on function
  public.guest_address(text), public.guest_hash(text), public.guest_link(uuid), public.linked_booking(text),
  public.request_network(), public.request_guest_code(text, public.language), public.prove_guest_address(text, text),
  public.is_proven_address(text, text), public.find_guest(text, text, public.language, text, boolean),
  public.admit_guest(uuid, uuid, text, text, text, public.language, text),
  public.book_as_guest(
    uuid, uuid, timestamptz, text, text, text, integer, text, boolean, public.language, text, uuid, text),
  public.guest_booking(text, public.language), public.request_range(), public.store_guest_channel(uuid, text),
  public.guest_channel(uuid), public.choose_guest_channel(text, text), public.linked_channel(text)
from public, anon, authenticated;

grant execute on function
  public.request_guest_code(text, public.language), public.prove_guest_address(text, text),
  public.book_as_guest(
    uuid, uuid, timestamptz, text, text, text, integer, text, boolean, public.language, text, uuid, text),
  public.guest_booking(text, public.language), public.choose_guest_channel(text, text), public.linked_channel(text)
to anon, authenticated, service_role;

comment on function public.guest_booking(text, public.language) is 'internal';
comment on function public.linked_channel(text) is 'internal';
