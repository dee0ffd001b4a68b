-- Profiles, and the languages in which a member reads content: that of the page, then their own order, then the site's
-- language, English, any. A text is always in one language as a whole.

-- Whether a name reads as the site's own: a word for its staff, or its name, whatever the case, spaces and digits.
create or replace function public.is_reserved_name(name text) returns boolean
language sql stable security definer set search_path = '' as $$
  select folded.name = any (array['admin', 'administrator', 'moderator', 'staff', 'support', 'system', 'webmaster',
      '管理员', '管理員', '版主', '客服', '系统', '系統', '官方', 'pentadbir', 'kakitangan', 'sistem', 'quảntrịviên',
      'quảntrị', 'banquảntrị', 'hỗtrợ', 'hệthống'])
    or exists (select from public.site_texts as t, lateral public.fold_name(t.name) as own(name)
               where own.name = folded.name and own.name <> '')
  from public.fold_name(is_reserved_name.name) as folded(name)
$$;

create or replace function public.fold_name(name text) returns text
language sql immutable set search_path = '' as $$
  select lower(regexp_replace(normalize(name, nfkc), '[\s\d[:punct:]]+', '', 'g'))
$$;

-- A member who is no administrator keeps such a name, if they have one, and cannot choose one.
create or replace function public.check_display_name() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if auth.uid() = new.id and public.is_reserved_name(new.display_name)
    and not exists (select from public.administrators where user_id = new.id) then
    raise exception 'This name is reserved' using errcode = 'PT422', detail = 'reserved_name';
  end if;
  return new;
end
$$;

-- The metadata of an account from which its profile is made; a reserved name in it is ignored. Administrators create
-- confirmed accounts, which may have one; a sign-up is confirmed later.
create or replace function public.initial_facts(account auth.users) returns jsonb
language sql stable security definer set search_path = '' as $$
  select case
    when coalesce(account.email_confirmed_at, account.phone_confirmed_at) is null
      and public.is_reserved_name(public.initial_display_name(facts, account.id))
    then facts - '{display_name,full_name,name}'::text[]
    else facts end
  from coalesce(account.raw_user_meta_data, '{}') as facts;
$$;

-- Creates the profile of a new account. Without a time zone from the browser (first administrator, invited members,
-- OAuth accounts) it gets the site's time zone until the user chooses one.
create or replace function public.create_profile() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  facts jsonb := public.initial_facts(new);
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

-- A profile as a new one: for an account whose address no user has confirmed, and whose metadata were replaced. A
-- stranger may have registered the address and written the first ones. The sessions of such an account end together with
-- its metadata; an account with a session is changed by its own user.
create or replace function public.reset_profile() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  facts jsonb := public.initial_facts(new);
begin
  if exists (select from auth.sessions where user_id = new.id) then
    return null;
  end if;
  update public.profiles as p set
    display_name = public.initial_display_name(facts, new.id),
    language = case
      when facts ->> 'language' in ('en', 'zh', 'ms', 'vi') then facts ->> 'language'
      when new.invited_at is not null then p.language::text
      else 'en' end::public.language,
    time_zone = case
      when public.is_time_zone(facts ->> 'time_zone') then facts ->> 'time_zone'
      else (select settings.time_zone from public.site_settings settings) end,
    picture_url = default, about = default, content_languages = default, calendar_token = default,
    name_declined_at = default
  where p.id = new.id;
  return null;
end
$$;

-- Whether the caller's name is the made-up one of their profile and they are asked for it: once, after signing in by a
-- code, a link or a provider. Sign-up by a password asks for the name itself. A quarter of an hour later the question
-- would interrupt what the member is doing.
create or replace function public.owes_name() returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  -- Each page of a member asks. The claims are compared first: they exclude most.
  return coalesce(jsonb_path_exists(auth.jwt(),
      '$.amr[*] ? (@.timestamp > $since && (@.method == "otp" || @.method == "magiclink" || @.method == "email/signup"
        || @.method == "invite" || @.method == "oauth" || @.method == "sso/saml"))',
      jsonb_build_object('since', extract(epoch from now() - interval '15 minutes')), true), false)
    and exists (
      select from public.profiles as p
      where p.id = auth.uid() and p.name_declined_at is null
        and p.display_name = public.initial_display_name('{}', p.id));
end
$$;

create or replace function public.decline_name() returns void
language sql security definer set search_path = '' as $$
  update public.profiles set name_declined_at = now() where id = auth.uid() and name_declined_at is null
$$;

create or replace function public.my_profile() returns table (
  id uuid, display_name text, picture_url text, about text, language public.language, time_zone text,
  calendar_token uuid, is_admin boolean, created_at timestamptz)
language sql stable security definer set search_path = '' as $$
  select p.id, p.display_name, p.picture_url, p.about, p.language, p.time_zone, p.calendar_token, public.is_admin(),
    p.created_at
  from public.profiles as p
  where p.id = auth.uid()
$$;

-- Replaces the secret address of the calendar feed. The old one stops working at once.
create or replace function public.renew_calendar_token() returns uuid
language sql security definer set search_path = '' as $$
  update public.profiles set calendar_token = gen_random_uuid() where id = auth.uid() returning calendar_token
$$;

-- The caller's content languages in their order; empty if they set none.
create or replace function public.my_content_languages() returns public.language[]
language sql stable security definer set search_path = '' as $$
  select p.content_languages from public.profiles as p where p.id = auth.uid()
$$;

-- The requested language, then the caller's own order: content languages, or the language of their profile.
create or replace function public.preferred_languages(wanted public.language) returns public.language[]
language sql stable security definer set search_path = '' as $$
  select wanted || coalesce((
    select case when p.content_languages = '{}' then array[p.language] else p.content_languages end
    from public.profiles as p where p.id = auth.uid()), '{}')
$$;

-- Every language, best first, for content without a source language: array_position(language_order(…), language) is the
-- rank.
create or replace function public.language_order(wanted public.language) returns public.language[]
language sql stable set search_path = '' as $$
  select public.preferred_languages(wanted) || (select default_language from public.site_settings) || 'en'::public.language
    || enum_range(null::public.language)
$$;

revoke execute on function
  public.is_reserved_name(text), public.fold_name(text), public.check_display_name(),
  public.initial_facts(auth.users), public.create_profile(), public.reset_profile(), public.my_profile(),
  public.owes_name(), public.decline_name(), public.renew_calendar_token(), public.my_content_languages(),
  public.preferred_languages(public.language), public.language_order(public.language)
from public, anon, authenticated;

grant execute on function public.my_profile(), public.owes_name(), public.decline_name(), public.renew_calendar_token(),
  public.my_content_languages()
to authenticated, service_role;

grant execute on function public.preferred_languages(public.language), public.language_order(public.language)
to anon, authenticated, service_role;

comment on function public.owes_name() is 'internal';
comment on function public.language_order(public.language) is 'internal';
comment on function public.preferred_languages(public.language) is 'internal';
