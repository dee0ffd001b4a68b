-- Runs once on a database of the last development version, whose ledger `adopted.json` describes: it then has the names
-- that the baselines in versions/ give to a fresh database. Functions get their new bodies afterwards, as everywhere.

-- A table with its constraints, indexes and identity sequence, which are named after it.
create procedure pg_temp.rename_table(old regclass, new_name text) language plpgsql as $$
declare
  old_name constant text := (select relname from pg_class where oid = old);
  space constant text := (select relnamespace::regnamespace from pg_class where oid = old);
  object record;
begin
  for object in select conname as name from pg_constraint where conrelid = old and starts_with(conname, old_name) loop
    execute format('alter table %s rename constraint %I to %I', old, object.name,
      new_name || substr(object.name, length(old_name) + 1));
  end loop;
  for object in
    select relname as name, relkind from pg_class where starts_with(relname, old_name) and (
      oid in (select indexrelid from pg_index where indrelid = old)
      or oid in (select objid from pg_depend where refobjid = old and deptype = 'i' and classid = 'pg_class'::regclass))
    and relkind in ('i', 'S')
  loop
    execute format('alter %s %I.%I rename to %I', case object.relkind when 'i' then 'index' else 'sequence' end, space,
      object.name, new_name || substr(object.name, length(old_name) + 1));
  end loop;
  execute format('alter table %s rename to %I', old, new_name);
end $$;

-- A column with the constraints that PostgreSQL has named after it.
create procedure pg_temp.rename_column(owner regclass, old_name text, new_name text) language plpgsql as $$
declare
  object record;
begin
  execute format('alter table %s rename column %I to %I', owner, old_name, new_name);
  for object in select conname as name from pg_constraint where conrelid = owner and conname like '%\_' || old_name || '\_%' loop
    execute format('alter table %s rename constraint %I to %I', owner, object.name,
      replace(object.name, '_' || old_name || '_', '_' || new_name || '_'));
  end loop;
end $$;

call pg_temp.rename_table('auth.spent_proofs', 'used_captcha_solutions');

call pg_temp.rename_table('auth.silent_requests', 'unknown_address_requests');
call pg_temp.rename_table('storage.loose_versions', 'unreferenced_blobs');
call pg_temp.rename_table('realtime.bus_parcels', 'bus_messages');
call pg_temp.rename_column('mailbox.queue', 'facts', 'content');
update mailbox.queue set content = content - 'facts' || jsonb_build_object('variables', content -> 'facts')
  where content ? 'facts';
drop trigger tell_queue on mailbox.queue;
drop trigger tell_keys on auth.signing_keys;
drop trigger tell_ended_sessions on auth.sessions;
drop trigger loosen_version_on_delete on storage.objects;
drop trigger loosen_version_on_update on storage.objects;
drop trigger loosen_part on storage.resumable_parts;
alter function mailbox.tell_queue() rename to notify_queue;
alter function auth.tell_keys() rename to notify_keys;
alter function auth.tell_ended_sessions() rename to notify_ended_sessions;
alter function storage.loosen_version() rename to mark_unreferenced_blob;
alter function storage.loosen_part() rename to mark_unreferenced_part;

drop procedure pg_temp.rename_table(regclass, text);
drop procedure pg_temp.rename_column(regclass, text, text);
