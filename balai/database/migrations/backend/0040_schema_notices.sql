-- Every data service over this database learns of a change to the schema at the commit that makes it: no notice by
-- hand after a migration. What is made for one session alone is nobody else's schema.

create function balai.notify_schema_change() returns event_trigger language plpgsql set search_path = '' as $$
begin
  if tg_event = 'sql_drop' then
    perform from pg_catalog.pg_event_trigger_dropped_objects() as object where not object.is_temporary;
  else
    perform from pg_catalog.pg_event_trigger_ddl_commands() as command
      where command.schema_name is distinct from 'pg_temp';
  end if;
  if found then
    perform pg_catalog.pg_notify('pgrst', 'reload schema');
  end if;
end $$;

-- Managed services keep event triggers to themselves. There `notify pgrst` is sent by hand, as `balai doctor` says.
do $$
begin
  create event trigger balai_schema_changed on ddl_command_end execute function balai.notify_schema_change();
  create event trigger balai_schema_dropped on sql_drop execute function balai.notify_schema_change();
exception when insufficient_privilege then
  raise notice 'no event triggers for this user: send NOTIFY pgrst after changes to the schema';
end $$;
