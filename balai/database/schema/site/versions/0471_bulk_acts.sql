-- Acts of moderators on replies too, deletions, and the removal of all texts of one member.
drop function if exists public.preview_act(text, uuid[], jsonb);
drop function if exists public.apply_act(uuid, text, uuid[], jsonb);
drop function if exists public.set_topic(uuid, jsonb);

alter table public.forum_acts drop constraint forum_acts_kind_check;
alter table public.forum_acts add constraint forum_acts_kind_check check (
  kind in ('move', 'lock', 'unlock', 'pin', 'unpin', 'hide', 'show', 'tag', 'untag', 'delete', 'clean', 'split', 'merge'));
