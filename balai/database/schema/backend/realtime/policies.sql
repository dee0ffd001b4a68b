grant select, insert, update on realtime.messages to anon, authenticated, service_role;
revoke all on realtime.subscription from public, anon, authenticated, service_role;
