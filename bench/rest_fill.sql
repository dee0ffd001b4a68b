-- 100,000 rows, read 20 at a time: public, by owner and with embeds; and a table for inserts.
create table public.bench_groups (id int primary key, name text not null);
create table public.bench_items (
  id int primary key, name text not null, note text, done boolean not null, created_at timestamptz not null,
  group_id int not null references public.bench_groups
);
create table public.bench_tags (
  id int primary key, item_id int not null references public.bench_items, tag text not null
);
create index on public.bench_tags (item_id);
create table public.bench_own (
  id int primary key, owner_id uuid not null, name text not null, note text, done boolean not null,
  created_at timestamptz not null
);
create table public.bench_writes (
  id bigint generated always as identity primary key, name text not null, done boolean not null default false
);

insert into public.bench_groups select n, 'Group number ' || n from generate_series(1, 100) as n;
insert into public.bench_items
  select n, 'Item number ' || n, repeat('text ', 10), n % 2 = 0, '2026-01-01'::timestamptz + n * interval '1 minute',
    1 + n % 100
  from generate_series(1, 100000) as n;
insert into public.bench_tags select n, 1 + n % 100000, 'tag ' || n % 50 from generate_series(1, 200000) as n;
insert into public.bench_own
  select id, '00000000-0000-4000-8000-000000000001', name, note, done, created_at from public.bench_items;

alter table public.bench_groups enable row level security;
alter table public.bench_items enable row level security;
alter table public.bench_tags enable row level security;
alter table public.bench_own enable row level security;
alter table public.bench_writes enable row level security;
create policy public_read on public.bench_groups for select using (true);
create policy public_read on public.bench_items for select using (true);
create policy public_read on public.bench_tags for select using (true);
create policy owners_read on public.bench_own for select using (owner_id = (select auth.uid()));
create policy members_write on public.bench_writes for insert to authenticated with check (auth.uid() is not null);
grant select on public.bench_groups, public.bench_items, public.bench_tags to anon;
grant select on public.bench_own to authenticated;
grant insert on public.bench_writes to authenticated;
analyze;
notify pgrst;
