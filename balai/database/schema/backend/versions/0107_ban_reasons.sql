-- Why an account is blocked, as the administrator wrote it. The user reads it in the email about the block.
alter table auth.users add column ban_reason text check (char_length(ban_reason) <= 500);
