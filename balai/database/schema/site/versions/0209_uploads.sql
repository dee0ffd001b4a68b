-- Buckets. Names are ASCII, as the storage API requires; the original file name is part of the download address.
--   pictures      public; each member uploads to the folder with their id
--   files         public documents of the library, uploaded by administrators
--   member-files  the same for signed-in members, by signed addresses

insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types) values
  ('pictures', 'pictures', true, 10000000,
    array['image/jpeg', 'image/png', 'image/webp', 'image/gif', 'image/avif']),
  ('files', 'files', true, 50000000, null),
  ('member-files', 'member-files', false, 50000000, null)
on conflict (id) do nothing;
