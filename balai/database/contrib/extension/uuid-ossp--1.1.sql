-- The functions of uuid-ossp (RFC 9562) over what PostgreSQL itself has, for servers built without a UUID library.

create function uuid_nil() returns uuid
language sql immutable strict parallel safe
begin atomic
  select '00000000-0000-0000-0000-000000000000'::uuid;
end;

create function uuid_ns_dns() returns uuid
language sql immutable strict parallel safe
begin atomic
  select '6ba7b810-9dad-11d1-80b4-00c04fd430c8'::uuid;
end;

create function uuid_ns_url() returns uuid
language sql immutable strict parallel safe
begin atomic
  select '6ba7b811-9dad-11d1-80b4-00c04fd430c8'::uuid;
end;

create function uuid_ns_oid() returns uuid
language sql immutable strict parallel safe
begin atomic
  select '6ba7b812-9dad-11d1-80b4-00c04fd430c8'::uuid;
end;

create function uuid_ns_x500() returns uuid
language sql immutable strict parallel safe
begin atomic
  select '6ba7b814-9dad-11d1-80b4-00c04fd430c8'::uuid;
end;

-- FIPS 180-4.
create function uuid_sha1(data bytea) returns bytea
language plpgsql immutable strict parallel safe as $$
declare
  mask constant bigint := 4294967295;
  padded constant bytea := data || '\x80'::bytea
    || decode(repeat('00', (119 - length(data) % 64) % 64), 'hex') || int8send(length(data)::bigint * 8);
  a0 bigint := 1732584193; b0 bigint := 4023233417; c0 bigint := 2562383102; d0 bigint := 271733878;
  e0 bigint := 3285377520;
  a bigint; b bigint; c bigint; d bigint; e bigint; f bigint; w bigint[]; word bigint;
begin
  for block in 0 .. length(padded) / 64 - 1 loop
    w := array_fill(0::bigint, array[80], array[0]);
    a := a0; b := b0; c := c0; d := d0; e := e0;
    for i in 0 .. 79 loop
      if i < 16 then
        f := block * 64 + i * 4;
        word := (get_byte(padded, f::integer)::bigint << 24) | (get_byte(padded, f::integer + 1) << 16)
          | (get_byte(padded, f::integer + 2) << 8) | get_byte(padded, f::integer + 3);
      else
        word := w[i - 3] # w[i - 8] # w[i - 14] # w[i - 16];
        word := ((word << 1) | (word >> 31)) & mask;
      end if;
      w[i] := word;
      if i < 20 then
        f := ((b & c) | ((b # mask) & d)) + 1518500249;
      elsif i < 40 then
        f := (b # c # d) + 1859775393;
      elsif i < 60 then
        f := ((b & c) | (b & d) | (c & d)) + 2400959708;
      else
        f := (b # c # d) + 3395469782;
      end if;
      f := (((a << 5) | (a >> 27)) & mask) + f + e + word;
      e := d; d := c; c := ((b << 30) | (b >> 2)) & mask; b := a; a := f & mask;
    end loop;
    a0 := (a0 + a) & mask; b0 := (b0 + b) & mask; c0 := (c0 + c) & mask; d0 := (d0 + d) & mask; e0 := (e0 + e) & mask;
  end loop;
  return substring(int8send(a0) from 5) || substring(int8send(b0) from 5) || substring(int8send(c0) from 5)
    || substring(int8send(d0) from 5) || substring(int8send(e0) from 5);
end $$;

create function uuid_mark(hash bytea, version integer) returns uuid
language sql immutable strict parallel safe
begin atomic
  select encode(set_byte(set_byte(substring(hash from 1 for 16), 6, (get_byte(hash, 6) & 15) | (version << 4)),
    8, (get_byte(hash, 8) & 63) | 128), 'hex')::uuid;
end;

create function uuid_generate_v3(namespace uuid, name text) returns uuid
language sql immutable strict parallel safe
begin atomic
  select uuid_mark(decode(md5(uuid_send(namespace) || convert_to(name, getdatabaseencoding())), 'hex'), 3);
end;

create function uuid_generate_v5(namespace uuid, name text) returns uuid
language sql immutable strict parallel safe
begin atomic
  select uuid_mark(uuid_sha1(uuid_send(namespace) || convert_to(name, getdatabaseencoding())), 5);
end;

create function uuid_generate_v4() returns uuid
language sql volatile strict parallel safe
begin atomic
  select gen_random_uuid();
end;

-- The time in steps of 100 ns since 15 October 1582. Clock sequence and node are random; the node is a multicast
-- address.
create function uuid_generate_v1mc() returns uuid
language sql volatile strict parallel safe
begin atomic
  select uuid_mark(substring(time from 5 for 4) || substring(time from 3 for 2) || substring(time from 1 for 2)
    || substring(random from 1 for 2) || set_byte(substring(random from 10 for 6), 0, get_byte(random, 9) | 1), 1)
  from (
    select int8send((extract(epoch from clock_timestamp()) * 10000000)::bigint + 122192928000000000) as time,
      uuid_send(gen_random_uuid()) as random
  ) as parts;
end;

-- The machine's address is not available: as version 1mc.
create function uuid_generate_v1() returns uuid
language sql volatile strict parallel safe
begin atomic
  select uuid_generate_v1mc();
end;
