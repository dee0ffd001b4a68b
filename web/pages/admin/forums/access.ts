/** The rights in a forum as an administrator edits them. */
import type { AdminForum } from "../../../generated/payloads";
import type { AreaAccess } from "../../../lib/api/rights/areas";
import { MEMBERS } from "../../../lib/audiences";

export const VERBS = ["see", "reply", "create", "moderate"] as const;
export type Verb = (typeof VERBS)[number];
/** Visitors included. */
export const EVERYONE = "everyone";

/** By audience: EVERYONE, MEMBERS or a group's id. */
type Rights = Readonly<Record<string, readonly Verb[]>>;

export interface Access {
  isLimited: boolean;
  isConfidential: boolean;
  above: string | null;
  owner: string | null;
  rights: Rights;
}

export function readAccess(forum: AdminForum): Access {
  return {
    isLimited: forum.isRestricted,
    isConfidential: forum.isConfidential,
    above: forum.parentId,
    owner: forum.groupId,
    rights: Object.fromEntries(forum.rights.map(({ groupId, rights }) => [groupId ?? EVERYONE, rights])),
  };
}

/** Visitors only see, and moderators are chosen: the group of all members never moderates. */
export function listVerbs(audience: string): readonly Verb[] {
  if (audience === EVERYONE) return ["see"];
  return audience === MEMBERS ? VERBS.filter((verb) => verb !== "moderate") : VERBS;
}

/** Every other right needs the right to see, and goes with it. */
export function withRight(rights: Rights, audience: string, verb: Verb, isGiven: boolean): Rights {
  const before = rights[audience] ?? [];
  const chosen = new Set<Verb>(isGiven ? [...before, verb, "see"] : before.filter((one) => one !== verb));
  const after = chosen.has("see") ? VERBS.filter((one) => chosen.has(one)) : [];
  return { ...rights, [audience]: after };
}

/** As it is sent: audiences without a right are left out. */
export function toAccess(forum: string, { isLimited, isConfidential, above, owner, rights }: Access): AreaAccess {
  const given = Object.entries(rights).filter(([, verbs]) => verbs.length > 0);
  return {
    forum,
    above,
    owner: isLimited ? owner : null,
    is_confidential: isLimited && isConfidential,
    rights: isLimited
      ? given.map(([audience, verbs]) => ({ group: audience === EVERYONE ? null : audience, rights: [...verbs] }))
      : null,
  };
}
