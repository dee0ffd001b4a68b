create trigger touch_updated_at before update on public.site_settings
  for each row execute function public.touch_updated_at();

create trigger touch_updated_at before update on public.site_texts
  for each row execute function public.touch_updated_at();

call public.announce_changes('public.site_settings');
call public.announce_changes('public.site_texts');
call public.announce_changes('public.opening_hours');
call public.announce_changes('public.opening_exceptions');

create trigger check_second_factor before update on public.site_settings for each row
  when (new.administrators_need_factor and not old.administrators_need_factor)
  execute function public.check_second_factor();

create trigger keep_replaced_appearance after update on public.site_settings for each row
  when ((old.preset, old.accent, old.font_pair, old.logo_url, old.cover_url, old.cover_focus_x, old.cover_focus_y)
    is distinct from
    (new.preset, new.accent, new.font_pair, new.logo_url, new.cover_url, new.cover_focus_x, new.cover_focus_y))
  execute function public.keep_replaced_appearance();

create trigger record_setting_changes after update on public.site_settings
  for each row execute function public.record_setting_changes();

create trigger record_setting_changes after update on public.site_texts
  for each row execute function public.record_setting_changes();

create trigger keep_setting_changes before update or delete on public.setting_changes
  for each row execute function public.keep_setting_changes();
