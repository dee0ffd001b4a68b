revoke all on public.bot_check_keys, public.used_bot_tokens, public.bot_check_codes, public.network_counts from anon, authenticated;
grant all on public.used_bot_tokens, public.bot_check_codes, public.network_counts to service_role;
