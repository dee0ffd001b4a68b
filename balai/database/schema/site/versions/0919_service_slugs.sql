-- Every address that a service ever had, the current one included. Old links redirect for ever.
create table public.service_slugs (
  slug text primary key,
  service_id uuid not null references public.services (id) on delete cascade
);
create index service_slugs_of on public.service_slugs (service_id);
alter table public.service_slugs enable row level security;
insert into public.service_slugs (slug, service_id) select slug, id from public.services;
