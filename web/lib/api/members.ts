/**
 * The administration of members: the auth service's own administration calls, sent with the administrator's token. The
 * service decides what they may do (docs/decisions/0018-delegated-administration.md); no service key is here.
 */
import type { AdminUserAttributes, GoTrueAdminApi, SupabaseClient, User } from "@supabase/supabase-js";
import { readAuthFailure } from "../../auth/authErrors";
import type { Lang } from "../page";
import { askSite } from "../requests/askSite";
import { getAccess, getSupabase } from "../requests/supabase";
import { asJson, type Outcome, write } from "../requests/write";
import { refusalReader } from "./rights/refusals";

interface Answer {
  data: unknown;
  error: unknown;
}

function administer<A extends Answer>(send: (admin: GoTrueAdminApi) => PromiseLike<A>) {
  return write(async (supabase) => send(await openAdmin(supabase)), readAuthFailure);
}

/** The client's own admin API would use the public key. */
async function openAdmin(supabase: SupabaseClient): Promise<GoTrueAdminApi> {
  const { GoTrueAdminApi: Admin } = await import("@supabase/supabase-js");
  const { data } = await supabase.auth.getSession();
  const { url, anonKey } = getAccess();
  const token = data.session?.access_token ?? anonKey;
  return new Admin({ url: `${url}/auth/v1`, headers: { apikey: anonKey, Authorization: `Bearer ${token}` } });
}

export async function showAccount(id: string): Promise<Outcome<User>> {
  const shown = await administer((admin) => admin.getUserById(id));
  return shown.failure ? shown : { value: shown.value.user, failure: null };
}

interface NewMember {
  displayName: string;
  email: string;
  language: Lang;
}

/** Creates a confirmed account. The member chooses a password by an emailed link that they or an administrator request. */
export function createMember({ displayName, email, language }: NewMember): Promise<Outcome<{ user: User }>> {
  const user_metadata = { display_name: displayName, language };
  return administer((admin) => admin.createUser({ email, email_confirm: true, user_metadata }));
}

export function changeMember(id: string, changes: AdminUserAttributes): Promise<Outcome<unknown>> {
  return administer((admin) => admin.updateUserById(id, changes));
}

const readRefusal = refusalReader({
  administrators_only: "penalty.error.administrator",
  not_allowed: "penalty.error.administrator",
  is_administrator: "admin.member.isAdministrator",
});

/** Blocks the account, and deletes it on the returned day, with its texts or without. */
export function deleteMember(member: string, erases_texts: boolean): Promise<Outcome<string>> {
  return write((supabase) => supabase.rpc("delete_member", { member, erases_texts }), readRefusal);
}

export function restoreMember(member: string): Promise<Outcome<unknown>> {
  return write((supabase) => supabase.rpc("restore_member", { member }), readRefusal);
}

/** Begins the deletion of an account that waits for it at once, for good. */
export function eraseMember(member: string): Promise<Outcome<unknown>> {
  return write((supabase) => supabase.rpc("delete_member_now", { member }), readRefusal);
}

/** Emails go to the member's address again, although some came back. */
export function resetBounces(member: string): Promise<Outcome<unknown>> {
  return write((supabase) => supabase.rpc("reset_bounces", { member }), readRefusal);
}

export function removeMembersFactor(userId: string, id: string): Promise<Outcome<unknown>> {
  return administer((admin) => admin.mfa.deleteFactor({ userId, id }));
}

/** Settings of a new invitation, set by an administrator. */
export interface InvitationDraft {
  note: string;
  language: Lang;
  makes_administrator: boolean;
  role_id: string | null;
  group_id: string | null;
  max_uses: number | null;
  /** An email address or a phone number that the site sends it to. */
  address?: string;
}

export function makeInvitation(draft: InvitationDraft): Promise<Outcome<{ id: string; token: string }>> {
  return write((supabase) => supabase.from("invitations").insert(draft).select("id, token").single());
}

/** One of a list of people to invite. */
export interface Invited {
  address: string;
  note: string;
  language: Lang;
}

/** A row that is wrong, or passed over. `number` counts from 1. */
export interface ListFinding {
  number: number;
  finding: string;
}

/** Checks a list of people to invite, or sends it: all of it, or nothing while a row is wrong. */
export function inviteList(
  people: readonly Invited[],
  given: { role_id: string | null; group_id: string | null },
  isCheck: boolean,
): Promise<Outcome<ListFinding[]>> {
  const args = { people: asJson([...people]), ...given, is_check: isCheck };
  return write((supabase) => supabase.rpc("invite_list", args));
}

/** Makes an invitation invalid, or valid again. */
export function setRevoked(id: string, isRevoked: boolean): Promise<Outcome<unknown>> {
  const revoked_at = isRevoked ? new Date().toISOString() : null;
  return write((supabase) => supabase.from("invitations").update({ revoked_at }).eq("id", id).select("id").single());
}

/** All data of a member, for staff with the right to export it. It is logged. */
export function fetchMemberData(member: string): Promise<Outcome<unknown>> {
  return write((supabase) => supabase.rpc("member_data", { member }));
}

const QUARTER_HOUR = 15 * 60 * 1000;

const readPerspectiveRefusal = refusalReader({
  is_administrator: "admin.perspective.error.is_administrator",
  account_blocked: "admin.perspective.error.account_blocked",
  sees_closed_areas: "admin.perspective.error.sees_closed_areas",
  perspectives_reason: "admin.perspective.reasonHint",
  too_fast: "error.detail.too_fast",
});

/** Lets the administrator see the site as a member does, below the returned path. */
export async function startPerspective(
  member: string,
  reason: string,
  language: Lang,
): Promise<Outcome<{ path: string }>> {
  const { auth } = await getSupabase();
  const { data } = await auth.getSession();
  // Its pages have no scripts, so none of them renews the administrator's own session.
  if ((data.session?.expires_at ?? 0) * 1000 < Date.now() + QUARTER_HOUR) await auth.refreshSession();
  return askSite("/as", "POST", { member, reason, language }, readPerspectiveRefusal);
}
