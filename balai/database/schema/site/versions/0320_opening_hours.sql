-- Opening hours as data: the hours of each weekday, and the days that differ. Address, telephone and map of the site. The
-- sections of the home page. The free text of site_texts.opening_hours stays: it is shown beside the hours.

create table public.opening_hours (
  weekday smallint primary key check (weekday between 1 and 7),
  -- Minutes from midnight, in the site's time zone; above 1440 they are on the next day. Empty: closed.
  hours int4multirange not null default '{}' check (public.is_day_hours(hours))
);
alter table public.opening_hours enable row level security;

insert into public.opening_hours (weekday) select generate_series(1, 7);

create table public.opening_exceptions (
  day date primary key check (day between '2000-01-01' and '2999-12-31'),
  -- Instead of the weekday's. Empty: closed.
  hours int4multirange not null default '{}' check (public.is_day_hours(hours)),
  -- Why, by language: {"en": "Deepavali"}.
  notes jsonb not null default '{}' check (public.is_note_in_languages(notes, 120))
);
alter table public.opening_exceptions enable row level security;

alter table public.site_settings
  add column phone text not null default '' check (phone = '' or phone ~ '^\+?[0-9][0-9 ().\-]{2,30}$'),
  add column map_url text check (public.is_link_address(map_url) and map_url ~* '^https://'),
  -- The sections of the home page in their order. A section that is missing is not shown.
  add column home_sections text[] not null default '{ways,talk,week,articles,resources,welcome}'
    check (public.is_section_list(home_sections));

alter table public.site_texts
  add column address text not null default '' check (address = '' or public.is_clean_line(address, 200));
