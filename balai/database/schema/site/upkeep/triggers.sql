call public.announce_changes('public.backups');
call public.announce_changes('public.health_findings');
