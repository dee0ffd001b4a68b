-- A language may have no name of its own for the site; public.site_names then gives the name in another one. The first
-- texts were the same word in each language, so a site that was renamed in one of them kept it in the others.

alter table public.site_texts
  drop constraint site_texts_name_check,
  alter column name set default '',
  add constraint site_texts_name_check check (name = '' or public.is_clean_line(name, 80));

update public.site_texts set name = '' where name = 'Balai';

update public.site_texts set tagline = ''
where tagline in (
  'Where our community meets', '社区相聚的地方', 'Tempat komuniti kita bertemu', 'Nơi cộng đồng chúng ta gặp gỡ');
