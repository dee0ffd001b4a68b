import { useState } from "react";
import { Button } from "../../../components/Button";
import { Dialog } from "../../../components/dialogs/Dialog";
import { FailureNotice } from "../../../components/feedback/FailureNotice";
import { SelectField } from "../../../components/fields/Field";
import { openTranslation } from "../../../lib/api/community/translations";
import type { Thing } from "../../../lib/api/forum";
import { useLang } from "../../../lib/context";
import { OWN_NAME } from "../../../lib/i18n";
import type { Lang } from "../../../lib/page";
import { useFetched } from "../../../lib/requests/useFetched";
import { useTranslation } from "../../../lib/texts";
import { useLanguages } from "../../../lib/useLanguages";
import { AskForTranslation } from "./AskForTranslation";
import { TranslationForm } from "./TranslationForm";
import styles from "./translate.module.css";

interface Props {
  thing: Thing;
  /** Of the original. */
  language: Lang;
  /** The language to begin with. */
  wanted?: Lang;
  /** Mentions in the editor offer its members first. */
  topic: string;
  onClose: () => void;
}

/** Reads, writes or asks for the translation of a text. Rendered only while it is open. */
export function TranslationDialog({ thing, language, wanted: first, topic, onClose }: Props) {
  const { t } = useTranslation();
  const lang = useLang();
  const others = useLanguages(language).filter((one) => one !== language);
  const [wanted, setWanted] = useState<Lang | undefined>(first ?? (lang === language ? others[0] : lang));
  return (
    <Dialog
      isOpen
      isWide
      title={t("translation.title")}
      foot={<Button onClick={onClose}>{t("common.close")}</Button>}
      onClose={onClose}
    >
      <SelectField
        label={t("translation.into")}
        value={wanted}
        options={others.map((one) => ({ value: one, label: OWN_NAME[one] }))}
        onChange={(event) => setWanted(others.find((one) => one === event.target.value))}
      />
      {wanted && <Translation key={wanted} thing={thing} wanted={wanted} topic={topic} onDone={onClose} />}
    </Dialog>
  );
}

interface TranslationProps {
  thing: Thing;
  wanted: Lang;
  topic: string;
  onDone: () => void;
}

function Translation({ thing, wanted, topic, onDone }: TranslationProps) {
  const { t } = useTranslation();
  const [load] = useState(() => () => openTranslation(wanted, thing));
  const { value: opened, failure, isLoading, fetch } = useFetched(load);
  if (failure) return <FailureNotice failure={failure} onRetry={fetch} />;
  if (isLoading || !opened) return <p className={`soft ${styles.wait}`}>{t("common.loading")}</p>;
  const Part = opened.mayWrite ? TranslationForm : AskForTranslation;
  return <Part thing={thing} wanted={wanted} topic={topic} opened={opened} onChange={fetch} onDone={onDone} />;
}
