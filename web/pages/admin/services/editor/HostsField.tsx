import { useState } from "react";
import { Button } from "../../../../components/Button";
import { FailureNotice } from "../../../../components/feedback/FailureNotice";
import { SelectField, TextField } from "../../../../components/fields/Field";
import type { HostOption } from "../../../../generated/payloads";
import { type FoundMember, findMembers } from "../../../../lib/api/booking/services";
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

/** The people of the service in their order: present hosts and administrators, or any member, searched by name. */
export function HostsField({ draft, change, hosts }: Props) {
  const { t } = useTranslation();
  const lang = useLang();
  const [name, setName] = useState("");
  const [found, setFound] = useState<readonly FoundMember[] | null>(null);
  const { run, isRunning, failure } = useAction(findMembers);
  const isChosen = (id: string) => draft.hosts.some((host) => host.id === id);
  const options = hosts
    .filter(({ id }) => !isChosen(id))
    .sort((one, other) => compareNames(lang, one.name, other.name));
  const add = (host: HostOption | undefined) => {
    if (host && !isChosen(host.id)) change({ hosts: [...draft.hosts, host] });
  };

  const handleFind = async () => {
    const outcome = name.trim() ? await run(name.trim()) : null;
    if (outcome?.failure === null) setFound(outcome.value ?? []);
  };
  const handleChoose = (member: FoundMember) => {
    add({ id: member.id, name: member.display_name });
    setFound(null);
    setName("");
  };

  return (
    <>
      {draft.hosts.length > 0 && (
        <ul className={styles.rows} aria-label={t("admin.service.hosts")}>
          {draft.hosts.map((host) => (
            <li key={host.id} className={styles.row}>
              <span className={styles.rowHead}>
                <bdi>{host.name}</bdi>
                <Button
                  look="quiet"
                  aria-label={t("admin.service.removeHost", { name: host.name })}
                  onClick={() => change({ hosts: draft.hosts.filter((one) => one !== host) })}
                >
                  {t("admin.service.remove")}
                </Button>
              </span>
            </li>
          ))}
        </ul>
      )}
      <SelectField
        label={t("admin.service.host")}
        hint={t("admin.service.hostsHint")}
        required={false}
        value=""
        onChange={(event) => add(options.find((host) => host.id === event.target.value))}
        options={[
          { value: "", label: t(draft.hosts.length > 0 ? "admin.service.addHost" : "admin.service.nobody") },
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
