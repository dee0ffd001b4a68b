create trigger notify_keys after insert or update or delete on auth.signing_keys
  for each statement execute function auth.notify_keys();

create trigger notify_ended_sessions after delete on auth.sessions
  referencing old table as ended for each statement execute function auth.notify_ended_sessions();

create trigger note_removed_password before update of encrypted_password on auth.users
  for each row when (new.encrypted_password is distinct from old.encrypted_password)
  execute function auth.note_removed_password();

create trigger notify_blocked_sessions after update of banned_until on auth.users
  for each row when (new.banned_until is distinct from old.banned_until)
  execute function auth.notify_blocked_sessions();
