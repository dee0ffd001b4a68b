-- A table for the bulk insert, and 105 MB of text.
create table public.bench_bulk (
  id int primary key, name text not null, note text, done boolean not null, created_at timestamptz not null
);
create table public.bench_large (id int primary key, content text not null);

-- Random text: a compressible one would be small in the database and large in the response.
insert into public.bench_large
  select n, (select string_agg(md5(n || ' ' || part), '') from generate_series(1, 16384) as part)
  from generate_series(1, 200) as n;

alter table public.bench_bulk enable row level security;
alter table public.bench_large enable row level security;
grant insert on public.bench_bulk to service_role;
grant select on public.bench_large to service_role;
analyze;
notify pgrst;
