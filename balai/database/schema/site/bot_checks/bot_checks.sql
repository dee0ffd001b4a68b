-- Bot checks without a third party: a proof of work by the device (ALTCHA), or a code by email for devices that cannot
-- calculate it. The token comes in the header x-bot-check; a rule that requires one calls check_bot_token().

-- HMAC needs an extension that not every server has. A nested hash with the key in front of each message is as strong.
create or replace function public.sign_bot_check(message text) returns text
language sql stable security definer set search_path = '' as $$
  select encode(sha256(k.key || sha256(k.key || convert_to(message, 'UTF8'))), 'hex') from public.bot_check_keys as k
$$;

-- A proof-of-work challenge (ALTCHA), valid for ten minutes: find the number whose hash with the salt is the challenge.
create or replace function public.create_bot_challenge() returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  max_number constant integer := 50000;
  salt constant text := encode(substr(sha256(uuid_send(gen_random_uuid())), 1, 12), 'hex')
    || '?expires=' || floor(extract(epoch from now()))::bigint + 600 || '&';
  -- From a random uuid: random() could be predicted from earlier numbers.
  number constant bigint := ('x' || encode(substr(sha256(uuid_send(gen_random_uuid())), 1, 4), 'hex'))::bit(32)::bigint
    % max_number;
  challenge constant text := encode(sha256(convert_to(salt || number, 'UTF8')), 'hex');
begin
  return jsonb_build_object('provider', 'altcha', 'algorithm', 'SHA-256', 'challenge', challenge, 'maxNumber', max_number,
    'salt', salt, 'signature', public.sign_bot_check(challenge));
end
$$;

-- Whether the token is valid. A token is valid once.
create or replace function public.use_bot_token(token text) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
declare
  solution jsonb;
  ends_at timestamptz;
begin
  if token is null or length(token) > 4096 then
    return false;
  end if;
  delete from public.bot_check_codes c
    where c.token_hash = sha256(convert_to(token, 'UTF8')) and c.sent_at > now() - interval '20 minutes';
  if found then
    return true;
  end if;
  solution := convert_from(decode(token, 'base64'), 'UTF8')::jsonb;
  if jsonb_typeof(solution) <> 'object' or solution ->> 'challenge' is null or solution ->> 'salt' is null
    or solution ->> 'number' is null or solution ->> 'signature' is null
    or public.sign_bot_check(solution ->> 'challenge') <> solution ->> 'signature'
    or encode(sha256(convert_to((solution ->> 'salt') || (solution ->> 'number'), 'UTF8')), 'hex') <> solution ->> 'challenge'
  then
    return false;
  end if;
  ends_at := to_timestamp(substring(solution ->> 'salt' from '\?expires=(\d{1,12})&$')::bigint);
  if ends_at is null or ends_at <= now() then
    return false;
  end if;
  -- Each call deletes a few expired rows first.
  delete from public.used_bot_tokens where id in (
    select p.id from public.used_bot_tokens p where p.expires_at < now() for update skip locked limit 20);
  insert into public.used_bot_tokens (id, expires_at)
    values (substr(decode(solution ->> 'challenge', 'hex'), 1, 16), ends_at) on conflict do nothing;
  return found;
exception
  -- Not base64, JSON or UTF-8: not a token of this site.
  when data_exception then
    return false;
end
$$;

-- For rules that require a bot check over HTTP: reads the token from the header x-bot-check. Administrators and the
-- site's own jobs need none.
create or replace function public.check_bot_token() returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  headers constant text := current_setting('request.headers', true);
begin
  if coalesce(headers, '') = '' or auth.role() = 'service_role' or public.is_admin() then
    return;
  end if;
  if public.use_bot_token(headers::jsonb ->> 'x-bot-check') is not true then
    raise exception 'A bot check is required' using errcode = 'PT403', detail = 'bot_check_required';
  end if;
end
$$;

-- Bot check by email -----------------------------------------------------------------------------------------------
-- The address of a check. A signed-in member always gets the code at their own address, so they cannot send codes to
-- others.
create or replace function public.bot_check_address(address text) returns text
language sql stable security definer set search_path = '' as $$
  select lower(trim(coalesce((select nullif(u.email, '') from auth.users u where u.id = auth.uid()), address)))
$$;

-- Of the codes of an hour that are left for the whole site, the most that one range of addresses may have: a fifth, but
-- always two. So ten networks that ask without end leave others theirs.
create or replace function public.max_codes_of_range(max_codes integer, sent integer) returns integer
language sql immutable set search_path = '' as $$
  select greatest(2, (max_codes - sent) / 4)
