/**
 * Texts that only some screens need are files of their own: other pages do not load them. Which bundles a screen needs
 * stands in the route table (balai/site/routes/); a test compares it with the keys that each screen's modules use.
 */
import type { TextBundle } from "../generated/screens";

const BUNDLES: Record<TextBundle, RegExp> = {
  // The contact page and the account screens check names and addresses with the same texts.
  account:
    /^(?!signup\.name(?:Missing|Hidden|Long)$|signin\.email(?:Missing|Invalid)$)(push|notifications\.(?:kind|empty|open|readAll)|signin|signup|forget-password|reset-password|profile|notices|unsubscribe|newsletter|consent|welcome|error\.auth|security)(\.|$)/,
  // And the day at the desk, whose users are staff, too. And the copy of a member's data, which the server alone writes.
  admin: /^(admin|day|embed|export|blog\.(new|edit|history|write))(\.|$)/,
  // Lengths of time also stand in the guide of the administration.
  booking:
    /^(book\.(?!(minutes|hours|days)(_|$)|dates\.(?!count|event)|view\.|feed\.|guest\.|hold\.|request\.|intake\.|answer\.)|error\.detail\.already_booked$)/,
  // Texts of forms about drafts, and texts that only writers and openers of an entry's menu read.
  editor:
    /^(editor|draft|held|marks|penalty|post|translation|upload|topics\.(answer|bookmark|bulk|clean|manage|poll|react)|forum\.(delete|error|outbox|post\.(delete|done|edit|hide|lock|pin|report|unhide|unlock|unpin|withdrawn)|report|session|write(?!\.signInNote$)))(\.|$)/,
  // Comes with the client of the backend (lib/requests/supabase.ts): without a request there is no failure of one, no
  // held place, no code by email in place of a bot check and no act to undo.
  failures: /^(error\.(?!network$|page\.|auth\.)|book\.hold\.|common\.(?:botCheck\.|undone$))/,
  // The rest stands on the profile, too.
  forum:
    /^forum\.(?!replies(_|$)|formerMember$|post\.gone$|(empty|forum\.(?:empty|replies|topic|unread)|history\.(?!title)\w+|live\.posts|newPost|posts|readAll|unread)(?:[._]|$))/,
  home: /^home\.(?!edit$|hours$)/,
  people: /^(people|groups)\./,
  // And the resources. The rest stands in the search field and on the home page.
  search: /^(search\.(?!title$)|resources\.(?!find$|kind\.))/,
  // And the form of a visitor who books without an account, which leads to the ticket.
  ticket: /^book\.(dates\.(?!count|event)|(answer|view|feed|guest|request|intake)\.)/,
  // Lists of posts, and what opens on a press in a thread.
  topics:
    /^(topics\.|forum\.(empty|forum\.(?:empty|replies|topic|unread)|history\.(?!title)\w+|live\.posts|newPost|posts|readAll|unread)(?:[._]|$))/,
};

export const TEXT_BUNDLES = Object.keys(BUNDLES) as TextBundle[];

/** The bundle that holds a text; null for the texts of every page. */
export function bundleOfKey(key: string): TextBundle | null {
  return TEXT_BUNDLES.find((bundle) => BUNDLES[bundle].test(key)) ?? null;
}
