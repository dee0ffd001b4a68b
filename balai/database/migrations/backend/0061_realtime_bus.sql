-- What is too long for a notice (8000 bytes) travels between the nodes as a row; a notice gives its number. Unlogged:
-- after a crash there is nobody left who waits for one.

create unlogged table realtime.bus_parcels (
  id bigint generated always as identity primary key,
  body bytea not null,
  sent_at timestamptz not null default now()
);
create index bus_parcels_sent_at_idx on realtime.bus_parcels (sent_at);
alter table realtime.bus_parcels enable row level security;
