-- Who may administer accounts with a token of her own: the auth service asks here. An administrator's account is hers:
-- whoever wants to change, block or remove it takes the rights back first, which never leaves the hall without any.

create function public.may_administer(actor uuid, level text, target uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.administrators where user_id = actor)
    and not exists (select from public.administrators where user_id = target)
$$;
revoke execute on function public.may_administer(uuid, text, uuid) from public, anon, authenticated;
