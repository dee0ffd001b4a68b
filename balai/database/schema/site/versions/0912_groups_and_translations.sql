-- An invitation to a group is deleted and restored with the group. Without the group its role would be one for the whole site.
alter table public.invitations drop constraint invitations_group_id_fkey,
  add constraint invitations_group_id_fkey foreign key (group_id) references public.groups (id) on delete cascade;

-- Who removed a translation restores it, or staff: its translator does not undo a decision of others.
alter table public.withheld_translations
  add column removed_by uuid references public.profiles (id) on delete set null;
create index withheld_translations_by_remover on public.withheld_translations (removed_by) where removed_by is not null;
