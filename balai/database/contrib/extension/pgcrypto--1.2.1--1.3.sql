-- OpenPGP (RFC 4880) with passwords. Functions find each other in their own schema, whatever its name is.

-- The packets of a message, with the bodies that are sent in parts.
create function pgcrypto_packets(data bytea, out tag integer, out body bytea) returns setof record
language plpgsql immutable strict parallel safe as $$
declare
  at integer := 0;
  header integer; size bigint; width integer;
begin
  while at < length(data) loop
    header := get_byte(data, at);
    at := at + 1;
    body := '';
    if header < 128 then
      raise exception using errcode = '39000', message = 'Wrong key or corrupt data';
    elsif header < 192 then
      tag := (header >> 2) & 15;
      width := (array[1, 2, 4, 0])[(header & 3) + 1];
      size := case when width = 0 then length(data) - at else 0 end;
      for i in 1 .. width loop
        size := size << 8 | get_byte(data, at);
        at := at + 1;
      end loop;
    else
      tag := header & 63;
      loop
        size := get_byte(data, at);
        at := at + 1;
        if size between 192 and 223 then
          size := ((size - 192) << 8) + get_byte(data, at) + 192;
          at := at + 1;
        elsif size = 255 then
          size := ('x' || encode(substring(data from at + 1 for 4), 'hex'))::bit(32)::bigint;
          at := at + 4;
        elsif size >= 224 then
          size := 1 << (size - 224)::integer;
          body := body || substring(data from at + 1 for size::integer);
          at := at + size::integer;
          continue;
        end if;
        exit;
      end loop;
    end if;
    if at + size > length(data) then
      raise exception using errcode = '39000', message = 'Wrong key or corrupt data';
    end if;
    body := body || substring(data from at + 1 for size::integer);
    at := at + size::integer;
    return next;
  end loop;
exception when array_subscript_error then
  raise exception using errcode = '39000', message = 'Wrong key or corrupt data';
end $$;

create function pgcrypto_packet(tag integer, body bytea) returns bytea
language sql immutable strict parallel safe
begin atomic
  select decode(to_hex(192 + tag), 'hex') || case
    when length(body) < 192 then substring(int4send(length(body)) from 4)
    when length(body) < 8384 then substring(int4send(length(body) - 192 + 49152) from 3)
    else '\xff'::bytea || int4send(length(body)) end || body;
end;

-- The key of a password (RFC 4880, 3.7.1), as long as the cipher needs it.
create function pgcrypto_password_key(secret bytea, cipher integer, hash integer, salt bytea, count integer)
returns bytea language sql immutable strict parallel safe
begin atomic
  select substring(string_agg(digest(decode(repeat('00', i), 'hex') || material, algorithm), ''::bytea order by i)
    from 1 for size)
  from (select (array['md5', 'sha1', '', '', '', '', '', 'sha256', 'sha384', 'sha512', 'sha224'])[hash] as algorithm,
      (array[16, 24, 32])[cipher - 6] as size,
      case when count <= length(salt || secret) then salt || secret
        else substring(decode(repeat(encode(salt || secret, 'hex'), count / length(salt || secret) + 1), 'hex')
          from 1 for count) end as material) as parts,
    generate_series(0, 1) as i
  group by size;
end;

create function pgcrypto_decrypt_message(message bytea, secret bytea, wants_text boolean) returns bytea
language plpgsql immutable strict parallel safe as $$
declare
  zeros constant bytea := decode(repeat('00', 16), 'hex');
  wrong constant text := 'Wrong key or corrupt data';
  own oid; place text;
  session bytea; sealed bytea; rest bytea; key bytea; plain bytea; sum bytea;
  kind integer; mode integer; cipher integer;
