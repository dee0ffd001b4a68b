import { SelectField, TextField } from "../../../../components/fields/Field";
import type { HostOption, RoomLine } from "../../../../generated/payloads";
import { useTranslation } from "../../../../lib/texts";
import { FormSection } from "../../parts/FormSections";
import { HostsField } from "./HostsField";
import { NumberInput } from "./NumberFields";
import { RoomsField } from "./RoomsField";
import { ServiceThread } from "./rules/ServiceThread";
import styles from "./ServiceEditor.module.css";
import type { Series, ServiceDraft } from "./serviceDraft";
import type { EditorPart } from "./serviceForm";

interface Props extends EditorPart {
  hosts: readonly HostOption[];
  rooms: readonly RoomLine[];
}

/** Kind of service, its hosts and rooms, its length, and its number of places. */
export function ServicePlaces({ hosts, rooms, ...part }: Props) {
  const { t } = useTranslation();
  const { draft, errors, change } = part;
  return (
    <FormSection id="service-places" title={t("admin.service.terms")}>
      <SelectField
        label={t("admin.service.kind")}
        value={draft.series ? "dates" : draft.kind}
        onChange={(event) => change(kindOf(event.target.value, draft.series))}
        options={[
          { value: "appointment", label: t("admin.service.kind.appointment") },
          { value: "session", label: t("admin.service.kind.session") },
          { value: "dates", label: t("admin.service.kind.dates") },
        ]}
      />
      <HostsField {...part} hosts={hosts} />
      <RoomsField {...part} rooms={rooms} />
      <div className={styles.fields}>
        <NumberInput {...part} field="durationMinutes" step={5} />
        {draft.kind === "session" && <NumberInput {...part} field="capacity" />}
      </div>
      <TextField
        type="url"
        label={t("book.view.fact.online")}
        hint={t("admin.service.urlHint")}
        value={draft.onlineUrl}
        error={errors.onlineUrl && t(errors.onlineUrl)}
        onChange={(event) => change({ onlineUrl: event.target.value })}
      />
      <ServiceThread {...part} />
    </FormSection>
  );
}

function kindOf(value: string, series: Series | null): Partial<ServiceDraft> {
  if (value === "dates") return { kind: "session", series: series ?? "either" };
  return { kind: value === "session" ? "session" : "appointment", series: null };
}
