call public.announce_changes('public.notifications');
call public.announce_changes('public.thread_reads');
call public.announce_changes('public.topics_read');

create trigger queue_push_messages after insert on public.notifications
  for each row execute function public.queue_push_messages();
