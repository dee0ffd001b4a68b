-- Managed services do not let other users create event triggers. There `notify pgrst` is sent by hand, as
-- `balai doctor` reports.
do $$
begin
  drop event trigger if exists balai_schema_changed;
  drop event trigger if exists balai_schema_dropped;
  create event trigger balai_schema_changed on ddl_command_end execute function balai.notify_schema_change();
  create event trigger balai_schema_dropped on sql_drop execute function balai.notify_schema_change();
exception when insufficient_privilege then
  raise notice 'no event triggers for this user: send NOTIFY pgrst after changes to the schema';
end $$;
