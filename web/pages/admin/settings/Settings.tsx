import { useState } from "react";
import { EmptyState } from "../../../components/feedback/EmptyState";
import { TextField } from "../../../components/fields/Field";
import type { AdminSettingsPayload } from "../../../generated/payloads";
import type { PageProps } from "../../../lib/page";
import { useTranslation } from "../../../lib/texts";
import { AdminPage } from "../parts/AdminPage";
import { hasWords } from "./find";
import { SettingItem } from "./SettingItem";
import styles from "./Settings.module.css";

/** Every setting of the site with its effect, its default and its last change; found by words of each language. */
export function Settings({ data }: PageProps<AdminSettingsPayload>) {
  const { t } = useTranslation();
  const [wanted, setWanted] = useState("");
  const found = data.settings.filter(({ name, words }) =>
    hasWords(`${t(`admin.settings.${name}`)} ${t(`admin.settings.${name}.effect`)} ${words}`, wanted),
  );
  return (
    <AdminPage title={t("admin.settings.title")} lead={t("admin.settings.lead")}>
      <div className={styles.find}>
        <TextField
          label={t("admin.settings.find")}
          type="search"
          required
          value={wanted}
          onChange={(event) => setWanted(event.target.value)}
        />
      </div>
      {found.length === 0 && <EmptyState title={t("admin.settings.none", { words: wanted })} />}
      <ul className={styles.list}>
        {found.map((setting) => (
          <SettingItem key={setting.name} setting={setting} />
        ))}
      </ul>
    </AdminPage>
  );
}
