-- How the site looks: preset, accent colour, fonts, cover. Replaced appearances are stored, so that a change can be undone.

alter table public.site_settings
  add column preset text not null default 'teduh' check (preset in ('teduh', 'pagi', 'senja')),
  -- None: the preset's own. A colour in six digits and nothing else, because it is written into style sheets.
  add column accent text check (accent ~ '^#[0-9a-f]{6}$'),
  add column font_pair text not null default 'serambi' check (font_pair in ('serambi', 'pustaka', 'kota', 'ringan')),
  add column cover_url text check (public.is_image_address(cover_url)),
  -- The point of the cover that stays visible when it is cropped, in percent from the left and from the top.
  add column cover_focus_x smallint not null default 50 check (cover_focus_x between 0 and 100),
  add column cover_focus_y smallint not null default 50 check (cover_focus_y between 0 and 100),
  add column languages public.language[] not null default '{en,zh,ms,vi}',
  add constraint site_settings_languages check (
    public.is_language_list(languages) and array_position(languages, default_language) is not null);

create table public.appearances (
  id bigint generated always as identity primary key,
  preset text not null,
  accent text,
  font_pair text not null,
  logo_url text,
  cover_url text,
  cover_focus_x smallint not null,
  cover_focus_y smallint not null,
  replaced_at timestamptz not null default now(),
  replaced_by uuid references public.profiles on delete set null
);
create index appearances_by_member on public.appearances (replaced_by);
alter table public.appearances enable row level security;

comment on table public.appearances is 'Appearances of the site that later ones replaced, the last twenty';
