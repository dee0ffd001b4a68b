-- Notifies all data services of a schema change at the commit that makes it.
-- Rights are excluded, because PostgreSQL checks them for each statement, and so are recreated rows. A large insert
-- creates and grants a temporary table: without the exclusions each of them would make every service reload the schema.
create or replace function balai.notify_schema_change() returns event_trigger
language plpgsql set search_path = '' as $$
begin
  if tg_event = 'sql_drop' then
    perform from pg_catalog.pg_event_trigger_dropped_objects() as object where not object.is_temporary;
  else
    perform from pg_catalog.pg_event_trigger_ddl_commands() as command
      where command.schema_name is distinct from 'pg_temp' and command.command_tag not in (
        'GRANT', 'REVOKE', 'ALTER DEFAULT PRIVILEGES', 'REFRESH MATERIALIZED VIEW', 'REINDEX', 'SECURITY LABEL');
  end if;
  if found then
    perform pg_catalog.pg_notify('pgrst', 'reload schema');
  end if;
end $$;

revoke execute on function balai.notify_schema_change() from public;
