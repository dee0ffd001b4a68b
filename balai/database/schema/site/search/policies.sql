-- The search functions run as the caller, so every role reads these tables.
grant select on search.han_variants, search.malay_words, search.malay_prefixes, search.han_words, search.han_readings,
  search.stop_words
to anon, authenticated, service_role;

create policy "Everyone reads character variants" on search.han_variants for select using (true);

create policy "Everyone reads Malay words" on search.malay_words for select using (true);
create policy "Everyone reads Malay prefixes" on search.malay_prefixes for select using (true);
create policy "Everyone reads Chinese words" on search.han_words for select using (true);
create policy "Everyone reads readings of characters" on search.han_readings for select using (true);
create policy "Everyone reads stop words" on search.stop_words for select using (true);
