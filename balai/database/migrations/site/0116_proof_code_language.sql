-- A code asked for in no language (a plain null, which is not the default) is written in English: the job that words the
-- letters takes many at once, and one without a language kept back those of everybody.
set local lock_timeout = '5s';

create or replace function public.ask_proof_code(address text default null, language public.language default 'en') returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  most_an_hour constant integer := 200;
  recipient constant text := public.proof_address(address);
  code constant text := lpad((('x' || encode(substr(sha256(uuid_send(gen_random_uuid())), 1, 4), 'hex'))::bit(32)::bigint
    % 1000000)::text, 6, '0');
begin
  if recipient is null or length(recipient) > 254 or recipient !~ '^[^@\s<>",;:]+@[^@\s<>",;:]+\.[^@\s<>",;:]+$' then
    raise exception 'No address to write to' using errcode = '22023', detail = 'address';
  end if;
  -- Codes to addresses of visitors' own choice have a bound for the whole house, counted one after the other.
  perform pg_advisory_xact_lock(hashtext('balai.proof_codes'));
  if (select count(*) from public.proof_codes c where c.sent_at > now() - interval '1 hour') >= most_an_hour then
    raise exception 'Too many codes in an hour' using errcode = 'PT429', detail = 'too_fast';
  end if;
  delete from public.proof_codes where sent_at < now() - interval '1 day';
  insert into public.proof_codes as c (address_hash, code_hash, sent_at, letter)
    values (sha256(convert_to(recipient, 'UTF8')), sha256(convert_to(public.sign_proof(recipient || code), 'UTF8')), now(),
      jsonb_build_object('address', recipient, 'language', coalesce(language, 'en'), 'code', code))
    on conflict (address_hash) do update
    set code_hash = excluded.code_hash, sent_at = excluded.sent_at, tries = 0, token_hash = null, letter = excluded.letter
    where c.sent_at < now() - interval '1 minute';
  if not found then
    raise exception 'A code is on its way already' using errcode = 'PT429', detail = 'too_fast';
  end if;
  perform pg_notify('balai_proof_codes', '');
end
$$;

update public.proof_codes set letter = letter || '{"language": "en"}' where letter ->> 'language' is null;
