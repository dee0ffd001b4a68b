-- Consent to pages that need it. A member is asked for each published page that needs consent, until they agree to a
-- version that is not older than the last one that asked.
-- Errors: PT401 no_session; PT404 not_found; PT409 changed_meanwhile.

-- The versions that are published and need consent now, with the number of the last version that asked.
create or replace function public.versions_needing_consent()
returns table (version_id uuid, page_id uuid, slug text, asked_number int)
language sql stable security definer set search_path = '' as $$
  select v.id, p.id, p.slug,
    (select max(asking.number) from public.page_versions as asking
      where asking.page_id = p.id and asking.asks_consent and asking.number <= p.published_version)
  from public.pages as p join public.page_versions as v on v.page_id = p.id and v.number = p.published_version
  where p.needs_consent and p.deleted_at is null
$$;

-- The documents that the caller must agree to: all for a visitor who signs up, for a member those not agreed to yet.
create or replace function public.asked_consents(wanted public.language)
returns table (version_id uuid, slug text, title text, language public.language)
language sql stable security definer set search_path = '' as $$
  select needed.version_id, needed.slug, shown.title, shown.language
  from public.versions_needing_consent() as needed
  join public.page_version_texts as shown on shown.version_id = needed.version_id
    and shown.language = public.language_shown(needed.version_id, wanted)
  where needed.asked_number is not null and not exists (
    select from public.consents as c join public.page_versions as agreed on agreed.id = c.version_id
    where c.user_id = auth.uid() and c.withdrawn_at is null
      and agreed.page_id = needed.page_id and agreed.number >= needed.asked_number)
  order by shown.title, needed.version_id
$$;

-- Records that the caller agrees to these versions, which must be the published ones. A repeated request changes nothing.
create or replace function public.give_consents(versions uuid[], shown_language public.language) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if auth.uid() is null or not exists (select from public.profiles where id = auth.uid()) then
    perform public.raise_error('401', 'no_session', 'Please sign in');
  end if;
  if exists (select unnest(versions) except select needed.version_id from public.versions_needing_consent() as needed) then
    perform public.raise_error('409', 'changed_meanwhile', 'The text was changed meanwhile');
  end if;
  insert into public.consents (user_id, version_id, language, origin)
  select auth.uid(), given, public.language_shown(given, shown_language), 'sign-in'
  from (select distinct unnest(versions)) as chosen (given)
  on conflict (user_id, version_id) where withdrawn_at is null do nothing;
end
$$;

-- The language in which a version is shown to the caller on a page in this language, as articles are.
create or replace function public.language_shown(of_version uuid, wanted public.language) returns public.language
language sql stable security definer set search_path = '' as $$
  select t.language
  from public.page_version_texts as t
  join public.page_versions as v on v.id = t.version_id join public.pages as p on p.id = v.page_id
  where t.version_id = of_version
  order by array_position(public.preferred_languages(wanted), t.language), t.language = p.source_language desc, t.language
  limit 1
$$;

-- Withdraws a consent of the caller. The row stays: it proves what applied from when to when.
create or replace function public.withdraw_consent(consent uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  update public.consents as c set withdrawn_at = now()
  where c.id = consent and c.user_id = auth.uid() and c.withdrawn_at is null;
  if not found then
    perform public.raise_error('404', 'not_found', 'No such consent');
  end if;
end
$$;

-- The consents that a sign-up names, for versions that are published now. A wrong one never rejects an account: its user
-- is asked at the first sign-in. While an address is unconfirmed, another sign-up with it replaces them.
create or replace function public.record_sign_up_consents() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  facts jsonb := coalesce(new.raw_user_meta_data, '{}');
  given jsonb := case when jsonb_typeof(facts -> 'consents') = 'array' then facts -> 'consents' else '[]' end;
  shown public.language :=
    case when facts ->> 'language' in ('en', 'zh', 'ms', 'vi') then facts ->> 'language' else 'en' end::public.language;
begin
  if tg_op = 'UPDATE' then
    if exists (select from auth.sessions where user_id = new.id) then
      return null;
    end if;
    delete from public.consents where user_id = new.id and origin = 'sign-up';
  end if;
  insert into public.consents (user_id, version_id, language, origin)
  select new.id, needed.version_id, public.language_shown(needed.version_id, shown), 'sign-up'
  from public.versions_needing_consent() as needed where given ? needed.version_id::text
  on conflict (user_id, version_id) where withdrawn_at is null do nothing;
  return null;
end
$$;

revoke execute on function
  public.versions_needing_consent(), public.asked_consents(public.language),
  public.give_consents(uuid[], public.language), public.language_shown(uuid, public.language),
  public.withdraw_consent(uuid), public.record_sign_up_consents()
from public, anon, authenticated;

grant execute on function public.asked_consents(public.language) to anon, authenticated, service_role;
grant execute on function public.give_consents(uuid[], public.language), public.withdraw_consent(uuid)
to authenticated, service_role;
