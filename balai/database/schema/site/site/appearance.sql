-- Keeps the appearance that an update replaces. The last twenty are enough to undo a change.
create or replace function public.keep_replaced_appearance() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.appearances
    (preset, accent, font_pair, logo_url, cover_url, cover_focus_x, cover_focus_y, replaced_by)
  values
    (old.preset, old.accent, old.font_pair, old.logo_url, old.cover_url, old.cover_focus_x, old.cover_focus_y,
     (select id from public.profiles where id = auth.uid()));
  delete from public.appearances where id <= (select id from public.appearances order by id desc offset 20 limit 1);
  return null;
end
$$;

-- Restores an earlier appearance; the one that it replaces is kept like any other.
create or replace function public.restore_appearance(appearance_id bigint) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform public.check_admin();
  update public.site_settings as now set
    preset = earlier.preset, accent = earlier.accent, font_pair = earlier.font_pair, logo_url = earlier.logo_url,
    cover_url = earlier.cover_url, cover_focus_x = earlier.cover_focus_x, cover_focus_y = earlier.cover_focus_y
  from public.appearances as earlier where earlier.id = appearance_id;
  if not found then
    perform public.raise_error('404', 'not_found', 'There is no such appearance');
  end if;
end
$$;

revoke execute on function public.keep_replaced_appearance(), public.restore_appearance(bigint)
from public, anon, authenticated;
grant execute on function public.restore_appearance(bigint) to authenticated, service_role;
