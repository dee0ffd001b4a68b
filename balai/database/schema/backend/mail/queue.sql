create or replace function mailbox.tell_queue() returns trigger language plpgsql as $$
begin
  perform pg_notify('balai_mail', '');
  return null;
end $$;

revoke execute on function mailbox.tell_queue() from public;
