-- Stores what a service says in one message in one language; all parts empty: the standard texts again. For
-- administrators. Line breaks are stored as \n, without space around the text.
create or replace function public.save_service_message(
  service uuid, kind text, language public.language, subject text, body text, addition text, sms text
) returns boolean
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  given constant text[] := array(
    select btrim(replace(coalesce(part, ''), E'\r', ''), E' \n')
    from unnest(array[save_service_message.subject, save_service_message.body, save_service_message.addition,
      save_service_message.sms]) with ordinality as each (part, place) order by place);
begin
  if not public.is_admin() then
    perform public.raise_error('403', 'administrators_only', 'Only administrators may do this');
  elsif not exists (select from public.services as s where s.id = save_service_message.service) then
    perform public.raise_error('404', 'not_found', 'There is no such service');
  elsif array_to_string(given, '') = '' then
    delete from public.service_messages as m
    where (m.service_id, m.kind, m.language)
      = (save_service_message.service, save_service_message.kind, save_service_message.language);
    return found;
  elsif given[4] <> '' and strpos(given[4], '{link}') = 0 then
    perform public.raise_error('422', 'sms_without_link', 'The SMS needs {link}');
  end if;
  insert into public.service_messages as m (service_id, kind, language, subject, body, addition, sms)
  values (save_service_message.service, save_service_message.kind, save_service_message.language, given[1], given[2],
    given[3], given[4])
  on conflict (service_id, kind, language) do update set
    (subject, body, addition, sms, changed_at, changed_by)
    = (excluded.subject, excluded.body, excluded.addition, excluded.sms, now(), auth.uid());
  return true;
exception when check_violation then
  perform public.raise_error('422', 'unknown_placeholder', 'A text has an unknown placeholder, or is too long');
end $$;

revoke execute on function
  public.save_service_message(uuid, text, public.language, text, text, text, text)
from public, anon, authenticated;
grant execute on function
  public.save_service_message(uuid, text, public.language, text, text, text, text)
to authenticated, service_role;
