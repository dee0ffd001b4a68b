call public.announce_changes('public.notifications');
call public.announce_changes('public.thread_reads');
