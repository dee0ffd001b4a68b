-- A service may have a picture: a file of this site, as the cover of an article.
alter table public.services add column picture_url text check (public.is_image_address(picture_url));
