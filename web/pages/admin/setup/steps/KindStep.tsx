import { useState } from "react";
import type { KindContent, SetupPayload } from "../../../../generated/payloads";
import { useLang } from "../../../../lib/context";
import { formatList } from "../../../../lib/format/format";
import { useTranslation } from "../../../../lib/texts";
import { AreaIcon } from "../../frame/AreaIcon";
import styles from "../Setup.module.css";
import { StepForm } from "../StepForm";
import { useStep } from "../useStep";
import type { StepProps } from "./step";

type Kind = NonNullable<SetupPayload["kind"]>;

const KINDS: readonly Kind[] = ["clinic", "association", "school", "club", "centre"];

/** Kind of place. The chosen kind shows its drafts before it is saved. */
export function KindStep({ data }: StepProps) {
  const { t } = useTranslation();
  const control = useStep(data, "kind");
  const [kind, setKind] = useState<Kind | null>(data.kind);
  const [isTried, setTried] = useState(false);
  const content = kind ? data.kinds[kind] : undefined;
  const handleSave = () => {
    setTried(true);
    if (kind && content) control.save({ kind, ...content });
  };
  return (
    <StepForm
      title={t("admin.setup.kind.title")}
      lead={t("admin.setup.kind.lead")}
      control={control}
      mistake={isTried && !kind ? t("admin.setup.kind.missing") : null}
      onSave={handleSave}
    >
      <fieldset className={styles.choices} aria-label={t("admin.setup.kind.title")}>
        {KINDS.map((one) => (
          <label key={one} className={styles.choice}>
            <input type="radio" name="kind" value={one} checked={kind === one} onChange={() => setKind(one)} />
            <span className={styles.choiceText}>
              <b>{t(`admin.setup.kind.${one}`)}</b>
              <span className="soft small">{t(`admin.setup.kind.${one}.about`)}</span>
            </span>
          </label>
        ))}
      </fieldset>
      {content && <Brought content={content} />}
    </StepForm>
  );
}

function Brought({ content }: { content: KindContent }) {
  const { t } = useTranslation();
  const lang = useLang();
  const nameOf = (texts: readonly { language: string; name: string }[]) =>
    texts.find((text) => text.language === lang)?.name ?? texts[0]?.name ?? "";
  const rows = [
    {
      icon: "forums",
      label: t("admin.forums.title"),
      names: content.forums.map(({ texts }) => texts[lang]?.name ?? texts.en?.name ?? ""),
    },
    { icon: "services", label: t("admin.services.short"), names: content.services.map(({ texts }) => nameOf(texts)) },
    {
      icon: "articles",
      label: t("admin.setup.pages"),
      names: content.pages.map((page) => t(`admin.setup.page.${page}`)),
    },
  ] as const;
  return (
    <div className={styles.brought} role="status">
      <p>{t("admin.setup.kind.brings")}</p>
      <ul>
        {rows.map(({ icon, label, names }) => (
          <li key={icon}>
            <AreaIcon name={icon} />
            <span>
              <b>{label}</b>
              <br />
              {formatList(lang, names)}
            </span>
          </li>
        ))}
      </ul>
      <p className="soft small">{t("admin.setup.kind.hidden")}</p>
    </div>
  );
}
