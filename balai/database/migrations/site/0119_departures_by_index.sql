-- Who leaves is taken out of every row that names her: each such column has an index, or PostgreSQL reads the whole table
-- for every account that goes (seconds at half a million posts, notifications and notices, with her rows locked).
set local lock_timeout = '5s';

create index posts_by_editor on public.posts (edited_by) where edited_by is not null;
create index replies_by_editor on public.replies (edited_by) where edited_by is not null;
create index content_versions_by_editor on public.content_versions (editor_id) where editor_id is not null;
create index reports_by_handler on public.reports (handled_by) where handled_by is not null;
create index slots_of_host on public.slots (host_id) where host_id is not null;
create index messages_of_member on public.messages (member_id) where member_id is not null;
create index messages_by_handler on public.messages (handled_by) where handled_by is not null;
create index notifications_by_actor on public.notifications (actor_id) where actor_id is not null;
create index outbox_by_recipient on public.outbox (recipient_id, created_at);
-- Notices that became letters go after a while (jobs/tidying.py).
create index outbox_sent on public.outbox (sent_at) where sent_at is not null;
