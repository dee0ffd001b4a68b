call public.announce_changes('public.notifications');
call public.announce_changes('public.thread_reads');
call public.announce_changes('public.topics_read');
