-- Who changed which setting of the site, and when. Rows are added by triggers in the transaction of the change, and stay.
create table public.setting_changes (
  id bigint generated always as identity primary key,
  -- A column of site_settings or site_texts.
  setting text not null,
  -- Of a text; null: a setting of the whole site.
  language public.language,
  -- Null for documents, which are too long for a record.
  before jsonb,
  after jsonb,
  changed_at timestamptz not null default now(),
  changed_by uuid references public.profiles (id) on delete set null
);
create index setting_changes_of on public.setting_changes (setting, id desc);
create index setting_changes_by_member on public.setting_changes (changed_by) where changed_by is not null;
alter table public.setting_changes enable row level security;
