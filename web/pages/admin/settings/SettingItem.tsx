import { Button, ButtonLink } from "../../../components/Button";
import { DateTime } from "../../../components/DateTime";
import { Tag } from "../../../components/Tag";
import { pathTo } from "../../../generated/paths";
import type { AdminSetting } from "../../../generated/payloads";
import { useLang } from "../../../lib/context";
import { formatList, formatNumber } from "../../../lib/format/format";
import { useHydrated } from "../../../lib/format/useTimeZone";
import { zoneCity, zoneTitle } from "../../../lib/format/zones";
import { OWN_NAME } from "../../../lib/i18n";
import { isLang } from "../../../lib/page";
import { useQuickAction } from "../../../lib/requests/useQuickAction";
import { write } from "../../../lib/requests/write";
import { useTranslation } from "../../../lib/texts";
import styles from "./Settings.module.css";

interface Props {
  setting: AdminSetting;
}

const LOOK = new Set(["preset", "accent", "font_pair", "logo_url", "cover_url", "home_sections"]);
const CONTACT = new Set(["phone", "map_url"]);

/** Whether a setting is how many days a class of data stays. */
const isPeriod = (name: string) => name.endsWith("_days");

/** One setting: what it does, its value and default, the last change, and the ways to change it back. */
export function SettingItem({ setting }: Props) {
  const { t } = useTranslation();
  const lang = useLang();
  const say = useValue();
  const { run, isRunning } = useQuickAction();
  const { name, value, before, changeId, changedAt, changedBy } = setting;
  const isDefault = say(name, value) === say(name, setting.default);
  const restore = (change: number | null) =>
    run(
      () => write((supabase) => supabase.rpc("restore_setting", { setting: name, change })),
      t("admin.settings.restored"),
    );
  const page = LOOK.has(name) ? pathTo.adminAppearance : CONTACT.has(name) ? pathTo.adminHours : pathTo.adminSite;
  return (
    <li className={styles.item}>
      <div className={styles.text}>
        <h2>{t(`admin.settings.${name}`)}</h2>
        <p className="soft small">{t(`admin.settings.${name}.effect`)}</p>
        <p className={styles.value}>
          <b>{say(name, value)}</b>
          {!isDefault && <Tag tone="accent">{t("admin.settings.changed")}</Tag>}
        </p>
        <p className="soft small">{t("admin.settings.default", { value: say(name, setting.default) })}</p>
        {changedAt && (
          <p className="soft small">
            <DateTime
              value={changedAt}
              say={(when) =>
                changedBy ? t("admin.settings.by", { name: changedBy, when }) : t("admin.settings.byNone", { when })
              }
            />
          </p>
        )}
      </div>
      <div className={styles.acts}>
        <ButtonLink to={page({ lang }) + (isPeriod(name) ? "#site-retention" : "")}>
          {t("admin.settings.change")}
        </ButtonLink>
        {changeId !== null && say(name, before) !== say(name, value) && (
          <Button look="quiet" isBusy={isRunning} onClick={() => restore(changeId)}>
            {t("admin.settings.undo")}
          </Button>
        )}
        {!isDefault && (
          <Button look="quiet" isBusy={isRunning} onClick={() => restore(null)}>
            {t("admin.settings.reset")}
          </Button>
        )}
      </div>
    </li>
  );
}

/** A value as its reader would say it. */
function useValue(): (name: string, value: AdminSetting["value"]) => string {
  const { t } = useTranslation();
  const lang = useLang();
  const isHydrated = useHydrated();
  return (name, value) => {
    if (value === null || value === "") return t("admin.settings.value.none");
    if (typeof value === "boolean") return t(value ? "admin.settings.value.on" : "admin.settings.value.off");
    if (typeof value === "number" && isPeriod(name))
      return value === 0 ? t("admin.retention.never") : t("admin.retention.days", { count: value });
    if (typeof value === "number") return formatNumber(lang, value);
    if (Array.isArray(value)) {
      const names = value.map((one) => (isLang(one) ? OWN_NAME[one] : t(`admin.home.section.${one}`)));
      return formatList(lang, names);
    }
    if (name === "logo_url" || name === "cover_url") return t("admin.settings.value.picture");
    if (name === "preset") return t(`admin.appearance.preset.${value}`);
    // The pairs have proper names.
    if (name === "font_pair") return value.charAt(0).toUpperCase() + value.slice(1);
    // The browser's names of zones need not be those of the server.
    if (name === "time_zone") return isHydrated ? zoneTitle(lang, value, new Date().toISOString()) : zoneCity(value);
    return isLang(value) ? OWN_NAME[value] : value;
  };
}
