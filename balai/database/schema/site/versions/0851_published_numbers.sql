-- The screen of the waiting room and the day board follow the numbers.
alter publication supabase_realtime add table public.queue_numbers;
