-- Replaces the links of a place by others, in their order. With the rights of the caller.
create or replace function public.save_menu(menu_place text, items jsonb) returns void
language plpgsql set search_path = '' as $$
begin
  -- Two administrators who save at the same time do so one after the other.
  perform pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended('balai.menu' || menu_place, 0));
  delete from public.menu_items where place = menu_place;
  insert into public.menu_items (place, position, screen, page_id, url, label_en, label_zh, label_ms, label_vi)
  select menu_place, item.place - 1, item.value ->> 'screen', (item.value ->> 'pageId')::uuid, item.value ->> 'url',
    coalesce(item.value #>> '{labels,en}', ''), coalesce(item.value #>> '{labels,zh}', ''),
    coalesce(item.value #>> '{labels,ms}', ''), coalesce(item.value #>> '{labels,vi}', '')
  from jsonb_array_elements(items) with ordinality as item (value, place);
end
$$;

revoke execute on function public.save_menu(text, jsonb) from public, anon, authenticated;
grant execute on function public.save_menu(text, jsonb) to authenticated, service_role;
