create trigger touch_updated_at before update on public.site_settings
  for each row execute function public.touch_updated_at();

create trigger touch_updated_at before update on public.site_texts
  for each row execute function public.touch_updated_at();

call public.announce_changes('public.site_settings');
call public.announce_changes('public.site_texts');

create trigger check_second_factor before update on public.site_settings for each row
  when (new.administrators_need_factor and not old.administrators_need_factor)
  execute function public.check_second_factor();
