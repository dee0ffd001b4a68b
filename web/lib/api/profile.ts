/** Writes of the profile screen and of the administration of members. */
import { noteInAccount } from "../../auth/account";
import type { ProfileChoices } from "../../generated/payloads";
import type { Lang } from "../page";
import { type Outcome, write } from "../requests/write";

interface ProfileDraft {
  displayName: string;
  about: string;
  language: Lang;
  timeZone: string;
  /** Left out: as it was. */
  contentLanguages?: readonly Lang[];
}

/** The public row; then the account's copy of what its emails need. */
export async function saveProfile(id: string, draft: ProfileDraft): Promise<Outcome<unknown>> {
  const { displayName: display_name, about, language, timeZone: time_zone } = draft;
  const columns = {
    display_name,
    about,
    language,
    time_zone,
    content_languages: draft.contentLanguages?.slice(),
  };
  const saved = await write((supabase) => supabase.from("profiles").update(columns).eq("id", id).select("id").single());
  return saved.failure ? saved : noteInAccount({ display_name, language, time_zone });
}

/** The public name alone. */
export function saveName(id: string, display_name: string): Promise<Outcome<unknown>> {
  return write((supabase) => supabase.from("profiles").update({ display_name }).eq("id", id).select("id").single());
}

/** The public name, and the account's copy of it. */
export async function giveName(id: string, display_name: string): Promise<Outcome<unknown>> {
  const saved = await saveName(id, display_name);
  return saved.failure ? saved : noteInAccount({ display_name });
}

/** The member is not asked for their name again. */
export function declineName(): Promise<Outcome<unknown>> {
  return write((supabase) => supabase.rpc("decline_name"));
}

/** Empty takes it away. */
export function savePicture(id: string, address: string): Promise<Outcome<unknown>> {
  const picture_url = address || null;
  return write((supabase) => supabase.from("profiles").update({ picture_url }).eq("id", id).select("id").single());
}

export function saveChoices(id: string, choices: ProfileChoices): Promise<Outcome<unknown>> {
  const columns = {
    speaks: [...choices.speaks],
    about_for: choices.aboutFor,
    languages_for: choices.languagesFor,
    since_for: choices.sinceFor,
    activity_for: choices.activityFor,
    is_listed: choices.isListed,
    takes_messages: choices.takesMessages,
  };
  return write((client) => client.from("profiles").update(columns).eq("id", id).select("id").single());
}

export function setListed(id: string, is_listed: boolean): Promise<Outcome<unknown>> {
  return write((client) => client.from("profiles").update({ is_listed }).eq("id", id).select("id").single());
}

export function setAdministrator(member: string, is_administrator: boolean): Promise<Outcome<unknown>> {
  return write((supabase) => supabase.rpc("set_administrator", { member, is_administrator }));
}
