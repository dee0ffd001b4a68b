-- The sites that may show frames of this one: hosts, as in "www.example.org" or "example.org:8443".
alter table public.site_settings
  add column embed_hosts text[] not null default '{}' check (
    cardinality(embed_hosts) <= 50 and array_position(embed_hosts, null) is null
    and array_to_string(embed_hosts, ' ')
      ~ '^(([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?(:[0-9]{1,5})?( (?=.)|$))*$');

comment on column public.site_settings.embed_hosts is
  'The hosts of websites that may show this site''s frames of free times and posts';
