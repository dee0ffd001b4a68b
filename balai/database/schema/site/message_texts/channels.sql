-- The channel of a member's own messages about bookings; null: by email, else by SMS.
create or replace function public.set_booking_channel(channel text) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if not exists (select from public.profiles where id = auth.uid()) then
    perform public.raise_error('401', 'no_session', 'Please sign in');
  elsif set_booking_channel.channel not in ('mail', 'sms', 'whatsapp', 'zalo') then
    perform public.raise_error('422', 'unknown_channel', 'There is no such channel');
  end if;
  insert into public.notice_settings (member_id, booking_channel) values (auth.uid(), set_booking_channel.channel)
  on conflict (member_id) do update set booking_channel = excluded.booking_channel;
end $$;

revoke execute on function public.set_booking_channel(text) from public, anon, authenticated;
grant execute on function public.set_booking_channel(text) to authenticated, service_role;
