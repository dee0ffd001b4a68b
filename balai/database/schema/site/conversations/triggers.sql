call public.announce_changes('public.conversations');
call public.announce_changes('public.private_messages');
call public.announce_changes('public.private_reports');
