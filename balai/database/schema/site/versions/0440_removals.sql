-- What administrators deleted in the last 30 days, so that a deletion can be undone. The rows themselves are gone: no
-- reader, count or search has to leave them out.
create table public.removals (
  kind text not null check (kind in ('resource', 'resource_category', 'forum')),
  thing_id uuid not null,
  -- {"row": {…}, "texts": [{…}, …]}
  content jsonb not null,
  removed_at timestamptz not null default now(),
  removed_by uuid references public.profiles (id) on delete set null,
  primary key (kind, thing_id)
);
create index removals_by_time on public.removals (removed_at);
create index removals_by_member on public.removals (removed_by) where removed_by is not null;
-- For is_upload_used(): only texts that mention a stored file are in this index.
create index removals_with_files on public.removals (kind, thing_id) where content::text like '%/storage/v1/%';
alter table public.removals enable row level security;
