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

-- A day has twenty thousand pages at most: whoever posts made-up addresses fills that and no more.
create function public.count_view(path text, language public.language) returns void
language plpgsql security definer set search_path = '' as $$
declare
  today constant date := (now() at time zone 'utc')::date;
begin
  update public.page_views as known set views = known.views + 1
  where known.day = today and known.path = count_view.path and known.language = count_view.language;
  if not found and (select count(*) < 20000 from public.page_views as known where known.day = today) then
    insert into public.page_views (day, path, language) values (today, count_view.path, count_view.language)
    on conflict on constraint page_views_pkey do update set views = page_views.views + 1;
  end if;
end
$$;

alter table public.page_views enable row level security;
revoke all on public.page_views from anon, authenticated;
grant select on public.page_views to authenticated;
grant all on public.page_views to service_role;
create policy "Administrators see how often pages are read" on public.page_views for select to authenticated
  using ((select public.is_admin()));

revoke execute on function public.count_view(text, public.language) from public, anon, authenticated;
grant execute on function public.count_view(text, public.language) to service_role;
