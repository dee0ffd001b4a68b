/** Groups of members. The database decides who joins, and who may lead. */
import type { Lang } from "../../page";
import { asJson, type Outcome, write } from "../../requests/write";
import { refusalReader } from "./refusals";

const readRefusal = refusalReader({
  groups_slug_key: "groups.error.slugTaken",
  not_empty: "groups.error.notEmpty",
  address_taken: "groups.error.slugTaken",
  by_invitation: "groups.error.byInvitation",
});

export interface GroupDraft {
  id: string;
  slug: string;
  joining: "open" | "request" | "invitation";
  is_listed: boolean;
  texts: Partial<Record<Lang, { name: string; description: string }>>;
}

export function saveGroup({ texts, ...group }: GroupDraft): Promise<Outcome<unknown>> {
  return write((supabase) => supabase.rpc("save_group", { ...group, texts: asJson(texts) }), readRefusal);
}

export function deleteGroup(id: string): Promise<Outcome<unknown>> {
  return write((supabase) => supabase.rpc("delete_group", { id }), readRefusal);
}

export function restoreGroup(id: string): Promise<Outcome<unknown>> {
  return write((supabase) => supabase.rpc("restore_removed", { kind: "group", thing: id }), readRefusal);
}

/** Joins, accepts an invitation, or asks to be let in; the outcome says which. */
export function joinGroup(id: string): Promise<Outcome<string>> {
  return write((supabase) => supabase.rpc("join_group", { id }), readRefusal);
}

/** Leaves, withdraws the request or declines the invitation. */
export function leaveGroup(id: string): Promise<Outcome<unknown>> {
  return write((supabase) => supabase.rpc("leave_group", { id }));
}

/** `status` null removes the member, or declines the request. */
export function setGroupMember(id: string, member: string, status: "member" | null): Promise<Outcome<unknown>> {
  return write((supabase) => supabase.rpc("set_group_member", { id, member, status }), readRefusal);
}

export interface FoundMember {
  id: string;
  display_name: string;
  picture_url: string | null;
}

/** Members whose name contains the words: at most eight. */
export function findMembers(words: string): Promise<Outcome<FoundMember[]>> {
  const pattern = `%${words.replaceAll(/[\\%_]/g, "\\$&")}%`;
  return write((supabase) =>
    supabase
      .from("profiles")
      .select("id, display_name, picture_url")
      .ilike("display_name", pattern)
      .order("display_name")
      .limit(8),
  );
}
