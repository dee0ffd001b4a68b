-- For the newest backup: the weekly test of a restore by the job `restore_tests`, and the encrypted copy in a bucket by the
-- job `backup_copies`. Each has begun, and is successful or failed.
alter table public.backups
  add test_began_at timestamptz,
  add tested_at timestamptz,
  add test_error text check (char_length(test_error) <= 1000),
  add copy_began_at timestamptz,
  add copied_at timestamptz,
  add copy_error text check (char_length(copy_error) <= 1000);

alter table public.health_findings
  drop constraint health_findings_subject_check,
  add constraint health_findings_subject_check check (subject in (
    'database', 'data_folder', 'files', 'backup_folder', 'backup', 'backup_copy', 'restore_test', 'email', 'jobs'));
