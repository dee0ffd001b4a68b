-- Hashes and random bytes of pgcrypto, over what PostgreSQL itself has. Functions that call others have bodies of the
-- SQL standard. These hold references instead of names, so `alter extension … set schema` keeps them intact.

-- FIPS 180-4.
create function pgcrypto_sha1(data bytea) returns bytea
language plpgsql immutable strict parallel safe as $$
declare
  mask constant bigint := 4294967295;
  padded constant bytea := data || '\x80'::bytea
    || decode(repeat('00', (119 - length(data) % 64) % 64), 'hex') || int8send(length(data)::bigint * 8);
  a0 bigint := 1732584193; b0 bigint := 4023233417; c0 bigint := 2562383102; d0 bigint := 271733878;
  e0 bigint := 3285377520;
  a bigint; b bigint; c bigint; d bigint; e bigint; x bigint;
  w bigint[] := array_fill(0::bigint, array[80], array[0]);
begin
  for block in 0 .. length(padded) / 64 - 1 loop
    for i in 0 .. 15 loop
      w[i] := ('x' || encode(substring(padded from block * 64 + i * 4 + 1 for 4), 'hex'))::bit(32)::bigint;
    end loop;
    for i in 16 .. 79 loop
      x := w[i - 3] # w[i - 8] # w[i - 14] # w[i - 16];
      w[i] := ((x << 1) | (x >> 31)) & mask;
    end loop;
    a := a0; b := b0; c := c0; d := d0; e := e0;
    -- Five rounds at a time: the variables change their parts instead of their values.
    for i in 0 .. 19 by 5 loop
      e := (((a << 5) | (a >> 27)) + ((b & c) | ((b # mask) & d)) + e + w[i] + 1518500249) & mask;
      b := ((b << 30) | (b >> 2)) & mask;
      d := (((e << 5) | (e >> 27)) + ((a & b) | ((a # mask) & c)) + d + w[i + 1] + 1518500249) & mask;
      a := ((a << 30) | (a >> 2)) & mask;
      c := (((d << 5) | (d >> 27)) + ((e & a) | ((e # mask) & b)) + c + w[i + 2] + 1518500249) & mask;
      e := ((e << 30) | (e >> 2)) & mask;
      b := (((c << 5) | (c >> 27)) + ((d & e) | ((d # mask) & a)) + b + w[i + 3] + 1518500249) & mask;
      d := ((d << 30) | (d >> 2)) & mask;
      a := (((b << 5) | (b >> 27)) + ((c & d) | ((c # mask) & e)) + a + w[i + 4] + 1518500249) & mask;
      c := ((c << 30) | (c >> 2)) & mask;
    end loop;
    for i in 20 .. 39 by 5 loop
      e := (((a << 5) | (a >> 27)) + (b # c # d) + e + w[i] + 1859775393) & mask;
      b := ((b << 30) | (b >> 2)) & mask;
      d := (((e << 5) | (e >> 27)) + (a # b # c) + d + w[i + 1] + 1859775393) & mask;
      a := ((a << 30) | (a >> 2)) & mask;
      c := (((d << 5) | (d >> 27)) + (e # a # b) + c + w[i + 2] + 1859775393) & mask;
      e := ((e << 30) | (e >> 2)) & mask;
      b := (((c << 5) | (c >> 27)) + (d # e # a) + b + w[i + 3] + 1859775393) & mask;
      d := ((d << 30) | (d >> 2)) & mask;
      a := (((b << 5) | (b >> 27)) + (c # d # e) + a + w[i + 4] + 1859775393) & mask;
      c := ((c << 30) | (c >> 2)) & mask;
    end loop;
    for i in 40 .. 59 by 5 loop
      e := (((a << 5) | (a >> 27)) + ((b & c) | (b & d) | (c & d)) + e + w[i] + 2400959708) & mask;
      b := ((b << 30) | (b >> 2)) & mask;
      d := (((e << 5) | (e >> 27)) + ((a & b) | (a & c) | (b & c)) + d + w[i + 1] + 2400959708) & mask;
      a := ((a << 30) | (a >> 2)) & mask;
      c := (((d << 5) | (d >> 27)) + ((e & a) | (e & b) | (a & b)) + c + w[i + 2] + 2400959708) & mask;
      e := ((e << 30) | (e >> 2)) & mask;
      b := (((c << 5) | (c >> 27)) + ((d & e) | (d & a) | (e & a)) + b + w[i + 3] + 2400959708) & mask;
      d := ((d << 30) | (d >> 2)) & mask;
      a := (((b << 5) | (b >> 27)) + ((c & d) | (c & e) | (d & e)) + a + w[i + 4] + 2400959708) & mask;
      c := ((c << 30) | (c >> 2)) & mask;
    end loop;
    for i in 60 .. 79 by 5 loop
      e := (((a << 5) | (a >> 27)) + (b # c # d) + e + w[i] + 3395469782) & mask;
      b := ((b << 30) | (b >> 2)) & mask;
      d := (((e << 5) | (e >> 27)) + (a # b # c) + d + w[i + 1] + 3395469782) & mask;
      a := ((a << 30) | (a >> 2)) & mask;
      c := (((d << 5) | (d >> 27)) + (e # a # b) + c + w[i + 2] + 3395469782) & mask;
      e := ((e << 30) | (e >> 2)) & mask;
      b := (((c << 5) | (c >> 27)) + (d # e # a) + b + w[i + 3] + 3395469782) & mask;
      d := ((d << 30) | (d >> 2)) & mask;
      a := (((b << 5) | (b >> 27)) + (c # d # e) + a + w[i + 4] + 3395469782) & mask;
      c := ((c << 30) | (c >> 2)) & mask;
    end loop;
    a0 := (a0 + a) & mask; b0 := (b0 + b) & mask; c0 := (c0 + c) & mask; d0 := (d0 + d) & mask; e0 := (e0 + e) & mask;
  end loop;
  return substring(int8send(a0) from 5) || substring(int8send(b0) from 5) || substring(int8send(c0) from 5)
    || substring(int8send(d0) from 5) || substring(int8send(e0) from 5);
end $$;

-- Volatile: an immutable function of constants is evaluated while a statement is planned.
create function pgcrypto_fail(code text, problem text, advice text default '') returns text
language plpgsql volatile parallel safe as $$
begin
  raise exception using errcode = code, message = problem, hint = advice;
end $$;

create function digest(data bytea, type text) returns bytea
language sql immutable strict parallel safe
begin atomic
  select case lower(type)
    when 'md5' then decode(md5(data), 'hex')
    when 'sha1' then pgcrypto_sha1(data)
    when 'sha224' then sha224(data)
    when 'sha256' then sha256(data)
    when 'sha384' then sha384(data)
    when 'sha512' then sha512(data)
    else pgcrypto_fail('22023', format('Cannot use "%s": No such hash algorithm', type))::bytea
  end;
end;

create function digest(data text, type text) returns bytea
language sql immutable strict parallel safe
begin atomic
  select digest(convert_to(data, getdatabaseencoding()), type);
end;

create function pgcrypto_xor(data bytea, size integer, pad integer) returns bytea
language sql immutable strict parallel safe
begin atomic
  select decode(string_agg(
    lpad(to_hex(pad # case when i < length(data) then get_byte(data, i) else 0 end), 2, '0'), '' order by i), 'hex')
  from generate_series(0, size - 1) as i;
end;

-- RFC 2104.
create function hmac(data bytea, key bytea, type text) returns bytea
language sql immutable strict parallel safe
begin atomic
  select digest(pgcrypto_xor(short, size, 92) || digest(pgcrypto_xor(short, size, 54) || data, type), type)
  from (select case when lower(type) in ('sha384', 'sha512') then 128 else 64 end as size) as blocks,
    lateral (select case when length(key) > size then digest(key, type) else key end as short) as keys;
end;

create function hmac(data text, key text, type text) returns bytea
language sql immutable strict parallel safe
begin atomic
  select hmac(convert_to(data, getdatabaseencoding()), convert_to(key, getdatabaseencoding()), type);
end;

-- Of the 16 bytes of a UUID of version 4, 14 are random in all bits.
create function gen_random_bytes(count integer) returns bytea
language plpgsql volatile strict parallel safe as $$
declare
  bytes bytea := '';
  one bytea;
begin
  if count not between 1 and 1024 then
    raise exception using errcode = '39000', message = 'Length not in range';
  end if;
  while length(bytes) < count loop
    one := uuid_send(pg_catalog.gen_random_uuid());
    bytes := bytes || substring(one from 1 for 6) || substring(one from 8 for 1) || substring(one from 10);
  end loop;
  return substring(bytes from 1 for count);
end $$;

create function gen_random_uuid() returns uuid
language sql volatile parallel safe
begin atomic
  select pg_catalog.gen_random_uuid();
end;
