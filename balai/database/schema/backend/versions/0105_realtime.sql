-- Messages that the database sends, the subscriptions to row changes, and the publications. Names as on the hosted
-- platform.

-- One row for each message. The service reads them from the write-ahead log when they are committed.
-- The policies of this table decide which clients may join, read and write private channels; realtime.topic() names the
-- channel.
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

select realtime.keep_partitions();

-- What the service reads from the write-ahead log: all messages, under the name of the partitioned table, and the
-- tables that the application adds to supabase_realtime.
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

-- Messages between nodes that exceed a notification (8000 bytes); the notification contains the id. Unlogged: after a
-- crash no node waits for one.
create unlogged table realtime.bus_messages (
  id bigint generated always as identity primary key,
  body bytea not null,
  sent_at timestamptz not null default now()
);
create index bus_messages_sent_at_idx on realtime.bus_messages (sent_at);
alter table realtime.bus_messages enable row level security;

create type realtime.equality_op as enum
  ('eq', 'neq', 'lt', 'lte', 'gt', 'gte', 'in', 'like', 'ilike', 'match', 'imatch', 'is', 'isdistinct');

create type realtime.user_defined_filter as (column_name text, op realtime.equality_op, value text, negate boolean);

-- For operators to inspect; the service works from memory. Unlogged, because the rows have no value after a crash.
create unlogged table realtime.subscription (
  id bigint generated always as identity primary key,
  subscription_id uuid not null,
  entity regclass not null,
  filters realtime.user_defined_filter[] not null default '{}',
  claims jsonb not null,
  claims_role regrole not null generated always as (realtime.role_of(claims)) stored,
  action_filter text not null default '*' check (action_filter in ('*', 'INSERT', 'UPDATE', 'DELETE')),
  selected_columns text[],
  -- The temporary replication slot that serves the subscription. When it is gone, so is the subscriber.
  slot name not null,
  created_at timestamp not null default timezone('utc', now())
);
create index subscription_subscription_id on realtime.subscription (subscription_id);
alter table realtime.subscription enable row level security;
