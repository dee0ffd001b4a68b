insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types) values
  ('pictures', 'pictures', true, 10000000,
    array['image/jpeg', 'image/png', 'image/webp', 'image/gif', 'image/avif']),
  ('files', 'files', true, 50000000, null),
  ('member-files', 'member-files', false, 50000000, null)
on conflict (id) do nothing;
