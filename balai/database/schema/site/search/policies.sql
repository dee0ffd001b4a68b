-- The search functions run as the caller, so every role reads these tables.
grant select on search.han_variants, search.malay_words, search.malay_prefixes to anon, authenticated, service_role;
create policy "Everyone reads the letters" on search.han_variants for select using (true);
create policy "Everyone reads the words" on search.malay_words for select using (true);
create policy "Everyone reads the rules" on search.malay_prefixes for select using (true);
