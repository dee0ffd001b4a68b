revoke all on public.bot_check_keys, public.used_bot_tokens, public.bot_check_codes from anon, authenticated;
grant all on public.used_bot_tokens, public.bot_check_codes to service_role;
