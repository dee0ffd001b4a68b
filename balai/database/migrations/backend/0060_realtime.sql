-- Schema of the realtime service: messages that the database itself sends, and the policies' table for private channels.
-- Names as the hosted platform has them.

create schema realtime;
grant usage on schema realtime to anon, authenticated, service_role;

-- One row for each message; the service reads them from the write-ahead log as they are committed. The policies of this
-- table decide who may join, read and write private channels (realtime.topic() names the one that is asked about).
create table realtime.messages (
  topic text not null,
  extension text not null,
  payload jsonb,
  event text,
  private boolean default false,
  updated_at timestamp without time zone not null default now(),
  inserted_at timestamp without time zone not null default now(),
  id uuid not null default gen_random_uuid(),
  binary_payload bytea,
  primary key (id, inserted_at),
  constraint messages_one_payload check (payload is null or binary_payload is null)
) partition by range (inserted_at);
create index messages_inserted_at_topic_index on realtime.messages (inserted_at desc, topic)
  where extension = 'broadcast' and private;
alter table realtime.messages enable row level security;
grant select, insert, update on realtime.messages to anon, authenticated, service_role;

-- A partition for each day from yesterday to three days ahead, none older than 72 hours. Called by the upkeep job and
-- whenever a partition is found missing; whoever comes second finds nothing left to do.
create function realtime.keep_partitions() returns void
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
revoke execute on function realtime.keep_partitions() from public;
select realtime.keep_partitions();

create function realtime.topic() returns text language sql stable as $$
  select nullif(current_setting('realtime.topic', true), '')
$$;

-- A message to the subscribers of a topic. It never fails the transaction that sends it: a trigger would take the
-- change that it tells of down with it.
create function realtime.send(payload jsonb, event text, topic text, private boolean default true) returns void
language plpgsql volatile as $$
declare
  message_id constant uuid := gen_random_uuid();
  final jsonb := payload;
begin
  if jsonb_typeof(final) = 'object' and not final ? 'id' then
    final := jsonb_set(final, '{id}', to_jsonb(message_id));
  end if;
  perform set_config('realtime.topic', topic, true);
  insert into realtime.messages (id, payload, event, topic, private, extension)
  values (message_id, final, event, topic, private, 'broadcast');
exception when others then
  raise warning 'ErrorSendingBroadcastMessage: %', sqlerrm;
end $$;

create function realtime.send_binary(payload bytea, event text, topic text, private boolean default true) returns void
language plpgsql volatile as $$
begin
  perform set_config('realtime.topic', topic, true);
  insert into realtime.messages (binary_payload, event, topic, private, extension)
  values (payload, event, topic, private, 'broadcast');
exception when others then
  raise warning 'ErrorSendingBroadcastMessage: %', sqlerrm;
end $$;

-- For row triggers: tell the subscribers of a private topic what changed.
create function realtime.broadcast_changes(
  topic_name text, event_name text, operation text, table_name text, table_schema text, new record, old record,
  level text default 'ROW'
) returns void language plpgsql volatile as $$
begin
  if level = 'STATEMENT' then
    raise exception 'function can only be triggered for each row, not for each statement';
  end if;
  if operation not in ('INSERT', 'UPDATE', 'DELETE') then
    raise exception 'operation "%" is not supported', operation;
  end if;
  perform realtime.send(
    jsonb_build_object(
      'operation', operation, 'table', table_name, 'schema', table_schema,
      'record', case when operation = 'DELETE' then null else to_jsonb(new) end,
      'old_record', case when operation = 'INSERT' then null else to_jsonb(old) end),
    event_name, topic_name);
exception when others then
  raise exception 'Failed to process the row: %', sqlerrm;
end $$;

revoke execute on function realtime.topic(), realtime.send(jsonb, text, text, boolean),
  realtime.send_binary(bytea, text, text, boolean),
  realtime.broadcast_changes(text, text, text, text, text, record, record, text) from public;
grant execute on function realtime.topic(), realtime.send(jsonb, text, text, boolean),
  realtime.send_binary(bytea, text, text, boolean),
  realtime.broadcast_changes(text, text, text, text, text, record, record, text)
  to anon, authenticated, service_role;

-- What the service reads from the log: all messages, under the name of the table that they were written to; and of the
-- application's tables those that it puts into supabase_realtime.
do $$
begin
  if not exists (select from pg_publication where pubname = 'supabase_realtime_messages_publication') then
    create publication supabase_realtime_messages_publication for table realtime.messages
      with (publish = 'insert', publish_via_partition_root = true);
  end if;
  if not exists (select from pg_publication where pubname = 'supabase_realtime') then
    create publication supabase_realtime;
  end if;
end $$;
