-- How many days classes of data stay, as administrators choose; the cleanup jobs read it. 0: for good.
alter table public.site_settings
  add column notice_days integer not null default 90 check (notice_days between 7 and 365),
  add column search_days integer not null default 90 check (search_days between 7 and 365),
  add column file_days integer not null default 30 check (file_days between 7 and 365),
  add column draft_days integer not null default 0 check (draft_days = 0 or draft_days between 30 and 3650),
  add column message_days integer not null default 0 check (message_days = 0 or message_days between 30 and 3650);

comment on column public.site_settings.notice_days is 'Days until a notification that was read is deleted';
comment on column public.site_settings.search_days is 'Days until a searched word without results is deleted';
comment on column public.site_settings.file_days is
  'Days until a file that nothing shows any more is deleted; one that was never used goes after two days';
comment on column public.site_settings.draft_days is
  'Days until an unsent text that its member has not changed is deleted; 0: never';
comment on column public.site_settings.message_days is
  'Days until a message to the site is deleted after it was handled; 0: never';
