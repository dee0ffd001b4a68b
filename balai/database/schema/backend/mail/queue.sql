create or replace function mailbox.notify_queue() returns trigger language plpgsql as $$
begin
  perform pg_notify('balai_mail', '');
  return null;
end $$;

revoke execute on function mailbox.notify_queue() from public;
