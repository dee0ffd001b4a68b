call public.announce_changes('public.notifications');
call public.announce_changes('public.thread_reads');
call public.announce_changes('public.topics_read');

call public.announce_changes('public.watches');
call public.announce_changes('public.notice_choices');
call public.announce_changes('public.notice_settings');

-- After notify_of_reply: triggers of one event fire by name, and the author of a topic is notified as its author.
create trigger watch_own_post after insert on public.posts for each row execute function public.watch_own_post();
create trigger watch_own_reply after insert on public.replies for each row execute function public.watch_own_reply();
create trigger notify_of_report after insert or update on public.reports
  for each row execute function public.notify_of_report();
create trigger notify_of_message after insert on public.messages
  for each row execute function public.notify_of_message();

create trigger notify_of_role after insert on public.role_grants
  for each row when (new.granted_at = now()) execute function public.notify_of_role();

create trigger notify_of_role after insert on public.administrators
  for each row execute function public.notify_of_role();
