-- The functions of pgjwt: JSON Web Tokens (RFC 7519) that are signed with a shared secret.

create function @extschema@.url_encode(data bytea) returns text
language sql immutable parallel safe as $$
  select translate(encode(data, 'base64'), E'+/=\n', '-_')
$$;

create function @extschema@.url_decode(data text) returns bytea
language sql immutable parallel safe as $$
  select decode(translate(data, '-_', '+/') || repeat('=', (4 - length(data) % 4) % 4), 'base64')
$$;

create function @extschema@.algorithm_sign(signables text, secret text, algorithm text) returns text
language sql immutable parallel safe as $$
  select @extschema@.url_encode(@extschema:pgcrypto@.hmac(signables, secret,
    case algorithm when 'HS256' then 'sha256' when 'HS384' then 'sha384' when 'HS512' then 'sha512' else '' end))
$$;

create function @extschema@.sign(payload json, secret text, algorithm text default 'HS256') returns text
language sql immutable parallel safe as $$
  select signables || '.' || @extschema@.algorithm_sign(signables, secret, algorithm)
  from (select @extschema@.url_encode(convert_to('{"alg":"' || algorithm || '","typ":"JWT"}', 'utf8')) || '.'
    || @extschema@.url_encode(convert_to(payload::text, 'utf8')) as signables) as parts
$$;

create function @extschema@.try_cast_double(inp text) returns double precision
language plpgsql immutable parallel safe as $$
begin
  return inp::double precision;
exception when others then
  return null;
end $$;

create function @extschema@.verify(token text, secret text, algorithm text default 'HS256')
returns table (header json, payload json, valid boolean)
language sql stable parallel safe as $$
  select head, claims, is_signed and tstzrange(
    to_timestamp(@extschema@.try_cast_double(claims ->> 'nbf')),
    to_timestamp(@extschema@.try_cast_double(claims ->> 'exp'))
  ) @> now()
  from (
    select convert_from(@extschema@.url_decode(part[1]), 'utf8')::json as head,
      convert_from(@extschema@.url_decode(part[2]), 'utf8')::json as claims,
      part[3] = @extschema@.algorithm_sign(part[1] || '.' || part[2], secret, algorithm) as is_signed
    from string_to_array(token, '.') as part
  ) as parts
$$;
