-- Members watch tags, too: in lower case, as in public.post_tags.
-- reapply: notifications/watches
alter table public.watches
  add column tag text check (tag = lower(btrim(tag)) and char_length(tag) between 1 and 40),
  drop constraint watches_target,
  add constraint watches_target check (num_nonnulls(forum_id, post_id, language, tag) = 1);
create unique index watches_of_tag on public.watches (tag, member_id) where tag is not null;
drop function if exists public.set_watch(text, uuid, uuid, public.language);
