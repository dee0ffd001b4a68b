-- The texts that translators' functions and senders of messages read. Each view belongs to a role whose row policies leave
-- out marked texts (policies.sql): a query of a view finds no more than its owner may.

create view texts.posts_to_translate as
  select p.id, p.forum_id, p.author_id, p.language, p.title, p.body, p.text_version, p.created_at
  from public.posts as p where p.title is not null;

create view texts.replies_to_translate as
  select r.id, r.post_id, r.author_id, r.language, r.body, r.text_version, r.created_at
  from public.replies as r where r.body is not null;

create view texts.posts_to_mail as
  select p.id, p.forum_id, p.language, p.title, p.body, p.excerpt from public.posts as p where p.title is not null;

create view texts.replies_to_mail as
  select r.id, r.post_id, r.body from public.replies as r where r.body is not null;

alter view texts.posts_to_translate owner to balai_translator;
alter view texts.replies_to_translate owner to balai_translator;
alter view texts.posts_to_mail owner to balai_mailer;
alter view texts.replies_to_mail owner to balai_mailer;