begin
  get diagnostics own = pg_routine_oid;
  select pronamespace::regnamespace::text into place from pg_proc where oid = own;
  execute format('select max(body) filter (where tag = 3), max(body) filter (where tag in (9, 18)),
    max(tag) filter (where tag <> 3) from %s.pgcrypto_packets($1)', place) into session, sealed, kind using message;
  if session is null or sealed is null or length(session) < 4 or (kind = 18 and length(sealed) < 40) then
    raise exception using errcode = '39000', message = wrong;
  end if;
  cipher := get_byte(session, 1);
  mode := get_byte(session, 2);
  if kind <> 18 or cipher not between 7 and 9 or get_byte(session, 3) not in (1, 2, 8, 9, 10, 11) then
    raise exception using errcode = '0A000', message = 'pgp_sym_decrypt: this cipher or hash is not available here',
      hint = 'Use a PostgreSQL server with the C module pgcrypto.';
  end if;
  rest := substring(session from case mode when 0 then 5 when 1 then 13 else 14 end);
  execute format('select %s.pgcrypto_password_key($1, $2, $3, $4, $5)', place) into key using secret, cipher,
    get_byte(session, 3), case when mode = 0 then ''::bytea else substring(session from 5 for 8) end,
    case when mode = 3 then (16 + (get_byte(session, 12) & 15)) << ((get_byte(session, 12) >> 4) + 6) else 0 end;
  if length(rest) > 0 then
    execute format('select %s.decrypt_iv($1, $2, $3, ''aes-cfb'')', place) into key using rest, key, zeros;
    if get_byte(key, 0) not between 7 and 9 then
      raise exception using errcode = '39000', message = wrong;
    end if;
    key := substring(key from 2);
  end if;
  execute format('select %s.decrypt_iv($1, $2, $3, ''aes-cfb'')', place) into plain
    using substring(sealed from 2), key, zeros;
  execute format('select %s.digest($1, ''sha1'')', place) into sum using substring(plain from 1 for length(plain) - 20);
  if substring(plain from 15 for 2) <> substring(plain from 17 for 2)
    or substring(plain from length(plain) - 19) <> sum then
    raise exception using errcode = '39000', message = wrong;
  end if;
  execute format('select max(tag), max(body) filter (where tag = 11) from %s.pgcrypto_packets($1)', place)
    into kind, plain using substring(plain from 19 for length(plain) - 40);
  if kind <> 11 then
    raise exception using errcode = '0A000', message = 'pgp_sym_decrypt: compressed messages are not available here',
      hint = 'Use a PostgreSQL server with the C module pgcrypto.';
  end if;
  if wants_text and get_byte(plain, 0) not in (ascii('t'), ascii('u')) then
    raise exception using errcode = '39000', message = 'Not text data';
  end if;
  return substring(plain from 7 + get_byte(plain, 1));
end $$;

create function pgcrypto_encrypt_message(data bytea, secret bytea, format text, options text) returns bytea
language plpgsql volatile strict parallel safe as $$
declare
  zeros constant bytea := decode(repeat('00', 16), 'hex');
  option text[]; own oid; place text; key bytea; salt bytea; start bytea; plain bytea; message bytea;
  cipher integer := 7;
begin
  get diagnostics own = pg_routine_oid;
  select pronamespace::regnamespace::text into place from pg_proc where oid = own;
  for option in select array[trim(split_part(one, '=', 1)), trim(split_part(one, '=', 2))]
    from regexp_split_to_table(options, ',') as one where trim(one) <> ''
  loop
    if option[1] = 'cipher-algo' and option[2] in ('aes', 'aes128', 'aes192', 'aes256') then
      cipher := case option[2] when 'aes192' then 8 when 'aes256' then 9 else 7 end;
    elsif option not in (array['compress-algo', '0'], array['disable-mdc', '0'], array['sess-key', '0'],
      array['s2k-mode', '3'], array['s2k-digest-algo', 'sha1'], array['convert-crlf', '0'], array['unicode-mode', '0'])
      and option[1] <> 'compress-level' then
      raise exception using errcode = '0A000', message = format('pgp_sym_encrypt: %s=%s is not available here',
        option[1], option[2]), hint = 'Use a PostgreSQL server with the C module pgcrypto.';
    end if;
  end loop;
  execute format('select %1$s.gen_random_bytes(8), %1$s.gen_random_bytes(16)', place) into salt, start;
  -- 65,536 bytes are hashed (count 96), the least that pgcrypto chooses.
  execute format('select %s.pgcrypto_password_key($1, $2, 2, $3, 65536)', place) into key using secret, cipher, salt;
  execute format('select $1 || substring($1 from 15) || %s.pgcrypto_packet(11, $2)', place) into plain
    using start, convert_to(format, 'UTF8') || '\x00'::bytea || int4send(extract(epoch from now())::integer) || data;
  plain := plain || '\xd314'::bytea;
  execute format('select %1$s.pgcrypto_packet(3, $1) || %1$s.pgcrypto_packet(18, ''\x01''::bytea ||
    %1$s.encrypt_iv($2 || %1$s.digest($2, ''sha1''), $3, $4, ''aes-cfb''))', place) into message
    using '\x04'::bytea || decode('0' || cipher, 'hex') || '\x0302'::bytea || salt || '\x60'::bytea, plain, key, zeros;
  return message;
end $$;

create function pgp_sym_encrypt(data text, secret text, options text) returns bytea
language sql volatile strict parallel safe
begin atomic
  select pgcrypto_encrypt_message(convert_to(data, getdatabaseencoding()), convert_to(secret, getdatabaseencoding()),
    't', options);
end;

create function pgp_sym_encrypt(data text, secret text) returns bytea
language sql volatile strict parallel safe
begin atomic
  select pgp_sym_encrypt(data, secret, '');
end;

create function pgp_sym_encrypt_bytea(data bytea, secret text, options text) returns bytea
language sql volatile strict parallel safe
begin atomic
  select pgcrypto_encrypt_message(data, convert_to(secret, getdatabaseencoding()), 'b', options);
end;

create function pgp_sym_encrypt_bytea(data bytea, secret text) returns bytea
language sql volatile strict parallel safe
begin atomic
  select pgp_sym_encrypt_bytea(data, secret, '');
end;

create function pgp_sym_decrypt(message bytea, secret text, options text) returns text
language sql immutable strict parallel safe
begin atomic
  select convert_from(pgcrypto_decrypt_message(message, convert_to(secret, getdatabaseencoding()), true),
    getdatabaseencoding());
end;

create function pgp_sym_decrypt(message bytea, secret text) returns text
language sql immutable strict parallel safe
begin atomic
  select pgp_sym_decrypt(message, secret, '');
end;

create function pgp_sym_decrypt_bytea(message bytea, secret text, options text) returns bytea
language sql immutable strict parallel safe
begin atomic
  select pgcrypto_decrypt_message(message, convert_to(secret, getdatabaseencoding()), false);
end;

create function pgp_sym_decrypt_bytea(message bytea, secret text) returns bytea
language sql immutable strict parallel safe
begin atomic
  select pgp_sym_decrypt_bytea(message, secret, '');
end;

-- The checksum of armored messages (RFC 4880, 6.1).
create function pgcrypto_checksum(data bytea) returns bytea
language plpgsql immutable strict parallel safe as $$
declare
  sum integer := 11994318;
begin
  for i in 0 .. length(data) - 1 loop
    sum := sum # (get_byte(data, i) << 16);
    for bit in 1 .. 8 loop
      sum := (sum << 1) # case when sum & 8388608 > 0 then 25578747 else 0 end;
    end loop;
  end loop;
  return substring(int4send(sum) from 2);
end $$;

create function armor(data bytea, keys text[], "values" text[]) returns text
language sql immutable strict parallel safe
begin atomic
  select E'-----BEGIN PGP MESSAGE-----\n'
    || coalesce((select string_agg(header.name || ': ' || header.value, E'\n' order by number) || E'\n'
      from unnest(keys, "values") with ordinality as header (name, value, number)), '')
    || E'\n' || rtrim(encode(data, 'base64'), E'\n') || case when data = '' then '' else E'\n' end
    || '=' || encode(pgcrypto_checksum(data), 'base64') || E'\n-----END PGP MESSAGE-----\n';
end;

create function armor(data bytea) returns text
language sql immutable strict parallel safe
begin atomic
  select armor(data, '{}'::text[], '{}'::text[]);
end;

create function dearmor(message text) returns bytea
language sql immutable strict parallel safe
begin atomic
  select case when pgcrypto_checksum(data) = sum then data
    else pgcrypto_fail('39000', 'Corrupt ascii-armor')::bytea end
  from (select regexp_match(replace(message, E'\r', ''),
      E'-----BEGIN PGP [A-Z ]+-----[ \t]*\n(?:[^\n]+: [^\n]*\n)*\n'
      || E'([A-Za-z0-9+/=\n]*?)=([A-Za-z0-9+/]{4})\n-----END PGP ') as found) as parts,
    lateral (select decode(coalesce(found[1], ''), 'base64') as data,
      decode(coalesce(found[2], ''), 'base64') as sum) as decoded;
end;

-- Functions with key pairs exist, so that a migration that names them applies, and fail when they are called.
do $do$
declare
  signature text;
begin
  foreach signature in array array[
    'pgp_pub_encrypt(text, bytea) returns bytea volatile',
    'pgp_pub_encrypt(text, bytea, text) returns bytea volatile',
    'pgp_pub_encrypt_bytea(bytea, bytea) returns bytea volatile',
    'pgp_pub_encrypt_bytea(bytea, bytea, text) returns bytea volatile',
    'pgp_pub_decrypt(bytea, bytea) returns text immutable',
    'pgp_pub_decrypt(bytea, bytea, text) returns text immutable',
    'pgp_pub_decrypt(bytea, bytea, text, text) returns text immutable',
    'pgp_pub_decrypt_bytea(bytea, bytea) returns bytea immutable',
    'pgp_pub_decrypt_bytea(bytea, bytea, text) returns bytea immutable',
    'pgp_pub_decrypt_bytea(bytea, bytea, text, text) returns bytea immutable',
    'pgp_key_id(bytea) returns text immutable',
    'pgp_armor_headers(text, out key text, out value text) returns setof record immutable'
  ] loop
    execute format($sql$
      create function %s strict parallel safe language plpgsql as $$
      begin
        raise exception using errcode = '0A000', message = '%s: not available here',
          hint = 'Use a password, as in pgp_sym_encrypt, or a PostgreSQL server with the C module pgcrypto.';
      end $$ $sql$, signature, split_part(signature, '(', 1));
  end loop;
end $do$;
