-- Whose account a letter is about: its language is hers at the moment of sending, not of asking.
-- What changes nothing that a data service keeps sends no notice: rights are PostgreSQL's to judge at every statement,
-- and rows made anew are no change of the schema. A large insert makes a table for itself and grants it: without this
-- every one of them would have every service read the schema again.
create or replace function balai.notify_schema_change() returns event_trigger language plpgsql set search_path = '' as $$
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
