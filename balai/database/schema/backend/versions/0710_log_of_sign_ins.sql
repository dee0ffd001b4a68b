-- The sign-ins of a user with their networks, to tell whether accounts belong to one person.
create index audit_log_entries_sign_ins_idx on auth.audit_log_entries ((payload ->> 'actor_id'), created_at)
  where payload ->> 'action' = 'login';
