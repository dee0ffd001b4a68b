/** Which roles there are, what they are called, and what each can be given for. */
import type { Role, RoleScope } from "../../../generated/payloads";
import { useTranslation } from "../../../lib/texts";

type Kind = RoleScope["kind"];

/** Limits of presets: a group has articles and members, but no messages. */
const PLACES: Readonly<Record<string, readonly Kind[]>> = {
  leader: ["group"],
  host: ["site", "service"],
  receptionist: ["site", "service"],
  moderator: ["site", "group", "forum"],
  data_officer: ["site"],
};
const ANYWHERE: readonly Kind[] = ["site", "group"];

/** Where a role can be held. */
export function listPlaces(role: Pick<Role, "preset"> | undefined): readonly Kind[] {
  return (role?.preset && PLACES[role.preset]) || ANYWHERE;
}

/** Groups, forums and services for which a role can be given. */
export function listScopes<T extends { kind: Kind }>(
  role: Pick<Role, "preset"> | undefined,
  scopes: readonly T[],
): T[] {
  const places = listPlaces(role);
  return scopes.filter((scope) => places.includes(scope.kind));
}

/** A preset has a name in every language, a role of the site the one that it was given. */
export function useRoleName(): (role: Pick<Role, "preset" | "name">) => string {
  const { t } = useTranslation();
  return (role) => (role.preset ? t(`admin.roles.preset.${role.preset}`) : role.name);
}
