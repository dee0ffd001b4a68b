import { useState } from "react";
import { CheckField, SelectField } from "../../../components/fields/Field";
import type { AdminForum, AdminForumsPayload } from "../../../generated/payloads";
import { setAreaAccess } from "../../../lib/api/rights/areas";
import { MEMBERS } from "../../../lib/audiences";
import { useLang } from "../../../lib/context";
import { useFormDraft } from "../../../lib/forms/useFormDraft";
import { HTML_LANG } from "../../../lib/i18n";
import { useAction, useRefresh } from "../../../lib/requests/useAction";
import { useUndo } from "../../../lib/requests/useUndo";
import { useTranslation } from "../../../lib/texts";
import parts from "../parts/parts.module.css";
import { SaveForm } from "../parts/SaveForm";
import { type Access, EVERYONE, listVerbs, readAccess, toAccess, type Verb, withRight } from "./access";
import { findForumText } from "./forumName";

interface Props {
  forum: AdminForum;
  /** All forums and groups, to choose from. */
  data: AdminForumsPayload;
  onDone: () => void;
}

/** Permissions in a forum: its place, its group, and the rights of each audience. */
export function AccessForm({ forum, data, onDone }: Props) {
  const { t } = useTranslation();
  const lang = useLang();
  const refresh = useRefresh();
  const offerUndo = useUndo();
  const action = useAction(setAreaAccess);
  const [before] = useState(() => toAccess(forum.id, readAccess(forum)));
  const [access, setAccess] = useState<Access>(() => readAccess(forum));
  const draft = useFormDraft(`access:${forum.id}`, access, setAccess);
  const change = (changes: Partial<Access>) => setAccess({ ...access, ...changes });
  const hasBelow = data.forums.some((one) => one.parentId === forum.id);
  const above = data.forums.filter((one) => one.id !== forum.id && one.parentId === null);
  const save = async () => {
    const outcome = await action.run(toAccess(forum.id, access));
    if (!outcome || outcome.failure) return;
    draft.settle(access);
    offerUndo(t("admin.access.saved"), () => setAreaAccess(before));
    await refresh();
    onDone();
  };
  return (
    <SaveForm action={action} onSave={save} onCancel={onDone} draft={draft}>
      {!hasBelow && (
        <SelectField
          label={t("admin.access.above")}
          value={access.above ?? ""}
          options={[
            { value: "", label: t("admin.access.top") },
            ...above.map((one) => ({ value: one.id, label: findForumText(one, lang)?.name ?? one.slug })),
          ]}
          onChange={(event) => change({ above: event.target.value || null })}
        />
      )}
      <CheckField
        label={t("admin.access.limited")}
        hint={t(access.above ? "admin.access.limitedBelow" : "admin.access.limitedHint")}
        checked={access.isLimited}
        onChange={(event) => change({ isLimited: event.target.checked })}
      />
      {access.isLimited && <Limits access={access} data={data} onChange={change} />}
    </SaveForm>
  );
}

interface LimitsProps {
  access: Access;
  data: AdminForumsPayload;
  onChange: (changes: Partial<Access>) => void;
}

function Limits({ access, data, onChange }: LimitsProps) {
  const { t } = useTranslation();
  return (
    <>
      <SelectField
        label={t("admin.access.owner")}
        value={access.owner ?? ""}
        options={[
          { value: "", label: t("admin.access.noOwner") },
          ...data.groups.map((group) => ({ value: group.id, label: group.name })),
        ]}
        onChange={(event) => onChange({ owner: event.target.value || null })}
      />
      <Audience id={EVERYONE} name={t("admin.access.everyone")} access={access} onChange={onChange} />
      <Audience id={MEMBERS} name={t("admin.access.members")} access={access} onChange={onChange} />
      {data.groups.map(({ id, name, lang }) => (
        <Audience key={id} id={id} name={name} lang={HTML_LANG[lang]} access={access} onChange={onChange} />
      ))}
      <CheckField
        label={t("admin.access.confidential")}
        hint={t("admin.access.confidentialHint")}
        checked={access.isConfidential}
        onChange={(event) => onChange({ isConfidential: event.target.checked })}
      />
    </>
  );
}

interface AudienceProps extends Pick<LimitsProps, "access" | "onChange"> {
  id: string;
  name: string;
  lang?: string;
}

/** Permissions of one audience. */
function Audience({ id, name, lang, access, onChange }: AudienceProps) {
  const { t } = useTranslation();
  const toggle = (verb: Verb) => (event: React.ChangeEvent<HTMLInputElement>) =>
    onChange({ rights: withRight(access.rights, id, verb, event.target.checked) });
  return (
    <fieldset className={parts.checks}>
      <legend lang={lang}>{name}</legend>
      <div className="cluster">
        {listVerbs(id).map((verb) => (
          <CheckField
            key={verb}
            label={t(`admin.access.${verb}`)}
            checked={access.rights[id]?.includes(verb) ?? false}
            onChange={toggle(verb)}
          />
        ))}
      </div>
    </fieldset>
  );
}
