import { useDeferredValue, useState } from "react";
import { EmptyState } from "../../../components/feedback/EmptyState";
import { Notice } from "../../../components/feedback/Notice";
import { Skeleton } from "../../../components/feedback/Skeleton";
import { SelectField, TextField } from "../../../components/fields/Field";
import type { AdminWordingPayload } from "../../../generated/payloads";
import { useLang } from "../../../lib/context";
import { HTML_LANG, OWN_NAME } from "../../../lib/i18n";
import { isLang, type PageProps } from "../../../lib/page";
import { useTranslation } from "../../../lib/texts";
import { useLanguages } from "../../../lib/useLanguages";
import { AdminPage } from "../parts/AdminPage";
import { EntryRow } from "./EntryRow";
import { findEntries, listEntries, MAX_WORDINGS } from "./texts";
import { useOriginals } from "./useOriginals";
import styles from "./Wording.module.css";

const MAX_SHOWN = 40;

/** The interface texts of a language, found by their words; each can be worded differently and set back. */
export function Wording({ data }: PageProps<AdminWordingPayload>) {
  const { t } = useTranslation();
  const [lang, setLang] = useState(useLang());
  const [query, setQuery] = useState("");
  const wanted = useDeferredValue(query);
  const originals = useOriginals(lang);
  const languages = useLanguages(lang);
  const own = data.wordings.filter((wording) => wording.lang === lang);
  const found = originals ? findEntries(listEntries(originals, own), wanted) : null;
  return (
    <AdminPage title={t("admin.wording.title")}>
      <p className="soft">{t("admin.wording.about")}</p>
      <search className={styles.search}>
        <TextField
          label={t("admin.wording.search")}
          hint={t("admin.wording.searchHint")}
          type="search"
          required
          lang={HTML_LANG[lang]}
          value={query}
          onChange={(event) => setQuery(event.target.value)}
        />
        <SelectField
          label={t("admin.wording.language")}
          value={lang}
          options={languages.map((one) => ({ value: one, label: OWN_NAME[one], lang: HTML_LANG[one] }))}
          onChange={({ target: { value } }) => isLang(value) && setLang(value)}
        />
      </search>
      {own.length >= MAX_WORDINGS && <Notice tone="note">{t("admin.wording.full", { count: MAX_WORDINGS })}</Notice>}
      <p className="small soft" role="status">
        {found &&
          (wanted.trim()
            ? t("admin.wording.found", { count: found.length })
            : t("admin.wording.changed", { count: own.length }))}
      </p>
      {!found && <Skeleton lines={8} />}
      {found?.length === 0 && (
        <EmptyState title={t(wanted.trim() ? "admin.wording.nothing" : "admin.wording.none")}>
          {t("admin.wording.noneHint")}
        </EmptyState>
      )}
      <ul className={styles.entries}>
        {found?.slice(0, MAX_SHOWN).map((entry) => (
          <EntryRow key={`${lang} ${entry.key}`} entry={entry} lang={lang} />
        ))}
      </ul>
      {found && found.length > MAX_SHOWN && <p className="soft">{t("admin.wording.more", { count: MAX_SHOWN })}</p>}
    </AdminPage>
  );
}
