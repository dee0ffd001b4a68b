-- Counts a page view. A day has at most twenty thousand paths: requests for made-up addresses cannot fill the table
-- further.
create or replace function public.count_view(path text, language public.language) returns void
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

revoke execute on function public.count_view(text, public.language) from public, anon, authenticated;
grant execute on function public.count_view(text, public.language) to service_role;
