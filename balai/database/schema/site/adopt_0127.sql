-- Runs once on a database of the last development version, whose ledger `adopted.json` describes: it then has the names
-- that the baselines in versions/ give to a fresh database. Functions get their new bodies afterwards, as everywhere.

-- A table with its constraints, indexes and identity sequence, which are named after it.
create procedure pg_temp.rename_table(old regclass, new_name text) language plpgsql as $$
declare
  old_name constant text := (select relname from pg_class where oid = old);
  space constant text := (select relnamespace::regnamespace from pg_class where oid = old);
  object record;
begin
  for object in select conname as name from pg_constraint where conrelid = old and starts_with(conname, old_name) loop
    execute format('alter table %s rename constraint %I to %I', old, object.name,
      new_name || substr(object.name, length(old_name) + 1));
  end loop;
  for object in
    select relname as name, relkind from pg_class where starts_with(relname, old_name) and (
      oid in (select indexrelid from pg_index where indrelid = old)
      or oid in (select objid from pg_depend where refobjid = old and deptype = 'i' and classid = 'pg_class'::regclass))
    and relkind in ('i', 'S')
  loop
    execute format('alter %s %I.%I rename to %I', case object.relkind when 'i' then 'index' else 'sequence' end, space,
      object.name, new_name || substr(object.name, length(old_name) + 1));
  end loop;
  execute format('alter table %s rename to %I', old, new_name);
end $$;

-- A column with the constraints that PostgreSQL has named after it.
create procedure pg_temp.rename_column(owner regclass, old_name text, new_name text) language plpgsql as $$
declare
  object record;
begin
  execute format('alter table %s rename column %I to %I', owner, old_name, new_name);
  for object in select conname as name from pg_constraint where conrelid = owner and conname like '%\_' || old_name || '\_%' loop
    execute format('alter table %s rename constraint %I to %I', owner, object.name,
      replace(object.name, '_' || old_name || '_', '_' || new_name || '_'));
  end loop;
end $$;

-- Bot checks ----------------------------------------------------------------------------------------------------------
call pg_temp.rename_table('public.proof_keys', 'bot_check_keys');
call pg_temp.rename_table('public.spent_proofs', 'used_bot_tokens');
call pg_temp.rename_table('public.proof_codes', 'bot_check_codes');
call pg_temp.rename_column('public.bot_check_codes', 'letter', 'pending_email');
call pg_temp.rename_column('public.site_settings', 'asks_proof', 'requires_bot_check');
drop trigger check_proof on public.bookings;
alter function public.sign_proof(text) rename to sign_bot_check;
alter function public.ask_puzzle() rename to create_bot_challenge;
alter function public.use_proof(text) rename to use_bot_token;
alter function public.check_proof() rename to check_bot_token;
alter function public.check_booking_proof() rename to check_booking_bot_token;
alter function public.proof_address(text) rename to bot_check_address;
alter function public.ask_proof_code(text, public.language) rename to request_bot_check_code;
alter function public.redeem_proof_code(text, text) rename to redeem_bot_check_code;
comment on column public.site_settings.requires_bot_check is 'Whether a booking requires a bot check';

-- People --------------------------------------------------------------------------------------------------------------
call pg_temp.rename_table('public.departures', 'account_deletions');
call pg_temp.rename_column('public.account_deletions', 'asked_at', 'requested_at');
call pg_temp.rename_column('public.invitations', 'most_uses', 'max_uses');
drop trigger make_profile on auth.users;
drop trigger tell_of_departure on public.account_deletions;
drop trigger check_factor_shown on public.site_settings;
alter function public.make_profile() rename to create_profile;
alter function public.own_languages(public.language) rename to preferred_languages;
alter function public.needs_level_two(uuid) rename to requires_second_factor;
alter function public.check_factor_shown() rename to check_second_factor;
alter function public.check_somebody_stays(uuid) rename to check_last_administrator;
alter function public.leave_hall() rename to request_account_deletion;
alter function public.stay_in_hall() rename to cancel_account_deletion;
alter function public.carry_out_departure(uuid) rename to delete_due_account;
alter function public.tell_of_departure() rename to queue_deletion_email;

-- Blog, forum, limits -------------------------------------------------------------------------------------------------
drop trigger make_room_for_draft on public.drafts;
drop trigger write_excerpt on public.posts;
drop trigger keep_post_text on public.posts;
drop trigger keep_reply_text on public.replies;
drop trigger check_pace on public.posts;
drop trigger check_pace on public.replies;
drop trigger check_pace on public.reports;
drop trigger check_pace on public.outbox;
drop function public.claim_slug(uuid, text);
alter function public.make_room_for_draft() rename to limit_drafts;
alter function public.undescribed_pictures(jsonb) rename to count_pictures_without_alt;
alter function public.write_excerpt() rename to set_excerpt;
alter function public.keep_post_text() rename to save_post_version;
alter function public.keep_reply_text() rename to save_reply_version;
alter function public.refuse(text, text, text) rename to raise_error;
alter function public.refuse_lost_resource(uuid) rename to raise_resource_conflict;
alter function public.takes_turns(text) rename to lock_if_limited;
alter function public.check_pace() rename to check_rate_limit;
alter function public.note_read(uuid, integer) rename to mark_thread_read;
drop function public.names_file(text, text);
drop function public.remove_unused_uploads(integer);
alter function public.without_escapes(text) rename to unescape_address;

