import { SelectField } from "../../../../components/fields/Field";
import type { Role, RoleScope } from "../../../../generated/payloads";
import type { Form } from "../../../../lib/forms/useForm";
import { useTranslation } from "../../../../lib/texts";
import { listPlaces, useRoleName } from "../roleChoices";

export interface Choices {
  roles: readonly Role[];
  groups: readonly RoleScope[];
}

/** Role given by an invitation: none, administrator, or a role by its id. */
export interface JoinsAsValues {
  role: string;
  group: string;
  [field: string]: string;
}

export const PLAIN = { role: "member", group: "" };

interface Props<V extends JoinsAsValues> extends Choices {
  form: Form<V>;
  hasAdministrator?: boolean;
}

/** The role and the group of a new member. A role that is for the whole site alone has no group. */
export function JoinsAs<V extends JoinsAsValues>({ form, roles, groups, hasAdministrator }: Props<V>) {
  const { t } = useTranslation();
  const nameRole = useRoleName();
  const chosen = roles.find((one) => one.id === form.values.role);
  const options = [
    { value: "member", label: t("admin.invitations.role.member") },
    ...roles.map((one) => ({ value: one.id, label: nameRole(one) })),
    ...(hasAdministrator ? [{ value: "administrator", label: t("admin.invitations.role.administrator") }] : []),
  ];
  const about = chosen?.preset ? t(`admin.roles.about.${chosen.preset}`) : "";
  return (
    <>
      <SelectField
        {...form.control("role")}
        label={t("admin.invitations.role")}
        hint={chosen ? [about, t("admin.invitations.once")].filter(Boolean).join(" ") : undefined}
        options={options}
      />
      {groups.length > 0 && hasGroup(form.values.role, roles) && (
        <SelectField
          {...form.control("group")}
          label={t("admin.roles.group")}
          hint={chosen && t("admin.invitations.groupHint")}
          required={false}
          options={[
            { value: "", label: t("admin.invitations.noGroup") },
            ...groups.map((one) => ({ value: one.id, label: one.name, lang: one.lang })),
          ]}
        />
      )}
    </>
  );
}

function hasGroup(value: string, roles: readonly Role[]): boolean {
  const role = roles.find((one) => one.id === value);
  return value === "member" || (role !== undefined && listPlaces(role).includes("group"));
}

/** The errors of both fields: a role that is for groups alone needs one. */
export function checkJoinsAs({ role, group }: JoinsAsValues, { roles }: Choices) {
  const chosen = roles.find((one) => one.id === role);
  const isMissing = chosen && !listPlaces(chosen).includes("site") && !group;
  return { role: isMissing ? "admin.invitations.groupMissing" : null };
}

/** The columns of an invitation. */
export function givenBy({ role, group }: JoinsAsValues, { roles }: Choices) {
  return {
    makes_administrator: role === "administrator",
    role_id: roles.some((one) => one.id === role) ? role : null,
    group_id: hasGroup(role, roles) && group ? group : null,
  };
}
