-- set_topic_state() locks and pins, too.
drop function if exists public.set_locked(uuid, boolean), public.set_pinned(uuid, boolean);
