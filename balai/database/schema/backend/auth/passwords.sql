-- Notes that an account has lost its password. Confirming an address that another user may have registered removes it;
-- without the note the owner of a removed password would only see that it does not work.
create or replace function auth.note_removed_password() returns trigger language plpgsql as $$
begin
  new.password_removed_at := case when coalesce(new.encrypted_password, '') = '' then now() end;
  return new;
end $$;
