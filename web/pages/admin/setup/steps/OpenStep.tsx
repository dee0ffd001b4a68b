import { useState } from "react";
import { CheckField, TextField } from "../../../../components/fields/Field";
import type { SetupItem } from "../../../../generated/payloads";
import { suggestSlug } from "../../../../lib/api/slug";
import { useLang } from "../../../../lib/context";
import { HTML_LANG } from "../../../../lib/i18n";
import { useTranslation } from "../../../../lib/texts";
import styles from "../Setup.module.css";
import { StepForm } from "../StepForm";
import { useStep } from "../useStep";
import { firstService, isUsable, type OwnService, ServiceFields } from "./ServiceFields";
import type { StepProps } from "./step";

/** The first forum: one or more that the kind of place brought, or one of their own. */
export function ForumStep({ data }: StepProps) {
  const { t } = useTranslation();
  const lang = useLang();
  const control = useStep(data, "forum");
  const { hidden, chosen, toggle } = useHidden(data.forums);
  const [name, setName] = useState("");
  const [description, setDescription] = useState("");
  const [isTried, setTried] = useState(false);
  const isEmpty = chosen.length === 0 && name.trim() === "";
  const handleSave = () => {
    setTried(true);
    if (isEmpty) return;
    const texts = { [lang]: { name: name.trim(), description: description.trim() } };
    control.save({ open: chosen, made: name.trim() ? { slug: suggestSlug(name), texts } : null });
  };
  return (
    <StepForm
      title={t("admin.setup.forum.title")}
      lead={t("admin.setup.forum.lead")}
      control={control}
      label={t("admin.setup.open")}
      mistake={isTried && isEmpty ? t("admin.setup.forum.missing") : null}
      onSave={handleSave}
    >
      <Items label={t("admin.setup.forum.ready")} items={hidden} chosen={chosen} onToggle={toggle} />
      <OwnPart label={t("admin.setup.forum.own")} isAlone={hidden.length === 0}>
        <TextField
          label={t("admin.forums.name")}
          maxLength={80}
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
        <TextField
          label={t("admin.forums.description")}
          maxLength={200}
          value={description}
          onChange={(event) => setDescription(event.target.value)}
        />
      </OwnPart>
    </StepForm>
  );
}

/** The first service, likewise. */
export function ServiceStep({ data }: StepProps) {
  const { t } = useTranslation();
  const lang = useLang();
  const control = useStep(data, "service");
  const { hidden, chosen, toggle } = useHidden(data.services);
  const [own, setOwn] = useState<OwnService>(firstService);
  const [isTried, setTried] = useState(false);
  const hasOwn = own.name.trim() !== "";
  const mistake = hasOwn && !isUsable(own) ? "admin.setup.service.hours" : "admin.setup.service.missing";
  const isWrong = hasOwn ? !isUsable(own) : chosen.length === 0;
  const handleSave = () => {
    setTried(true);
    if (isWrong) return;
    const hours = own.weekdays.map((weekday) => ({ weekday, opens: own.opens, closes: own.closes }));
    const made = {
      kind: "appointment",
      duration_minutes: Number(own.minutes),
      capacity: 1,
      hours,
      texts: [{ language: lang, name: own.name.trim(), description: "" }],
    };
    control.save({ open: chosen, made: hasOwn ? made : null });
  };
  return (
    <StepForm
      title={t("admin.setup.service.title")}
      lead={t("admin.setup.service.lead")}
      control={control}
      label={t("admin.setup.open")}
      mistake={isTried && isWrong ? t(mistake) : null}
      onSave={handleSave}
    >
      <Items label={t("admin.setup.service.ready")} items={hidden} chosen={chosen} onToggle={toggle} />
      <OwnPart label={t("admin.setup.service.own")} isAlone={hidden.length === 0}>
        <ServiceFields value={own} onChange={(changes) => setOwn({ ...own, ...changes })} />
      </OwnPart>
    </StepForm>
  );
}

function useHidden(items: readonly SetupItem[]) {
  const hidden = items.filter((item) => item.isHidden);
  const [chosen, setChosen] = useState(() => hidden.map(({ id }) => id));
  const toggle = (id: string, isChosen: boolean) =>
    setChosen(isChosen ? [...chosen, id] : chosen.filter((one) => one !== id));
  return { hidden, chosen, toggle };
}

interface ItemsProps {
  label: string;
  items: readonly SetupItem[];
  chosen: readonly string[];
  onToggle: (id: string, isChosen: boolean) => void;
}

function Items({ label, items, chosen, onToggle }: ItemsProps) {
  if (items.length === 0) return null;
  return (
    <fieldset className={styles.checks}>
      <legend>{label}</legend>
      {items.map((item) => (
        <CheckField
          key={item.id}
          label={item.name}
          lang={HTML_LANG[item.lang]}
          checked={chosen.includes(item.id)}
          onChange={(event) => onToggle(item.id, event.target.checked)}
        />
      ))}
    </fieldset>
  );
}

interface OwnPartProps {
  label: string;
  /** Nothing else is offered: it is open. */
  isAlone: boolean;
  children: React.ReactNode;
}

function OwnPart({ label, isAlone, children }: OwnPartProps) {
  if (isAlone) return <div className={styles.fields}>{children}</div>;
  return (
    <details className={styles.more}>
      <summary>{label}</summary>
      <div className={styles.fields}>{children}</div>
    </details>
  );
}
