revoke all on public.site_settings, public.site_texts from anon, authenticated;
grant select on public.site_settings, public.site_texts to anon, authenticated;
grant all on public.site_settings, public.site_texts to service_role;
grant update (time_zone, logo_url, default_language, requires_bot_check, bot_check_after, administrators_need_factor, preset, accent,
    font_pair, cover_url, cover_focus_x, cover_focus_y, languages, phone, map_url, home_sections, has_directory,
    has_messages, comments_forum_id, holds_first_posts, limits_newcomers, post_gap_seconds, hides_after_reports,
    embed_hosts, notice_days, search_days, file_days, draft_days, message_days, privacy_days)
  on public.site_settings to authenticated;
grant update (name, tagline, home, about, opening_hours, address) on public.site_texts to authenticated;

create policy "Everyone sees the settings" on public.site_settings for select using (true);

create policy "Administrators change the settings" on public.site_settings for update to authenticated
  using ((select public.is_admin())) with check ((select public.is_admin()));

revoke all on public.appearances from anon, authenticated;
grant select on public.appearances to authenticated;
grant all on public.appearances to service_role;

create policy "Administrators see earlier appearances" on public.appearances for select to authenticated
  using ((select public.is_admin()));

create policy "Everyone sees the texts" on public.site_texts for select using (true);

create policy "Administrators change the texts" on public.site_texts for update to authenticated
  using ((select public.is_admin())) with check ((select public.is_admin()));

revoke all on public.page_views from anon, authenticated;
grant select on public.page_views to authenticated;
grant all on public.page_views to service_role;

create policy "Administrators see page views" on public.page_views for select to authenticated
  using ((select public.is_admin()));

revoke all on public.setting_changes from anon, authenticated;
grant select on public.setting_changes to authenticated;
grant select on public.setting_changes to service_role;

create policy "Administrators see changes of settings" on public.setting_changes for select to authenticated
  using ((select public.is_admin()));

-- The rows of the weekdays stay; their hours change.
revoke all on public.opening_hours, public.opening_exceptions from anon, authenticated;
grant select on public.opening_hours, public.opening_exceptions to anon, authenticated;
grant update (hours) on public.opening_hours to authenticated;
grant insert, update, delete on public.opening_exceptions to authenticated;
grant all on public.opening_hours, public.opening_exceptions to service_role;

create policy "Everyone sees the opening hours" on public.opening_hours for select using (true);

create policy "Administrators change the opening hours" on public.opening_hours for update to authenticated
  using ((select public.is_admin())) with check ((select public.is_admin()));

create policy "Everyone sees the other days" on public.opening_exceptions for select using (true);

create policy "Administrators add other days" on public.opening_exceptions for insert to authenticated
  with check ((select public.is_admin()));

create policy "Administrators change other days" on public.opening_exceptions for update to authenticated
  using ((select public.is_admin())) with check ((select public.is_admin()));

create policy "Administrators delete other days" on public.opening_exceptions for delete to authenticated
  using ((select public.is_admin()));
