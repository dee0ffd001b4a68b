-- The hall may want a second factor of all its administrators. Then who has none is a member like any other until she
-- has added one. It is off at first, so that a fresh hall opens with a password; only who has shown a second factor
-- herself can switch it on, so that nobody locks the hall behind her.

set local lock_timeout = '5s';

alter table public.site_settings add column administrators_need_factor boolean not null default false;
comment on column public.site_settings.administrators_need_factor is
  'Whether administrators are such only in sessions that have shown a second factor, even those who have none';
grant update (administrators_need_factor) on public.site_settings to authenticated;

create function public.check_factor_shown() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- The operator's own statements carry no claims.
  if auth.uid() is not null and coalesce(auth.jwt() ->> 'aal', '') <> 'aal2' then
    perform public.refuse('422', 'factor_first', 'A second factor comes first');
  end if;
  return new;
end
$$;
revoke execute on function public.check_factor_shown() from public, anon, authenticated;
create trigger check_factor_shown before update on public.site_settings for each row
  when (new.administrators_need_factor and not old.administrators_need_factor)
  execute function public.check_factor_shown();

-- Whether it takes level 2 to administer as this member.
create function public.needs_level_two(member uuid) returns boolean
language sql stable security definer parallel safe set search_path = '' as $$
  select coalesce((select administrators_need_factor from public.site_settings), false)
    or exists (select from auth.mfa_factors where user_id = member and status = 'verified')
$$;

create or replace function public.is_admin() returns boolean
language sql stable security definer parallel safe set search_path = '' as $$
  select exists (select from public.administrators where user_id = auth.uid())
    and (coalesce(auth.jwt() ->> 'aal', '') = 'aal2' or not public.needs_level_two(auth.uid()))
$$;

create or replace function public.may_administer(actor uuid, level text, target uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.administrators where user_id = actor)
    and (level = 'aal2' or not public.needs_level_two(actor))
    and not exists (select from public.administrators where user_id = target)
$$;
revoke execute on function public.needs_level_two(uuid) from public, anon, authenticated;
