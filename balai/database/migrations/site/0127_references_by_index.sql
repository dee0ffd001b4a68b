-- What goes is taken out of every row that names it: without an index PostgreSQL reads the whole table for each thread.
set local lock_timeout = '5s';

create index notifications_by_post on public.notifications (post_id) where post_id is not null;
create index exceptions_of_service on public.service_exceptions (service_id) where service_id is not null;
create index administrators_by_granter on public.administrators (granted_by) where granted_by is not null;
create index invitations_by_creator on public.invitations (created_by) where created_by is not null;
