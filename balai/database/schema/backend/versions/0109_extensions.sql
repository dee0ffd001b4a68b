-- As on the hosted platform, whose migrations call these functions without creating the extensions first. A server may
-- lack them, or reserve them for superusers: then the operator creates them.
do $$
declare
  extension text;
begin
  foreach extension in array array['pgcrypto', 'uuid-ossp'] loop
    if exists (select from pg_available_extensions where name = extension) then
      begin
        execute format('create extension if not exists %I with schema extensions', extension);
      exception when insufficient_privilege or undefined_file then
        raise log 'extension % was not created: %', extension, sqlerrm;
      end;
    end if;
  end loop;
end $$;
