-- The tables and columns whose changes clients may follow. Texts are not published: a page that shows something new
-- reads it with the rights of its user.
do $$
begin
  if not exists (select from pg_publication where pubname = 'supabase_realtime') then
    create publication supabase_realtime;
  end if;
end $$;

alter publication supabase_realtime add table
  public.replies (id, post_id, number, author_id, hidden_at, deleted_at, edited_at),
  public.posts (id, forum_id, author_id, reply_count, last_activity_at, hidden_at, deleted_at, edited_at),
  public.articles (id, version),
  public.bookings (id, service_id, member_id, status, starts_at),
  public.notifications, public.thread_reads, public.slot_notices;
