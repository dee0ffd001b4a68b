revoke all on public.link_previews, public.text_links from anon, authenticated;
grant select on public.link_previews, public.text_links to anon, authenticated;
grant all on public.link_previews, public.text_links to service_role;

create policy "Links are visible with their text" on public.text_links for select
  using (exists (select from public.posts where posts.id = post_id)
    or exists (select from public.replies where replies.id = reply_id)
    or exists (select from public.articles where articles.id = article_id));

create policy "Previews are visible with a text" on public.link_previews for select
  using (exists (select from public.text_links as l where l.link_id = link_previews.id));

create policy "Pictures of previews are visible with them" on storage.objects for select
  using (bucket_id = 'text-pictures' and (storage.foldername(name))[1] = 'previews'
    and exists (select from public.link_previews as p where p.picture = objects.name));
