-- Emails that came back, and the checks of the site's own emails.

-- The address itself is not here: it is that of the member or of the guest, and goes with them.
create table public.email_bounces (
  id uuid primary key default gen_random_uuid(),
  member_id uuid unique references public.profiles (id) on delete cascade,
  guest_id uuid unique references public.newsletter_guests (id) on delete cascade,
  score integer not null default 0 check (score between 0 and 100),
  -- Of the last one. `status`: the code of the other server, as RFC 3463 has it, or the reply code of SMTP.
  reason text not null default 'refused' check (reason in ('unknown', 'full', 'refused', 'unreachable')),
  status text not null default '' check (status ~ '^[0-9.]{0,11}$'),
  bounced_at timestamptz not null default now(),
  -- The last emails that were counted: each counts once, however many bounces arrive for it.
  counted uuid[] not null default '{}' check (cardinality(counted) <= 20),
  -- Emails that were sent before do not count any more. The second: by the member.
  reset_at timestamptz,
  retried_at timestamptz,
  constraint email_bounces_of_one check (num_nonnulls(member_id, guest_id) = 1)
);
create index email_bounces_by_age on public.email_bounces (bounced_at);
alter table public.email_bounces enable row level security;

-- The last checks of the records and the server behind the site's emails, for administrators and the health page.
create table public.email_checks (
  only_row boolean primary key default true check (only_row),
  -- The name of the DKIM key, if an administrator gave it.
  selector text not null default '' check (selector ~ '^[A-Za-z0-9_-]*([.][A-Za-z0-9_-]+)*$' and char_length(selector) <= 100),
  started_at timestamptz not null default now(),
  checked_at timestamptz,
  findings jsonb not null default '[]' check (jsonb_typeof(findings) = 'array'),
  -- An email to the site's own inbound mailbox.
  probe_id uuid,
  probe_sent_at timestamptz,
  probe_arrived_at timestamptz
);
alter table public.email_checks enable row level security;

alter table public.health_findings
  drop constraint health_findings_subject_check,
  add constraint health_findings_subject_check check (subject in (
    'database', 'data_folder', 'files', 'backup_folder', 'backup', 'backup_copy', 'restore_test', 'email',
    'email_records', 'jobs'));
