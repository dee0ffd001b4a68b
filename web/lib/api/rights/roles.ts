/** Roles of members. The database decides who gives and takes them. */
import type { Database } from "../../../generated/database";
import type { RoleGrant } from "../../../generated/payloads";
import { newId } from "../../requests/newId";
import { type Outcome, write } from "../../requests/write";
import { refusalReader } from "./refusals";

type Grant = Database["public"]["Tables"]["role_grants"]["Insert"];
const readRefusal = refusalReader({ role_grants_once: "admin.roles.error.given" });

export type RoleScopeKind = RoleGrant["scope"];

/** Gives a role: in the whole site, or in one group, forum or service. The value is the id of the grant. */
export async function giveRole(
  member: string,
  role: string,
  scope: RoleScopeKind,
  scopeId: string | null,
): Promise<Outcome<string>> {
  const id = newId();
  const grant: Grant = { id, member_id: member, role_id: role };
  if (scope === "group") grant.group_id = scopeId;
  if (scope === "forum") grant.forum_id = scopeId;
  if (scope === "service") grant.service_id = scopeId;
  const outcome = await write((supabase) => supabase.from("role_grants").insert(grant), readRefusal);
  return outcome.failure ? outcome : { value: id, failure: null };
}

export function takeRole(id: string): Promise<Outcome<unknown>> {
  return write((supabase) => supabase.from("role_grants").delete().eq("id", id));
}
