-- Who comes without a browser's word for her time zone (the first administrator, invited members, accounts of outside
-- providers) reads moments on the hall's clock until she chooses another: nobody lives by UTC.

set local lock_timeout = '5s';

create or replace function public.make_profile() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  facts jsonb := coalesce(new.raw_user_meta_data, '{}');
begin
  insert into public.profiles (id, display_name, language, time_zone)
  values (
    new.id,
    public.initial_display_name(facts, new.id),
    case when facts ->> 'language' in ('en', 'zh', 'ms', 'vi') then facts ->> 'language' else 'en' end::public.language,
    case
      when public.is_time_zone(facts ->> 'time_zone') then facts ->> 'time_zone'
      else (select settings.time_zone from public.site_settings settings)
    end);
  return null;
end
$$;
