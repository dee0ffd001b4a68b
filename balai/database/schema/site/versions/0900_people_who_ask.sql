-- The people who ask to join a group are counted on each page of the administration.
create index group_members_asking on public.group_members (group_id) where status = 'asked';
