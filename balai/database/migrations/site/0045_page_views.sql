-- How often each page is read, summed for a day: no person, no network address, no time of day. Only the site's server
-- adds to it, because it alone knows which addresses are pages.
set local lock_timeout = '5s';

create table public.page_views (
  day date not null default (now() at time zone 'utc')::date,
  path text not null check (char_length(path) between 1 and 500),
  language public.language not null,
  views bigint not null default 1 check (views > 0),
  primary key (day, path, language)
);

create function public.count_view(path text, language public.language) returns void
language sql security definer set search_path = '' as $$
  insert into public.page_views (path, language) values (count_view.path, count_view.language)
  on conflict (day, path, language) do update set views = page_views.views + 1
$$;

alter table public.page_views enable row level security;
revoke all on public.page_views from anon, authenticated;
grant select on public.page_views to authenticated;
grant all on public.page_views to service_role;
create policy "Administrators see how often pages are read" on public.page_views for select to authenticated
  using ((select public.is_admin()));

revoke execute on function public.count_view(text, public.language) from public, anon, authenticated;
grant execute on function public.count_view(text, public.language) to service_role;
