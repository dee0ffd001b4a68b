-- Whether the texts of the account are erased with it, and when the deletion began: from then on it cannot be cancelled.
alter table public.account_deletions
  add column erases_texts boolean not null default false,
  add column begun_at timestamptz;

-- Other arguments or columns.
drop function if exists public.request_account_deletion();
drop function if exists public.delete_member(uuid);
drop function if exists public.my_account();
drop function if exists public.show_member(uuid);

-- A batch of texts is looked for in the quotes of earlier versions.
create index content_versions_quoting on public.content_versions using gin (public.quoted_texts(body))
  where public.quoted_texts(body) <> '[]';
