-- Waits until a transaction is visible: the WAL reports a commit shortly before other transactions see it. `xid` is the
-- 32-bit form that the WAL uses.
create or replace function realtime.await_commit(xid bigint) returns void language plpgsql set search_path = '' as $$
declare
  seen pg_snapshot;
  short_max bigint;
begin
  loop
    seen := pg_current_snapshot();
    short_max := (pg_snapshot_xmax(seen)::text::numeric % 4294967296)::bigint;
    -- 32-bit ids wrap around: the later one is less than half the range ahead.
    exit when (xid - short_max + 4294967296) % 4294967296 >= 2147483648
      and not exists (
        select from pg_snapshot_xip(seen) as running
        where (running::text::numeric % 4294967296)::bigint = xid);
    perform pg_sleep(0.001);
  end loop;
end $$;

-- For each caller: whether their own rights show the row with this primary key; null if a policy failed.
-- It sets the role as the data service does and resets it at the end. It sets no search path, so policies find the same
-- functions as in the data service.
create or replace function realtime.visible_to(
  entity oid, key_columns text[], key_values text[], role text, claims text[]
) returns boolean[] language plpgsql as $$
declare
  probe text;
  answers boolean[] := '{}';
  answer boolean;
  one text;
begin
  select format('select exists (select from %I.%I where %s)', n.nspname, c.relname, string_agg(
      format('%I = %L::%I.%I', a.attname, key.value, tn.nspname, t.typname), ' and '))
    into probe
    from pg_catalog.pg_class as c
    join pg_catalog.pg_namespace as n on n.oid = c.relnamespace
    cross join unnest(key_columns, key_values) as key (name, value)
    join pg_catalog.pg_attribute as a on a.attrelid = c.oid and a.attname = key.name
    join pg_catalog.pg_type as t on t.oid = a.atttypid
    join pg_catalog.pg_namespace as tn on tn.oid = t.typnamespace
    where c.oid = entity
    group by n.nspname, c.relname;
  perform set_config('role', role, true);
  foreach one in array claims loop
    begin
      perform set_config('request.jwt.claims', one, true);
      execute probe into answer;
    exception when others then
      answer := null;
    end;
    answers := answers || answer;
  end loop;
  perform set_config('role', 'none', true), set_config('request.jwt.claims', '', true);
  return answers;
exception when others then
  perform set_config('role', 'none', true);
  return array_fill(null::boolean, array[cardinality(claims)]);
end $$;

revoke execute on function realtime.await_commit(bigint), realtime.visible_to(oid, text[], text[], text, text[])
from public;
