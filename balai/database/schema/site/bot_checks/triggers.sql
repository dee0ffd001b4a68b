create trigger check_network before insert on public.posts for each row execute function public.check_network();
create trigger check_network before insert on public.replies for each row execute function public.check_network();
