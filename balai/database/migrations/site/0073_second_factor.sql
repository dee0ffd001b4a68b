-- The administration calls of the auth service hold to the level too, as every policy and function does that asks
-- `is_admin()`: who has a second factor must have shown it.

create or replace function public.may_administer(actor uuid, level text, target uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.administrators where user_id = actor)
    and (level = 'aal2'
      or not exists (select from auth.mfa_factors where user_id = actor and status = 'verified'))
    and not exists (select from public.administrators where user_id = target)
$$;
