-- The setup guide of a new site: the kind of place, and which steps are done or skipped.

create table public.site_setup (
  only_row boolean primary key default true check (only_row),
  kind text check (kind in ('clinic', 'association', 'school', 'club', 'centre')),
  -- The site does not open on the guide any more.
  postponed_at timestamptz,
  -- The overview does not list its steps any more.
  finished_at timestamptz
);
alter table public.site_setup enable row level security;

-- A site that is in use is not new.
insert into public.site_setup (finished_at)
select case when exists (select from public.articles) or exists (select from public.forums)
  or exists (select from public.services) or exists (select from public.resources)
  or exists (select from public.site_texts where name <> '') then now() end;

create table public.setup_steps (
  step text primary key check (
    step in ('name', 'kind', 'logo', 'look', 'hours', 'languages', 'forum', 'service', 'email', 'people')),
  state text not null check (state in ('done', 'skipped')),
  -- What undoing the step needs: the values before it, and the ids of what it created.
  trace jsonb not null default '{}',
  decided_at timestamptz not null default now(),
  decided_by uuid references public.profiles (id) on delete set null
);
create index setup_steps_by_member on public.setup_steps (decided_by) where decided_by is not null;
alter table public.setup_steps enable row level security;

-- A forum that administrators alone see, until they open it.
alter table public.forums add column is_draft boolean not null default false;
