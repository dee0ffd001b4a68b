-- Requests for messages by address, of known and unknown addresses alike: the interval between them is the same, so a
-- response reveals neither whether an account exists nor whether it is confirmed.
alter table auth.unknown_address_requests rename to address_requests;
alter index auth.unknown_address_requests_pkey rename to address_requests_pkey;
alter index auth.unknown_address_requests_sent_at_idx rename to address_requests_sent_at_idx;
