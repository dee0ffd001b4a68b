revoke all on public.proof_keys, public.spent_proofs, public.proof_codes from anon, authenticated;
grant all on public.spent_proofs, public.proof_codes to service_role;
