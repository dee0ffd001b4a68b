-- An administrator who has a second factor is one only in a session that has shown it: a password alone, stolen or
-- guessed, opens her own account and nothing of the hall's. Who has none is not locked out.

set local lock_timeout = '5s';

create or replace function public.is_admin() returns boolean
language sql stable security definer parallel safe set search_path = '' as $$
  select exists (select from public.administrators where user_id = auth.uid())
    and (coalesce(auth.jwt() ->> 'aal', '') = 'aal2' or not exists (
      select from auth.mfa_factors where user_id = auth.uid() and status = 'verified'))
$$;
