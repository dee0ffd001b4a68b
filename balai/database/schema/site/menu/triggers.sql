call public.announce_changes('public.menu_items');
