import { useState } from "react";
import { Button } from "../../../../components/Button";
import { FailureNotice } from "../../../../components/feedback/FailureNotice";
import { SelectField, TextField } from "../../../../components/fields/Field";
import type { HostOption } from "../../../../generated/payloads";
import { type FoundMember, findMembers } from "../../../../lib/api/services";
import { useLang } from "../../../../lib/context";
import { compareNames } from "../../../../lib/format/compareNames";
import { isComposing } from "../../../../lib/forms/composing";
import { useAction } from "../../../../lib/requests/useAction";
import { useTranslation } from "../../../../lib/texts";
import styles from "./ServiceEditor.module.css";
import type { EditorPart } from "./serviceForm";

interface Props extends EditorPart {
  hosts: readonly HostOption[];
}

/** The host: one of the current hosts and administrators, or any member, searched by name. */
export function HostField({ draft, change, hosts }: Props) {
  const { t } = useTranslation();
  const lang = useLang();
  const [added, setAdded] = useState<readonly HostOption[]>([]);
  const [name, setName] = useState("");
  const [found, setFound] = useState<readonly FoundMember[] | null>(null);
  const { run, isRunning, failure } = useAction(findMembers);
  const options = [...hosts, ...added.filter((one) => hosts.every((host) => host.id !== one.id))].sort((one, other) =>
    compareNames(lang, one.name, other.name),
  );

  const handleFind = async () => {
    const outcome = name.trim() ? await run(name.trim()) : null;
    if (outcome?.failure === null) setFound(outcome.value ?? []);
  };
  const handleChoose = (member: FoundMember) => {
    setAdded([...added, { id: member.id, name: member.display_name }]);
    change({ hostId: member.id });
    setFound(null);
    setName("");
  };

  return (
    <>
      <SelectField
        label={t("admin.service.host")}
        required={false}
        value={draft.hostId}
        onChange={(event) => change({ hostId: event.target.value })}
        options={[
          { value: "", label: t("admin.service.nobody") },
          ...options.map((host) => ({ value: host.id, label: host.name })),
        ]}
      />
      <details>
        <summary className="small">{t("admin.service.otherHost")}</summary>
        <div className={styles.part}>
          <TextField
            type="search"
            label={t("admin.service.findMember")}
            value={name}
            onChange={(event) => setName(event.target.value)}
            onKeyDown={(event) => {
              if (event.key !== "Enter") return;
              event.preventDefault();
              if (!isComposing(event.nativeEvent)) handleFind();
            }}
          />
          <Button isBusy={isRunning} onClick={handleFind}>
            {t("nav.search")}
          </Button>
          <FailureNotice failure={failure} onRetry={handleFind} />
          <div className={styles.found} role="status">
            {found?.length === 0 && <p>{t("admin.service.noMember")}</p>}
            {found?.map((member) => (
              <Button key={member.id} onClick={() => handleChoose(member)}>
                {member.display_name}
              </Button>
            ))}
          </div>
        </div>
      </details>
    </>
  );
}
