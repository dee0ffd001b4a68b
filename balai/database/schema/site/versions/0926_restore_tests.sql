-- A restore of the newest backup is tested every week by the job `restore_tests`: begun, and successful or failed.
alter table public.backups
  add test_began_at timestamptz,
  add tested_at timestamptz,
  add test_error text check (char_length(test_error) <= 1000);

alter table public.health_findings
  drop constraint health_findings_subject_check,
  add constraint health_findings_subject_check check (
    subject in ('database', 'data_folder', 'files', 'backup_folder', 'backup', 'restore_test', 'email', 'jobs'));
