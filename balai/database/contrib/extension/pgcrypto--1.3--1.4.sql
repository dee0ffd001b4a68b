create function fips_mode() returns boolean
language sql volatile parallel safe
begin atomic
  select false;
end;
