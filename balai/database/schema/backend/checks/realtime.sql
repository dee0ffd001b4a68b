-- Claims without a known role count as anon: an unknown role would fail a whole batch.
create or replace function realtime.role_of(claims jsonb) returns regrole
language sql immutable set search_path = '' as $$
  select case claims ->> 'role'
    when 'authenticated' then 'authenticated'::regrole
    when 'service_role' then 'service_role'::regrole
    else 'anon'::regrole
  end
$$;

-- Creates the daily partitions from yesterday to three days ahead and drops those older than 72 hours.
-- The maintenance job calls it, and so does the service when a partition is missing. A concurrent call waits and finds
-- nothing to do.
create or replace function realtime.keep_partitions() returns void
language plpgsql volatile set search_path = '' as $$
declare
  today constant date := (now() at time zone 'UTC')::date;
  day date;
  old text;
begin
  perform pg_advisory_xact_lock(hashtext('realtime.keep_partitions'));
  for day in select today + ahead from generate_series(-1, 3) as ahead loop
    if to_regclass(format('realtime.%I', 'messages_' || to_char(day, 'YYYY_MM_DD'))) is null then
      execute format('create table realtime.%I partition of realtime.messages for values from (%L) to (%L)',
        'messages_' || to_char(day, 'YYYY_MM_DD'), day, day + 1);
      execute format('alter table realtime.%I enable row level security',
        'messages_' || to_char(day, 'YYYY_MM_DD'));
    end if;
  end loop;
  for old in
    select child.relname from pg_catalog.pg_inherits as link join pg_catalog.pg_class as child on child.oid = link.inhrelid
    where link.inhparent = 'realtime.messages'::regclass and child.relname ~ '^messages_\d{4}_\d\d_\d\d$'
      and to_date(substr(child.relname, 10), 'YYYY_MM_DD') < today - 3
  loop
    execute format('drop table realtime.%I', old);
  end loop;
end $$;

revoke execute on function realtime.role_of(jsonb), realtime.keep_partitions() from public;
