-- Settings and texts of the site, and its page views: sums for a day, without persons, addresses or times of day.

create table public.site_settings (
  only_row boolean primary key default true check (only_row),
  time_zone text not null default 'Asia/Singapore' check (public.is_time_zone(time_zone)),
  logo_url text check (public.is_image_address(logo_url)),
  default_language public.language not null default 'en',
  updated_at timestamptz not null default now(),
  requires_bot_check boolean not null default false,
  administrators_need_factor boolean not null default false
);
alter table public.site_settings enable row level security;

insert into public.site_settings default values;

create table public.site_texts (
  language public.language primary key,
  name text not null check (public.is_clean_line(name, 80)),
  tagline text not null default '' check (tagline = '' or public.is_clean_line(tagline, 200)),
  home jsonb not null default '{"type": "doc", "content": []}' check (public.is_rich_text(home)),
  about jsonb not null default '{"type": "doc", "content": []}' check (public.is_rich_text(about)),
  opening_hours text not null default '' check (char_length(opening_hours) <= 1000),
  updated_at timestamptz not null default now()
);
alter table public.site_texts enable row level security;

insert into public.site_texts (language, name, tagline) values
  ('en', 'Balai', 'Where our community meets'),
  ('zh', 'Balai', '社区相聚的地方'),
  ('ms', 'Balai', 'Tempat komuniti kita bertemu'),
  ('vi', 'Balai', 'Nơi cộng đồng chúng ta gặp gỡ');

create table public.page_views (
  day date not null default (now() at time zone 'utc')::date,
  path text not null check (char_length(path) between 1 and 500),
  language public.language not null,
  views bigint not null default 1 check (views > 0),
  primary key (day, path, language)
);
alter table public.page_views enable row level security;

comment on column public.site_settings.requires_bot_check is 'Whether a booking requires a bot check';

comment on column public.site_settings.administrators_need_factor is
  'Whether administrators are such only in sessions that have shown a second factor, even those who have none';
