-- An invitation to a group is deleted and restored with the group. Without the group its role would be one for the whole site.
alter table public.invitations drop constraint invitations_group_id_fkey,
  add constraint invitations_group_id_fkey foreign key (group_id) references public.groups (id) on delete cascade;
