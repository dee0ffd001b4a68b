create trigger tell_keys after insert or update or delete on auth.signing_keys
  for each statement execute function auth.tell_keys();

create trigger tell_ended_sessions after delete on auth.sessions
  referencing old table as ended for each statement execute function auth.tell_ended_sessions();
