-- Who people are to each other: a public profile for every account, the list of administrators, and what the hall says
-- about itself. What a member keeps to herself (language, time zone, the address of her calendar) is readable through
-- my_profile() alone.
create table public.profiles (
  id uuid primary key references auth.users on delete cascade,
  display_name text not null check (public.is_clean_line(display_name, 80)),
  picture_url text check (public.is_image_address(picture_url)),
  about text not null default '' check (char_length(about) <= 2000),
  language public.language not null default 'en',
  time_zone text not null default 'UTC' check (public.is_time_zone(time_zone)),
  calendar_token uuid not null unique default gen_random_uuid(),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index profiles_newest on public.profiles (created_at desc, id desc);

create table public.administrators (
  user_id uuid primary key references public.profiles on delete cascade,
  granted_by uuid references public.profiles on delete set null,
  granted_at timestamptz not null default now()
);

create function public.is_admin() returns boolean
language sql stable security definer parallel safe set search_path = '' as $$
  select exists (select from public.administrators where user_id = auth.uid())
$$;

-- An account never fails to be made because of the name that came with it: hidden characters are taken out, and a
-- nameless member gets a neutral name rather than a piece of her address.
create function public.initial_display_name(facts jsonb, id uuid) returns text
language sql immutable parallel safe set search_path = '' as $$
  select case when public.is_clean_line(name, 80) then name else 'Member ' || left(id::text, 4) end
  from (select btrim(left(public.strip_hidden_characters(btrim(
    coalesce(facts ->> 'display_name', facts ->> 'full_name', facts ->> 'name', ''))), 80)) as name) as given
$$;

create function public.make_profile() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  facts jsonb := coalesce(new.raw_user_meta_data, '{}');
begin
  insert into public.profiles (id, display_name, language, time_zone)
  values (
    new.id,
    public.initial_display_name(facts, new.id),
    case when facts ->> 'language' in ('en', 'zh', 'ms', 'vi') then facts ->> 'language' else 'en' end::public.language,
    case when public.is_time_zone(facts ->> 'time_zone') then facts ->> 'time_zone' else 'UTC' end);
  return null;
end
$$;
create trigger make_profile after insert on auth.users for each row execute function public.make_profile();

insert into public.profiles (id, display_name)
select id, public.initial_display_name(coalesce(raw_user_meta_data, '{}'), id) from auth.users;

create function public.my_profile() returns table (
  id uuid, display_name text, picture_url text, about text, language public.language, time_zone text,
  calendar_token uuid, is_admin boolean, created_at timestamptz)
language sql stable security definer set search_path = '' as $$
  select p.id, p.display_name, p.picture_url, p.about, p.language, p.time_zone, p.calendar_token, public.is_admin(),
    p.created_at
  from public.profiles as p
  where p.id = auth.uid()
$$;

-- For a calendar address that has been passed on to the wrong person: the old one stops working at once.
create function public.renew_calendar_token() returns uuid
language sql security definer set search_path = '' as $$
  update public.profiles set calendar_token = gen_random_uuid() where id = auth.uid() returning calendar_token
$$;

create function public.set_administrator(member uuid, is_administrator boolean) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if not public.is_admin() then
    raise exception 'Only an administrator may do this' using errcode = '42501';
  end if;
  if not exists (select from public.profiles where id = member) then
    raise exception 'No such member' using errcode = 'PT404', detail = 'not_found';
  end if;
  if is_administrator then
    insert into public.administrators (user_id, granted_by) values (member, auth.uid()) on conflict do nothing;
    return;
  end if;
  -- Two administrators who remove each other at the same moment take turns here, and the second is refused.
  lock table public.administrators in share row exclusive mode;
  if not exists (select from public.administrators where user_id <> member) then
    raise exception 'The last administrator stays' using errcode = 'PT422', detail = 'last_administrator';
  end if;
  if not public.is_admin() then
    raise exception 'Only an administrator may do this' using errcode = '42501';
  end if;
  delete from public.administrators where user_id = member;
end
$$;

create table public.site_settings (
  only_row boolean primary key default true check (only_row),
  time_zone text not null default 'Asia/Singapore' check (public.is_time_zone(time_zone)),
  logo_url text check (public.is_image_address(logo_url)),
  default_language public.language not null default 'en',
  updated_at timestamptz not null default now()
);
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
insert into public.site_texts (language, name, tagline) values
  ('en', 'Balai', 'Where our community meets'),
  ('zh', 'Balai', '社区相聚的地方'),
  ('ms', 'Balai', 'Tempat komuniti kita bertemu'),
  ('vi', 'Balai', 'Nơi cộng đồng chúng ta gặp gỡ');

create trigger touch_updated_at before update on public.profiles
  for each row execute function public.touch_updated_at();
create trigger touch_updated_at before update on public.site_settings
  for each row execute function public.touch_updated_at();
create trigger touch_updated_at before update on public.site_texts
  for each row execute function public.touch_updated_at();

-- Who may what --------------------------------------------------------------------------------------------------------
alter table public.profiles enable row level security;
alter table public.administrators enable row level security;
alter table public.site_settings enable row level security;
alter table public.site_texts enable row level security;

revoke all on public.profiles, public.administrators, public.site_settings, public.site_texts from anon, authenticated;
grant select (id, display_name, picture_url, about, created_at) on public.profiles to anon, authenticated;
grant update (display_name, picture_url, about, language, time_zone) on public.profiles to authenticated;
grant select on public.administrators to authenticated;
grant select on public.site_settings, public.site_texts to anon, authenticated;
grant update (time_zone, logo_url, default_language) on public.site_settings to authenticated;
grant update (name, tagline, home, about, opening_hours) on public.site_texts to authenticated;
grant all on public.profiles, public.administrators, public.site_settings, public.site_texts to service_role;

create policy "Everyone sees profiles" on public.profiles for select using (true);
create policy "A member changes her own" on public.profiles for update to authenticated
  using (id = (select auth.uid())) with check (id = (select auth.uid()));
create policy "Administrators see each other, a member sees herself" on public.administrators for select to authenticated
  using (user_id = (select auth.uid()) or (select public.is_admin()));
create policy "Everyone sees the settings" on public.site_settings for select using (true);
create policy "Administrators change the settings" on public.site_settings for update to authenticated
  using ((select public.is_admin())) with check ((select public.is_admin()));
create policy "Everyone sees the texts" on public.site_texts for select using (true);
create policy "Administrators change the texts" on public.site_texts for update to authenticated
  using ((select public.is_admin())) with check ((select public.is_admin()));

revoke execute on function
  public.is_admin(), public.initial_display_name(jsonb, uuid), public.make_profile(), public.my_profile(),
  public.renew_calendar_token(), public.set_administrator(uuid, boolean)
from public, anon, authenticated;
grant execute on function public.is_admin() to anon, authenticated, service_role;
grant execute on function public.my_profile(), public.renew_calendar_token(), public.set_administrator(uuid, boolean)
  to authenticated, service_role;

call public.announce_changes('public.profiles');
call public.announce_changes('public.administrators');
call public.announce_changes('public.site_settings');
call public.announce_changes('public.site_texts');
