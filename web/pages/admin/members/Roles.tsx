import { useState } from "react";
import { Link } from "react-router";
import { Button } from "../../../components/Button";
import { FailureNotice } from "../../../components/feedback/FailureNotice";
import { SelectField } from "../../../components/fields/Field";
import { pathTo } from "../../../generated/paths";
import type { MemberPayload, MemberRoles, RoleGrant } from "../../../generated/payloads";
import { giveRole, takeRole } from "../../../lib/api/rights/roles";
import { useLang } from "../../../lib/context";
import { colon } from "../../../lib/format/format";
import { HTML_LANG } from "../../../lib/i18n";
import { useAction, useRefresh } from "../../../lib/requests/useAction";
import { useQuickAction } from "../../../lib/requests/useQuickAction";
import { useUndo } from "../../../lib/requests/useUndo";
import { useTranslation } from "../../../lib/texts";
import parts from "../parts/parts.module.css";
import styles from "./members.module.css";
import { listPlaces, listScopes, useRoleName } from "./roleChoices";

interface Props {
  member: MemberPayload;
  roles: MemberRoles;
}

/** The roles of a member, each for the whole site or for one part of it. */
export function Roles({ member, roles }: Props) {
  const { t } = useTranslation();
  const lang = useLang();
  return (
    <section className={parts.sheet} aria-labelledby="member-roles">
      <h2 id="member-roles">{t("admin.roles.title")}</h2>
      {roles.grants.length === 0 ? (
        <p className="soft">{t("admin.roles.none")}</p>
      ) : (
        <ul className="rows">
          {roles.grants.map((grant) => (
            <Grant key={grant.id} member={member} grant={grant} roles={roles} />
          ))}
        </ul>
      )}
      <GiveRole member={member} roles={roles} />
      <Link to={pathTo.adminLog({ lang }, { member: member.id })}>{t("admin.roles.log")}</Link>
    </section>
  );
}

interface GrantProps extends Props {
  grant: RoleGrant;
}

function Grant({ member, grant, roles }: GrantProps) {
  const { t } = useTranslation();
  const lang = useLang();
  const { run, isRunning } = useQuickAction();
  const nameRole = useRoleName();
  const role = roles.roles.find((one) => one.id === grant.roleId);
  const name = role ? nameRole(role) : "";
  const scope = roles.scopes.find((one) => one.id === grant.scopeId);
  const take = () =>
    run(
      () => takeRole(grant.id),
      t("admin.roles.taken"),
      () => giveRole(member.id, grant.roleId, grant.scope, grant.scopeId),
    );
  return (
    <li className={styles.grant}>
      <p className={styles.what}>
        <strong>{name}</strong>
        <span className="soft small">
          {t(`admin.roles.${grant.scope}`)}
          {scope && (
            <>
              {colon(lang)}
              <bdi lang={HTML_LANG[scope.lang]}>{scope.name}</bdi>
            </>
          )}
        </span>
      </p>
      <Button
        size="small"
        look="quiet"
        isBusy={isRunning}
        aria-label={t("admin.roles.takeOf", { name: scope ? `${name}, ${scope.name}` : name })}
        onClick={take}
      >
        {t("admin.roles.take")}
      </Button>
    </li>
  );
}

/** Chooses a role, and where it holds. */
function GiveRole({ member, roles }: Props) {
  const { t } = useTranslation();
  const refresh = useRefresh();
  const offerUndo = useUndo();
  const nameRole = useRoleName();
  const lang = useLang();
  const { run, isRunning, failure } = useAction(giveRole);
  const [chosen, setChosen] = useState({ role: roles.roles[0]?.id ?? "", scope: "" });
  const role = roles.roles.find((one) => one.id === chosen.role);
  const scopes = [
    ...(listPlaces(role).includes("site") ? [{ value: "", label: t("admin.roles.site") }] : []),
    ...listScopes(role, roles.scopes).map((one) => ({
      value: one.id,
      label: `${t(`admin.roles.${one.kind}`)}${colon(lang)}${one.name}`,
    })),
  ];
  const scope = scopes.some((one) => one.value === chosen.scope) ? chosen.scope : (scopes[0]?.value ?? null);
  const handleGive = async () => {
    const kind = roles.scopes.find((one) => one.id === scope)?.kind ?? "site";
    const outcome = await run(member.id, chosen.role, kind, scope || null);
    if (!outcome || outcome.failure) return;
    offerUndo(t("admin.roles.given"), () => takeRole(outcome.value));
    await refresh();
  };
  return (
    <form
      className={parts.form}
      onSubmit={(event) => {
        event.preventDefault();
        void handleGive();
      }}
    >
      <div className={parts.fields}>
        <SelectField
          label={t("admin.roles.role")}
          hint={role?.preset ? t(`admin.roles.about.${role.preset}`) : undefined}
          value={chosen.role}
          options={roles.roles.map((one) => ({ value: one.id, label: nameRole(one) }))}
          onChange={(event) => setChosen({ ...chosen, role: event.target.value })}
        />
        {scope !== null && (
          <SelectField
            label={t("admin.roles.where")}
            value={scope}
            options={scopes}
            onChange={(event) => setChosen({ ...chosen, scope: event.target.value })}
          />
        )}
      </div>
      {scope === null && <p className="soft">{t("admin.roles.noGroup")}</p>}
      <FailureNotice failure={failure} />
      <div>
        <Button type="submit" isBusy={isRunning} disabled={scope === null}>
          {t("admin.roles.give")}
        </Button>
      </div>
    </form>
  );
}
