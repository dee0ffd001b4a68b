-- The links in the header and the footer: areas of the site, pages of its own, and links to anywhere.

create table public.menu_items (
  id uuid primary key default gen_random_uuid(),
  place text not null check (place in ('header', 'footer')),
  -- The order. At most twelve links in a place: a longer menu fits no header.
  position smallint not null check (position between 0 and 11),
  screen text check (screen in ('home', 'blog', 'forum', 'book', 'resources', 'about', 'contact', 'search')),
  page_id uuid references public.pages on delete cascade,
  url text check (public.is_link_address(url)),
  -- Empty: the area's or the page's own name.
  label_en text not null default '' check (label_en = '' or public.is_clean_line(label_en, 40)),
  label_zh text not null default '' check (label_zh = '' or public.is_clean_line(label_zh, 40)),
  label_ms text not null default '' check (label_ms = '' or public.is_clean_line(label_ms, 40)),
  label_vi text not null default '' check (label_vi = '' or public.is_clean_line(label_vi, 40)),
  unique (place, position) deferrable initially deferred,
  constraint menu_items_target check (num_nonnulls(screen, page_id, url) = 1),
  -- An address is no name.
  constraint menu_items_link_named check (url is null or label_en || label_zh || label_ms || label_vi <> '')
);
create index menu_items_by_page on public.menu_items (page_id) where page_id is not null;
alter table public.menu_items enable row level security;

comment on table public.menu_items is 'The links in the header and the footer, in their order';

insert into public.menu_items (place, position, screen) values
  ('header', 0, 'blog'), ('header', 1, 'forum'), ('header', 2, 'book'), ('header', 3, 'resources'),
  ('footer', 0, 'about'), ('footer', 1, 'contact'), ('footer', 2, 'resources'), ('footer', 3, 'search');
