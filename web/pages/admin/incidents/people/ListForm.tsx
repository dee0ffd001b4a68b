import { useState } from "react";
import { Button } from "../../../../components/Button";
import { FailureNotice } from "../../../../components/feedback/FailureNotice";
import { Notice } from "../../../../components/feedback/Notice";
import { CheckField, SelectField, TextField } from "../../../../components/fields/Field";
import type { AdminIncidentPayload } from "../../../../generated/payloads";
import { findMembers } from "../../../../lib/api/rights/groups";
import { useAction, useRefresh } from "../../../../lib/requests/useAction";
import { useTranslation } from "../../../../lib/texts";
import { showToast } from "../../../../lib/toasts";
import parts from "../../parts/parts.module.css";
import { SaveForm } from "../../parts/SaveForm";
import styles from "../Incidents.module.css";
import { KINDS, listPeople, SCOPES, type Scope, toField, toMoment } from "../incidents";

interface Props {
  data: AdminIncidentPayload;
  onDone: () => void;
}

interface Chosen {
  id: string;
  name: string;
}

/** The data that the incident concerns: which kinds, of whom, and made when. */
export function ListForm({ data, onDone }: Props) {
  const { t } = useTranslation();
  const { values, change, mistakes, save, listing } = useListing(data, onDone);
  const { kinds, scope } = values;
  const toggle = (kind: (typeof KINDS)[number], isOn: boolean) =>
    change({ kinds: KINDS.filter((one) => (one === kind ? isOn : kinds.includes(one))) });
  return (
    <SaveForm
      action={listing}
      onSave={save}
      onCancel={data.incident.listedAt ? onDone : undefined}
      label={t("admin.incident.list")}
      mistake={mistakes?.kinds && t(mistakes.kinds)}
    >
      {data.hidesAreas && <Notice tone="note">{t("admin.incident.hidesAreas")}</Notice>}
      <fieldset className={styles.kinds}>
        <legend>{t("admin.incident.kinds")}</legend>
        {KINDS.map((kind) => (
          <CheckField
            key={kind}
            label={t(`admin.incident.kind.${kind}`)}
            checked={kinds.includes(kind)}
            onChange={({ target }) => toggle(kind, target.checked)}
          />
        ))}
      </fieldset>
      <div className={parts.fields}>
        <SelectField
          label={t("admin.incident.whose")}
          value={scope}
          options={SCOPES.map((value) => ({ value, label: t(`admin.incident.scope.${value}`) }))}
          onChange={({ target }) =>
            change({ scope: SCOPES.find((one) => one === target.value) ?? "everybody", chosen: null })
          }
        />
        {scope !== "everybody" && scope !== "member" && (
          <SelectField
            label={t(`admin.incident.choose.${scope}`)}
            value={values.chosen?.id ?? ""}
            error={mistakes?.chosen && t(mistakes.chosen)}
            options={[
              { value: "", label: t("admin.incident.choose") },
              ...data.places.filter((one) => one.scope === scope).map(({ id, name }) => ({ value: id, label: name })),
            ]}
            onChange={({ target }) => change({ chosen: target.value ? { id: target.value, name: "" } : null })}
          />
        )}
      </div>
      {scope === "member" && (
        <MemberChoice
          chosen={values.chosen}
          mistake={mistakes?.chosen && t(mistakes.chosen)}
          onChoose={(chosen) => change({ chosen })}
        />
      )}
      <div className={parts.fields}>
        {(["from", "until"] as const).map((name) => (
          <TextField
            key={name}
            type="datetime-local"
            label={t(`admin.incident.data.${name}`)}
            hint={t(`admin.incident.dataHint.${name}`)}
            value={values[name]}
            error={name === "until" && mistakes?.period ? t(mistakes.period) : null}
            onChange={(event) => change({ [name]: event.target.value })}
          />
        ))}
      </div>
    </SaveForm>
  );
}

interface MemberChoiceProps {
  chosen: Chosen | null;
  mistake: string | null | undefined;
  onChoose: (chosen: Chosen | null) => void;
}

function MemberChoice({ chosen, mistake, onChoose }: MemberChoiceProps) {
  const { t } = useTranslation();
  const [words, setWords] = useState("");
  const search = useAction(findMembers);
  const [found, setFound] = useState<readonly Chosen[] | null>(null);
  if (chosen) {
    return (
      <p className="cluster">
        <bdi>{chosen.name}</bdi>
        <Button size="small" onClick={() => onChoose(null)}>
          {t("admin.incident.otherMember")}
        </Button>
      </p>
    );
  }
  const handle = async () => {
    if (words.trim() === "") return;
    const outcome = await search.run(words.trim());
    if (outcome && !outcome.failure)
      setFound(outcome.value.map(({ id, display_name }) => ({ id, name: display_name })));
  };
  return (
    <>
      <div className={styles.search}>
        <TextField
          label={t("admin.incident.choose.member")}
          type="search"
          required
          value={words}
          error={mistake}
          onChange={(event) => setWords(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== "Enter" || event.nativeEvent.isComposing) return;
            // Not the form around it.
            event.preventDefault();
            handle();
          }}
        />
        <Button isBusy={search.isRunning} onClick={handle}>
          {t("nav.search")}
        </Button>
      </div>
      <FailureNotice failure={search.failure} onRetry={handle} />
      {found?.length === 0 && <p className="soft">{t("admin.members.empty")}</p>}
      {found && found.length > 0 && (
        <p className="cluster">
          {found.map((member) => (
            <Button key={member.id} size="small" onClick={() => onChoose(member)}>
              <bdi>{member.name}</bdi>
            </Button>
          ))}
        </p>
      )}
    </>
  );
}

function useListing({ incident }: AdminIncidentPayload, onDone: () => void) {
  const { t } = useTranslation();
  const refresh = useRefresh();
  const listing = useAction(listPeople);
  const [wasSent, setSent] = useState(false);
  const [values, setValues] = useState(() => ({
    kinds: (incident.kinds.length ? incident.kinds : ["profile", "email", "phone"]) as (typeof KINDS)[number][],
    scope: (incident.scope ?? "everybody") as Scope,
    chosen: incident.scopeId ? { id: incident.scopeId, name: incident.scopeName ?? "" } : (null as Chosen | null),
    from: toField(incident.dataFrom),
    until: toField(incident.dataUntil),
  }));
  const { kinds, scope, chosen, from, until } = values;
  const mistakes = {
    kinds: kinds.length === 0 ? "admin.incident.error.noKinds" : null,
    chosen: scope !== "everybody" && !chosen ? "error.missing" : null,
    period: from && until && until < from ? "admin.incident.error.period" : null,
  };
  const save = async () => {
    setSent(true);
    if (Object.values(mistakes).some(Boolean)) return;
    const outcome = await listing.run({
      incident: incident.id,
      kinds,
      scope,
      scope_id: chosen?.id ?? null,
      data_from: toMoment(from),
      data_until: toMoment(until),
    });
    if (!outcome || outcome.failure) return;
    showToast(t("admin.incident.said.listed"), { tone: "success" });
    onDone();
    await refresh();
  };
  const change = (changes: Partial<typeof values>) => setValues({ ...values, ...changes });
  return { values, change, mistakes: wasSent ? mistakes : null, save, listing };
}
