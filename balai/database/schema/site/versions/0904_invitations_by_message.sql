-- Invitations to one person, which a job sends by email or SMS. Role, group, language and end are those of a link.

alter table public.invitations
  -- An email address, or a phone number in E.164 without the plus, as guest_address() gives it.
  add column address text constraint invitations_address check (
    address = lower(address) and char_length(address) <= 254 and address ~ '^([^\s@]+@[^\s@]+|[1-9][0-9]{7,14})$'),
  -- When the message was queued.
  add column sent_at timestamptz,
  add constraint invitations_to_one_person check (address is null or coalesce(max_uses, 0) = 1);

create index invitations_to_send on public.invitations (created_at) where sent_at is null and address is not null;

-- state_of_invitation() and check_invitation() say why one is closed.
drop function if exists public.has_invitation(text);
drop function if exists public.is_open_invitation(public.invitations);
