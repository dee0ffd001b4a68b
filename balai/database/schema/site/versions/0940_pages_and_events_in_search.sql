-- Pages of one's own in the search index, and events among services.

alter table search.entries drop constraint entries_kind_check;
alter table search.entries add constraint entries_kind_check
  check (kind in ('article', 'post', 'reply', 'resource', 'service', 'page'));

-- The services that are events, where only these or only the others are wanted; null: both.
alter type search.options add attribute events uuid[];

-- The job search_index gives them their words. An empty database has no pages, nor the function that reads their text.
do $$
begin
  if exists (select from public.pages) then
    insert into search.entries (kind, item_id, language, title, body, public_from, at, has_others, terms, rules)
    select 'page', p.id, t.language, normalize(t.title, nfc), normalize(public.rich_text_plain(t.body), nfc), '-infinity',
      v.published_at, true, ''::tsvector, -1
    from public.pages as p
    join public.page_versions as v on v.page_id = p.id and v.number = p.published_version
    join public.page_version_texts as t on t.version_id = v.id
    where p.deleted_at is null;
  end if;
end
$$;
