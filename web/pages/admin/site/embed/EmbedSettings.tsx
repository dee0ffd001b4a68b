import { useState } from "react";
import { Button } from "../../../../components/Button";
import { SelectField, TextArea } from "../../../../components/fields/Field";
import type { AdminSitePayload } from "../../../../generated/payloads";
import { useLang, useSite } from "../../../../lib/context";
import { useHydrated } from "../../../../lib/format/useTimeZone";
import { OWN_NAME } from "../../../../lib/i18n";
import { LANGS, type Lang } from "../../../../lib/page";
import { useTranslation } from "../../../../lib/texts";
import { showToast } from "../../../../lib/toasts";
import { FormSection } from "../../parts/FormSections";
import { SaveForm } from "../../parts/SaveForm";
import styles from "../Site.module.css";
import { useSettingsForm } from "../useSettingsForm";
import { hostsOf, isHost } from "./embedHosts";

interface Props {
  data: AdminSitePayload;
}

/** Which websites may show frames of this one, and the HTML of a frame, to copy, with the frame itself. */
export function EmbedSettings({ data }: Props) {
  const { t } = useTranslation();
  const [text, setText] = useState(data.embedHosts.join("\n"));
  const hosts = hostsOf(text);
  const wrong = hosts.find((host) => !isHost(host));
  const { saving, save } = useSettingsForm({ embed_hosts: hosts }, () => setText(hosts.join("\n")));
  const handleSave = () => {
    if (!wrong) save();
  };
  return (
    <>
      <SaveForm action={saving} onSave={handleSave} label={t("admin.embed.save")}>
        <FormSection id="site-embed" title={t("admin.embed.title")}>
          <TextArea
            label={t("admin.embed.hosts")}
            hint={t("admin.embed.hostsHint")}
            rows={3}
            autoCapitalize="none"
            spellCheck={false}
            value={text}
            error={wrong && t("admin.embed.wrong", { host: wrong })}
            onChange={(event) => setText(event.target.value)}
          />
        </FormSection>
      </SaveForm>
      <Snippet services={data.services} />
    </>
  );
}

function Snippet({ services }: Pick<AdminSitePayload, "services">) {
  const { t } = useTranslation();
  const site = useSite();
  const own = useLang();
  const [lang, setLang] = useState<Lang>(own);
  const [part, setPart] = useState("book");
  const isHydrated = useHydrated();
  const path = `/embed/${lang}/${part}`;
  const origin = isHydrated ? location.origin : "";
  const title = t(part === "posts" ? "embed.posts" : "embed.book");
  const html = `<iframe src="${origin}${path}" title="${title}" width="100%" height="420" loading="lazy" style="border:0"></iframe>`;
  const handleCopy = async () => {
    // Only on https and localhost may a page write to the clipboard; elsewhere the field is there to copy from.
    const isCopied = await navigator.clipboard?.writeText(html).then(
      () => true,
      () => false,
    );
    showToast(t(isCopied ? "admin.embed.copied" : "admin.embed.copyByHand"));
  };
  return (
    <div className={styles.embed}>
      <h3>{t("admin.embed.frame")}</h3>
      <div className={styles.embedChoice}>
        <SelectField
          label={t("admin.embed.part")}
          value={part}
          onChange={(event) => setPart(event.target.value)}
          options={[
            { value: "book", label: t("admin.embed.part.book") },
            ...services.map(({ slug, name }) => ({
              value: `book/${slug}`,
              label: t("admin.embed.part.service", { name }),
            })),
            { value: "posts", label: t("embed.posts") },
          ]}
        />
        <SelectField
          label={t("admin.embed.language")}
          value={lang}
          onChange={(event) => setLang(LANGS.find((each) => each === event.target.value) ?? own)}
          options={site.languages.map((each) => ({ value: each, label: OWN_NAME[each] }))}
        />
      </div>
      <TextArea
        required
        label={t("admin.embed.html")}
        rows={3}
        readOnly
        value={html}
        onFocus={(event) => event.target.select()}
      />
      <Button onClick={handleCopy}>{t("admin.embed.copy")}</Button>
      {isHydrated && <iframe key={path} className={styles.embedFrame} src={path} title={t("admin.embed.preview")} />}
    </div>
  );
}
