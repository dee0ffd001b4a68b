-- Numbers of walk-ins. Everyone sees them on the screen of the waiting room, so nothing here says whose they are.
create table public.queue_numbers (
  id uuid primary key,
  service_id uuid not null references public.services (id) on delete cascade,
  -- A day of the site's zone. Numbers are unique across services, so that a called number is never ambiguous.
  day date not null,
  number integer not null check (number between 1 and 9999),
  state text not null default 'waiting' check (state in ('waiting', 'called', 'served', 'gone')),
  -- Where the called person goes: a room, a desk.
  place text not null default '' check (place = '' or public.is_clean_line(place, 40)),
  created_at timestamptz not null default now(),
  called_at timestamptz,
  constraint queue_numbers_once_a_day unique (day, number),
  constraint queue_numbers_called_some_time check ((state = 'called') <= (called_at is not null))
);
create index queue_numbers_of_service on public.queue_numbers (service_id, day, state, number);
alter table public.queue_numbers enable row level security;