$$;

-- Queues an email with a six-digit code: once a minute for each address, 200 an hour for the whole site, of which a range of
-- addresses has its share (max_codes_of_range). Because each range may have two, 800 an hour are the limit for costs.
-- A null language means English: the job writes many emails at once, and one without a language blocked all of them.
create or replace function public.request_bot_check_code(address text default null, language public.language default 'en')
returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  max_per_hour constant integer := 200;
  recipient constant text := public.bot_check_address(address);
  range constant bytea := public.request_range();
  sent integer;
  code constant text := lpad((('x' || encode(substr(sha256(uuid_send(gen_random_uuid())), 1, 4), 'hex'))::bit(32)::bigint
    % 1000000)::text, 6, '0');
begin
  if recipient is null or length(recipient) > 254 or recipient
    !~ '^[a-z0-9!#$%&''*+/=?^_`{|}~-]+(\.[a-z0-9!#$%&''*+/=?^_`{|}~-]+)*@([a-z0-9-]+\.)+[a-z0-9-]+$'
  then
    raise exception 'Not a valid email address' using errcode = '22023', detail = 'address';
  end if;
  -- The lock makes concurrent requests count one after the other: visitors choose the address, so the limit must hold.
  perform pg_advisory_xact_lock(hashtext('balai.bot_check_codes'));
  select count(*) into sent from public.bot_check_codes as c where c.sent_at > now() - interval '1 hour';
  if sent >= (case when range is null then max_per_hour else 4 * max_per_hour end)
    or public.max_codes_of_range(max_per_hour, sent) <= (select count(*) from public.bot_check_codes as c
      where c.range_hash = range and c.sent_at > now() - interval '1 hour')
  then
    raise exception 'Too many codes in an hour' using errcode = 'PT429', detail = 'too_fast';
  end if;
  delete from public.bot_check_codes where sent_at < now() - interval '1 day';
  insert into public.bot_check_codes as c (address_hash, range_hash, code_hash, sent_at, pending_email)
    values (sha256(convert_to(recipient, 'UTF8')), range,
      sha256(convert_to(public.sign_bot_check(recipient || code), 'UTF8')), now(),
      jsonb_build_object('address', recipient, 'language', coalesce(language, 'en'), 'code', code))
    on conflict (address_hash) do update
    set code_hash = excluded.code_hash, sent_at = excluded.sent_at, tries = 0, token_hash = null,
      range_hash = excluded.range_hash, pending_email = excluded.pending_email
    where c.sent_at < now() - interval '1 minute';
  if not found then
    raise exception 'A code was sent less than a minute ago' using errcode = 'PT429', detail = 'too_fast';
  end if;
  perform pg_notify('balai_bot_check_codes', '');
end
$$;

-- Exchanges a code for a token that is valid once; null for a wrong code. Five attempts within ten minutes.
create or replace function public.redeem_bot_check_code(code text, address text default null) returns text
language plpgsql volatile security definer set search_path = '' as $$
declare
  recipient constant text := public.bot_check_address(address);
  token constant text := replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '');
begin
  -- A wrong attempt is counted. Nothing is raised here, because an error would roll back the count.
  update public.bot_check_codes c set tries = c.tries + 1
    where c.address_hash = sha256(convert_to(coalesce(recipient, ''), 'UTF8'))
      and c.tries < 5 and c.sent_at > now() - interval '10 minutes' and c.code_hash is not null;
  update public.bot_check_codes c set code_hash = null, token_hash = sha256(convert_to(token, 'UTF8'))
    where found and c.address_hash = sha256(convert_to(coalesce(recipient, ''), 'UTF8'))
      and c.code_hash = sha256(convert_to(public.sign_bot_check(recipient || trim(code)), 'UTF8'));
  return case when found then token end;
end
$$;

revoke execute on function
  public.sign_bot_check(text), public.create_bot_challenge(), public.use_bot_token(text), public.check_bot_token(),
  public.bot_check_address(text),
  public.request_bot_check_code(text, public.language), public.max_codes_of_range(integer, integer),
  public.redeem_bot_check_code(text, text)
from public, anon, authenticated;

grant execute on function
  public.create_bot_challenge(), public.request_bot_check_code(text, public.language),
  public.redeem_bot_check_code(text, text)
to anon, authenticated, service_role;

grant execute on function public.use_bot_token(text), public.check_bot_token() to service_role;
