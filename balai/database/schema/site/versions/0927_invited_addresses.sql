-- For lists of people to invite: whether an address is invited already.
create index invitations_by_address on public.invitations (address) where address is not null;
