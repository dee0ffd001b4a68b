import { useState } from "react";
import { SelectField } from "../../../components/fields/Field";
import { pathTo } from "../../../generated/paths";
import type { OwnMessage, ServiceMessagesPayload } from "../../../generated/payloads";
import { useLang } from "../../../lib/context";
import { useUnsaved } from "../../../lib/forms/unsaved";
import { HTML_LANG, OWN_NAME } from "../../../lib/i18n";
import { isLang, type Lang, type PageProps } from "../../../lib/page";
import { useTranslation } from "../../../lib/texts";
import { useLanguages } from "../../../lib/useLanguages";
import { AdminPage } from "../parts/AdminPage";
import { MessageForm } from "./MessageForm";
import styles from "./messages.module.css";
import { MessagePreview } from "./Preview";
import { areEqual, type Parts, partsOf } from "./parts";

/** Own texts of a service, one message in one language at a time, beside a preview. */
export function ServiceMessages({ data }: PageProps<ServiceMessagesPayload>) {
  const { t } = useTranslation();
  const pageLang = useLang();
  const [lang, setLang] = useState<Lang>(pageLang);
  const [kind, setKind] = useState<OwnMessage["kind"]>(data.kinds[0] ?? "booking_confirmed");
  const languages = useLanguages(lang);
  const { parts, stored, change, forget } = useDrafts(data, kind, lang);
  const ownKinds = new Set(data.own.filter((own) => own.lang === lang).map((own) => own.kind));
  const standard = data.standard.find((text) => text.kind === kind && text.lang === lang);
  const id = { service: data.id, kind, language: lang };
  return (
    <AdminPage
      title={t("admin.texts.title")}
      lead={t("admin.texts.lead", { name: data.name })}
      back={{ to: pathTo.adminService({ lang: pageLang, serviceId: data.id }), label: t("admin.texts.back") }}
    >
      <div className={styles.choice}>
        <SelectField
          label={t("admin.texts.message")}
          value={kind}
          options={data.kinds.map((value) => ({
            value,
            label: ownKinds.has(value)
              ? t("admin.texts.isOwn", { name: t(`admin.texts.kind.${value}`) })
              : t(`admin.texts.kind.${value}`),
          }))}
          onChange={({ target }) => setKind(data.kinds.find((one) => one === target.value) ?? kind)}
        />
        <SelectField
          label={t("admin.texts.language")}
          value={lang}
          options={languages.map((one) => ({ value: one, label: OWN_NAME[one], lang: HTML_LANG[one] }))}
          onChange={({ target: { value } }) => isLang(value) && setLang(value)}
        />
      </div>
      {standard && (
        <div className={styles.columns}>
          <MessageForm
            key={`${kind} ${lang}`}
            id={id}
            parts={parts}
            stored={stored}
            standard={standard}
            placeholders={data.placeholders}
            onChange={change}
            onSaved={forget}
          />
          <MessagePreview id={id} parts={parts} hasSms={data.hasSms} />
        </div>
      )}
    </AdminPage>
  );
}

/** Typed text stays while another message or language is shown. */
function useDrafts(data: ServiceMessagesPayload, kind: OwnMessage["kind"], lang: Lang) {
  const [drafts, setDrafts] = useState<Record<string, Parts>>({});
  const key = `${kind} ${lang}`;
  const find = (wanted: string) => partsOf(data.own.find((own) => `${own.kind} ${own.lang}` === wanted));
  useUnsaved(Object.entries(drafts).some(([each, parts]) => !areEqual(parts, find(each))));
  const own = data.own.find((each) => `${each.kind} ${each.lang}` === key);
  return {
    parts: drafts[key] ?? partsOf(own),
    stored: own ?? null,
    change: (parts: Parts) => setDrafts((now) => ({ ...now, [key]: parts })),
    forget: () => setDrafts((now) => Object.fromEntries(Object.entries(now).filter(([each]) => each !== key))),
  };
}
