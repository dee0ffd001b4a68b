-- Nothing is read here: remove_with_texts() and restore_removed() alone use the table.
revoke all on public.removals from anon, authenticated;
grant all on public.removals to service_role;
