-- Ciphers of pgcrypto: AES (FIPS 197) in the modes CBC, CFB and ECB.

create function pgcrypto_aes(data bytea, secret bytea, start bytea, type text, is_decryption boolean) returns bytea
language plpgsql immutable strict parallel safe as $$
declare
  box constant bytea := decode('
637c777bf26b6fc53001672bfed7ab76ca82c97dfa5947f0add4a2af9ca472c0b7fd9326363ff7cc34a5e5f171d8311504c723c31896059a
071280e2eb27b27509832c1a1b6e5aa0523bd6b329e32f8453d100ed20fcb15b6acbbe394a4c58cfd0efaafb434d338545f9027f503c9fa8
51a3408f929d38f5bcb6da2110fff3d2cd0c13ec5f974417c4a77e3d645d197360814fdc222a908846eeb814de5e0bdbe0323a0a4906245c
c2d3ac629195e479e7c8376d8dd54ea96c56f4ea657aae08ba78252e1ca6b4c6e8dd741f4bbd8b8a703eb5664803f60e613557b986c11d9e
e1f8981169d98e949b1e87e9ce5528df8ca1890dbfe6426841992d0fb054bb16', 'hex');
  parts constant text[] := regexp_match(lower(type), '^(?:aes|rijndael)(?:-(cbc|cfb|ecb))?(?:/pad:(pkcs|none))?$');
  is_chained constant boolean := coalesce(parts[1], 'cbc') = 'cbc';
  -- CFB encrypts the chain, in both directions, and needs no whole blocks.
  is_feedback constant boolean := coalesce(parts[1] = 'cfb', false);
  is_padded constant boolean := not is_feedback and coalesce(parts[2], 'pkcs') = 'pkcs';
  is_inverse constant boolean := is_decryption and not is_feedback;
  problem constant text := case when is_decryption then 'decrypt error: Decryption failed'
    else 'encrypt error: Encryption failed' end;
  -- Keys and initial values are filled up with zeros, or cut.
  filled constant bytea := secret || decode(repeat('00', 32), 'hex');
  words constant integer := case when length(secret) <= 16 then 4 when length(secret) <= 24 then 6 else 8 end;
  rounds constant integer := words + 6;
  -- From a byte's column to the next byte's: the shift of the rows, to the left or to the right.
  step constant integer := case when is_decryption and coalesce(parts[1], '') <> 'cfb' then 3 else 1 end;
  sub integer[] := array_fill(0, array[256], array[0]);
  t0 bigint[] := array_fill(0::bigint, array[256], array[0]);
  t1 bigint[] := t0; t2 bigint[] := t0; t3 bigint[] := t0;
  k bigint[] := array_fill(0::bigint, array[60], array[0]);
  w bigint[] := array_fill(0::bigint, array[4], array[0]);
  o bigint[] := w; read bigint[] := w; chain bigint[] := w;
  x bigint; s integer; s2 integer; s4 integer; s8 integer;
  input bytea := data;
  result bytea := '';
begin
  if parts is null then
    raise exception using errcode = '22023', message = format('Cannot use "%s": No such cipher algorithm', type);
  end if;
  if is_feedback then
    input := input || decode(repeat('00', (16 - length(data) % 16) % 16), 'hex');
  elsif is_padded and not is_decryption then
    input := input || decode(repeat(lpad(to_hex(16 - length(data) % 16), 2, '0'), 16 - length(data) % 16), 'hex');
  elsif length(input) % 16 > 0 or (is_padded and length(input) = 0) then
    raise exception using errcode = '39000', message = problem;
  end if;

  for i in 0 .. words - 1 loop
    k[i] := ('x' || encode(substring(filled from 4 * i + 1 for 4), 'hex'))::bit(32)::bigint;
  end loop;
  s := 1;
  for i in words .. rounds * 4 + 3 loop
    x := k[i - 1];
    if i % words = 0 then
      x := ((x << 8) | (x >> 24)) & 4294967295;
    end if;
    if i % words = 0 or (words = 8 and i % 8 = 4) then
      x := (get_byte(box, (x >> 24)::integer)::bigint << 24) + (get_byte(box, (x >> 16)::integer & 255) << 16)
        + (get_byte(box, (x >> 8 & 255)::integer) << 8) + get_byte(box, (x & 255)::integer);
    end if;
    if i % words = 0 then
      x := x # (s::bigint << 24);
      s := (s << 1) # case when s > 127 then 283 else 0 end;
    end if;
    k[i] := k[i - words] # x;
  end loop;

  for i in 0 .. 255 loop
    if is_inverse then
      sub[get_byte(box, i)] := i;
    else
      sub[i] := get_byte(box, i);
    end if;
  end loop;
  for i in 0 .. 255 loop
    s := sub[i];
    s2 := (s << 1) # case when s > 127 then 283 else 0 end;
    s4 := (s2 << 1) # case when s2 > 127 then 283 else 0 end;
    s8 := (s4 << 1) # case when s4 > 127 then 283 else 0 end;
    x := case when is_inverse
      then ((s8 # s4 # s2)::bigint << 24) + ((s8 # s) << 16) + ((s8 # s4 # s) << 8) + (s8 # s2 # s)
      else (s2::bigint << 24) + (s << 16) + (s << 8) + (s2 # s) end;
    t0[i] := x;
    t1[i] := ((x >> 8) | (x << 24)) & 4294967295;
    t2[i] := ((x >> 16) | (x << 16)) & 4294967295;
    t3[i] := ((x >> 24) | (x << 8)) & 4294967295;
  end loop;

  if is_inverse then
    -- The keys of the rounds in reverse, as the equivalent inverse cipher has them.
    k := array(select k[4 * (rounds - i / 4) + i % 4] from generate_series(0, rounds * 4 + 3) as i);
    k := ('[0:' || rounds * 4 + 3 || ']=' || k::text)::bigint[];
    for i in 4 .. rounds * 4 - 1 loop
      k[i] := t0[get_byte(box, (k[i] >> 24)::integer)] # t1[get_byte(box, (k[i] >> 16 & 255)::integer)]
        # t2[get_byte(box, (k[i] >> 8 & 255)::integer)] # t3[get_byte(box, (k[i] & 255)::integer)];
    end loop;
  end if;

  for c in 0 .. 3 loop
    chain[c] := ('x' || encode(substring(start || '\x00000000000000000000000000000000'::bytea
      from 4 * c + 1 for 4), 'hex'))::bit(32)::bigint;
  end loop;
  for block in 0 .. length(input) / 16 - 1 loop
    for c in 0 .. 3 loop
      read[c] := ('x' || encode(substring(input from block * 16 + 4 * c + 1 for 4), 'hex'))::bit(32)::bigint;
      w[c] := k[c] # case when is_feedback then chain[c] when is_chained and not is_decryption then read[c] # chain[c]
        else read[c] end;
    end loop;
    for round in 1 .. rounds - 1 loop
      for c in 0 .. 3 loop
        o[c] := t0[w[c] >> 24] # t1[(w[(c + step) & 3] >> 16) & 255] # t2[(w[(c + 2) & 3] >> 8) & 255]
          # t3[w[(c + 3 * step) & 3] & 255] # k[4 * round + c];
      end loop;
      w := o;
    end loop;
    for c in 0 .. 3 loop
      o[c] := (sub[w[c] >> 24]::bigint << 24) + (sub[(w[(c + step) & 3] >> 16) & 255] << 16)
        + (sub[(w[(c + 2) & 3] >> 8) & 255] << 8) + sub[w[(c + 3 * step) & 3] & 255];
      o[c] := o[c] # k[4 * rounds + c]
        # case when is_feedback then read[c] when is_chained and is_decryption then chain[c] else 0 end;
      result := result || substring(int8send(o[c]) from 5);
    end loop;
    chain := case when is_decryption then read else o end;
  end loop;

  if is_padded and is_decryption then
    s := get_byte(result, length(result) - 1);
    if s not between 1 and 16
      or substring(result from length(result) - s + 1) <> decode(repeat(lpad(to_hex(s), 2, '0'), s), 'hex') then
      raise exception using errcode = '39000', message = problem;
    end if;
    return substring(result from 1 for length(result) - s);
  end if;
  return case when is_feedback then substring(result from 1 for length(data)) else result end;
end $$;

create function encrypt(data bytea, key bytea, type text) returns bytea
language sql immutable strict parallel safe
begin atomic
  select pgcrypto_aes(data, key, ''::bytea, type, false);
end;

create function decrypt(data bytea, key bytea, type text) returns bytea
language sql immutable strict parallel safe
begin atomic
  select pgcrypto_aes(data, key, ''::bytea, type, true);
end;

create function encrypt_iv(data bytea, key bytea, iv bytea, type text) returns bytea
language sql immutable strict parallel safe
begin atomic
  select pgcrypto_aes(data, key, iv, type, false);
end;

create function decrypt_iv(data bytea, key bytea, iv bytea, type text) returns bytea
language sql immutable strict parallel safe
begin atomic
  select pgcrypto_aes(data, key, iv, type, true);
end;
