-- Records each changed column of a row of settings or texts.
create or replace function public.record_setting_changes() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  was constant jsonb := to_jsonb(old);
  documents constant text[] := '{home,about}';
begin
  insert into public.setting_changes (setting, language, before, after, changed_by)
  select now.key, (to_jsonb(new) ->> 'language')::public.language,
    case when now.key = any (documents) then null else was -> now.key end,
    case when now.key = any (documents) then null else now.value end,
    (select p.id from public.profiles as p where p.id = auth.uid())
  from jsonb_each(to_jsonb(new)) as now
  where now.value is distinct from was -> now.key and now.key not in ('updated_at', 'language')
  order by now.key;
  return null;
end
$$;

-- The record is only added to. Deleting an account clears its reference.
create or replace function public.keep_setting_changes() returns trigger
language plpgsql set search_path = '' as $$
begin
  if tg_op = 'UPDATE' and new.changed_by is null and to_jsonb(new) - 'changed_by' = to_jsonb(old) - 'changed_by' then
    return new;
  end if;
  raise exception 'Changes of settings stay recorded' using errcode = '42501';
end
$$;

-- Sets a setting to the value before a change, or to its default without one.
create or replace function public.restore_setting(setting text, change bigint default null) returns void
language plpgsql security definer set search_path = '' as $$
declare
  wanted jsonb;
begin
  perform public.check_admin();
  if not exists (select from pg_catalog.pg_attribute as a
      where a.attrelid = 'public.site_settings'::regclass and a.attname = setting and a.attnum > 0) then
    perform public.raise_error('404', 'not_found', 'No such setting');
  end if;
  if change is null then
    execute format('update public.site_settings set %I = default', setting);
    return;
  end if;
  select c.before into wanted from public.setting_changes as c
  where c.id = change and c.setting = restore_setting.setting and c.language is null;
  if not found then
    perform public.raise_error('404', 'not_found', 'No such change');
  end if;
  execute format(
    'update public.site_settings set %1$I = (jsonb_populate_record(null::public.site_settings, $1)).%1$I', setting)
  using jsonb_build_object(setting, wanted);
end
$$;

revoke execute on function
  public.record_setting_changes(), public.keep_setting_changes(), public.restore_setting(text, bigint)
from public, anon, authenticated;
grant execute on function public.restore_setting(text, bigint) to authenticated, service_role;