-- Booking -------------------------------------------------------------------------------------------------------------
alter index public.bookings_in_line rename to bookings_waiting;
alter type public.booking_detail rename attribute place_in_line to waiting_position;
drop trigger keep_places on public.bookings;
drop trigger check_lines on public.bookings;
alter function public.refuse_booking(text) rename to raise_booking_error;
alter function public.take_turns(uuid, uuid) rename to lock_booking_resources;
alter function public.is_elsewhere(public.slots) rename to has_host_conflict;
alter function public.place_in_line(public.bookings) rename to waiting_position;
alter function public.keep_places() rename to count_taken_places;
alter function public.check_lines() rename to check_waiting_list_limit;
alter function public.refit_slots(public.services) rename to update_future_slots;
call pg_temp.rename_column('public.outbox', 'facts', 'details');
update public.outbox set details = jsonb_set(details, '{by}', '"site"') where details ->> 'by' = 'house';
alter function public.queue_booking_mail(text, public.bookings, jsonb) rename to queue_booking_email;

-- Search --------------------------------------------------------------------------------------------------------------
alter function search.changed() rename to refresh_item;
alter function search.thread_changed() rename to refresh_thread;
alter function search.seen(text, uuid, public.language) rename to result_place;
alter function search.asked(text) rename to query_terms;
-- Their arguments have other names, which `create or replace` does not change.
drop function search.matches(text, public.language, text[], public.language, integer, timestamptz, uuid, integer);
drop function search.near_matches(text, text[], public.language, integer);
drop function search.best_matches(text, public.language, text[], public.language, integer, timestamptz, uuid, integer);
drop function search.marked(text, search.asked[], text[]);
drop function search.first_place(text, search.asked[], text[]);
drop function search.excerpt(text, search.asked[], text[], integer, integer);
alter type search.asked rename to query_term;
alter type search.query_term rename attribute alone to is_single;
alter type search.query_term rename attribute as_written to raw;
alter type search.query_term rename attribute loosely to loose;

-- Policies ------------------------------------------------------------------------------------------------------------
alter policy "A member changes her own" on public.profiles rename to "Members change their own profile";
alter policy "Administrators see each other, a member sees herself" on public.administrators
  rename to "Administrators see all administrators, members themselves";
alter policy "A member sees her own" on public.account_deletions rename to "Members see their own account deletion";
alter policy "Administrators see them" on public.invitations rename to "Administrators see invitations";
alter policy "Administrators invite" on public.invitations rename to "Administrators create invitations";
alter policy "Administrators take them back" on public.invitations rename to "Administrators revoke invitations";
alter policy "Everyone sees published texts of articles she sees" on public.article_texts
  rename to "Everyone sees published texts of visible articles";
alter policy "Everyone sees public addresses of articles she sees" on public.article_slugs
  rename to "Everyone sees public addresses of visible articles";
alter policy "A draft is its writer's alone" on public.drafts rename to "Members read and write their own drafts";
alter policy "A member posts in her own name" on public.posts rename to "Members post in their own name";
alter policy "A member replies in her own name" on public.replies rename to "Members reply in their own name";
alter policy "A member reports in her own name" on public.reports rename to "Members report in their own name";
alter policy "Everyone sees their names" on public.forum_texts rename to "Forum texts are visible with their forum";
alter policy "A host sees her services" on public.services rename to "Hosts see their services";
alter policy "A host sees who comes" on public.bookings rename to "Hosts see bookings of their services";
alter policy "A member sees her bookings" on public.bookings rename to "Members see their bookings";
alter policy "A member sees the services she booked" on public.services
  rename to "Members see inactive services that they booked";
alter policy "Those who come see the link" on public.service_links rename to "Participants see the link";
alter policy "Everyone sees that places have changed" on public.slot_notices rename to "Everyone sees slot notices";
alter policy "Everyone sees what is offered" on public.services rename to "Everyone sees active services";
alter policy "Everyone sees the days that differ" on public.service_exceptions rename to "Everyone sees exceptions";
alter policy "Administrators change the days that differ" on public.service_exceptions
  rename to "Administrators change exceptions";
alter policy "Texts are seen with their service" on public.service_texts
  rename to "Texts are visible with their service";
alter policy "Hours are seen with their service" on public.service_hours
  rename to "Hours are visible with their service";
alter policy "Everyone sees their names" on public.resource_category_texts rename to "Everyone sees category names";
alter policy "Everyone sees texts of resources she sees" on public.resource_texts
  rename to "Everyone sees texts of visible resources";
alter policy "Administrators read them" on public.messages rename to "Administrators read messages";
alter policy "A member sees what she is told" on public.notifications rename to "Members see their notifications";
alter policy "A member sees how far she has read" on public.thread_reads rename to "Members see their read positions";
alter policy "Members have the files for members" on storage.objects rename to "Members read member files";
alter policy "Administrators look after all files" on storage.objects rename to "Administrators manage all files";
alter policy "Readers see who writes in a thread" on realtime.messages
  rename to "Everyone sees who is typing in a thread";
alter policy "Members say that they write" on realtime.messages rename to "Members announce typing";
alter policy "Administrators see who edits" on realtime.messages rename to "Administrators see who edits an article";
alter policy "Administrators say that they edit" on realtime.messages rename to "Administrators announce editing";
alter policy "Everyone reads the letters" on search.han_variants rename to "Everyone reads character variants";
alter policy "Everyone reads the words" on search.malay_words rename to "Everyone reads Malay words";
alter policy "Everyone reads the rules" on search.malay_prefixes rename to "Everyone reads Malay prefixes";
alter policy "Administrators see how often pages are read" on public.page_views
  rename to "Administrators see page views";

drop procedure pg_temp.rename_table(regclass, text);
drop procedure pg_temp.rename_column(regclass, text, text);
