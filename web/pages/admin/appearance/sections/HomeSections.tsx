import { useState } from "react";
import { Button } from "../../../../components/Button";
import { SwitchField } from "../../../../components/fields/Field";
import { ChevronIcon } from "../../../../components/icons";
import type { HomePayload } from "../../../../generated/payloads";
import { useQuickAction } from "../../../../lib/requests/useQuickAction";
import { write } from "../../../../lib/requests/write";
import { useTranslation } from "../../../../lib/texts";
import styles from "./HomeSections.module.css";

type Section = HomePayload["sections"][number];

const ALL: readonly Section[] = ["ways", "talk", "week", "articles", "resources", "welcome"];

interface Props {
  /** The shown ones, in their order. */
  sections: readonly Section[];
}

/** Which sections the home page shows, and in which order. Each change is stored at once. */
export function HomeSections({ sections }: Props) {
  const { t } = useTranslation();
  const { run, isRunning } = useQuickAction();
  const [shown, setShown] = useState(sections);
  const hidden = ALL.filter((section) => !shown.includes(section));

  const store = async (changed: readonly Section[]) => {
    const before = shown;
    setShown(changed);
    const isStored = await run(
      () =>
        write((supabase) =>
          supabase
            .from("site_settings")
            .update({ home_sections: [...changed] })
            .eq("only_row", true)
            .select("only_row")
            .single(),
        ),
      t("admin.home.saved"),
    );
    if (isStored === false) setShown(before);
  };
  const move = (section: Section, step: number) => {
    const rest = shown.filter((one) => one !== section);
    rest.splice(shown.indexOf(section) + step, 0, section);
    return store(rest);
  };

  return (
    <section aria-labelledby="home-sections">
      <h2 id="home-sections" className={styles.title}>
        {t("admin.home.title")}
      </h2>
      <p className="soft small">{t("admin.home.text")}</p>
      <ol className={styles.list}>
        {[...shown, ...hidden].map((section) => {
          const place = shown.indexOf(section);
          const name = t(`admin.home.section.${section}`);
          return (
            <li key={section} className={styles.row}>
              <div className={styles.switch}>
                <SwitchField
                  label={name}
                  checked={place >= 0}
                  disabled={isRunning}
                  onChange={() => store(place >= 0 ? shown.filter((one) => one !== section) : [...shown, section])}
                />
              </div>
              <div className={styles.order}>
                <Button
                  look="quiet"
                  size="small"
                  disabled={place < 1}
                  isBusy={isRunning}
                  aria-label={t("admin.home.up", { name })}
                  onClick={() => move(section, -1)}
                >
                  <span className={styles.up}>
                    <ChevronIcon />
                  </span>
                </Button>
                <Button
                  look="quiet"
                  size="small"
                  disabled={place < 0 || place === shown.length - 1}
                  isBusy={isRunning}
                  aria-label={t("admin.home.down", { name })}
                  onClick={() => move(section, 1)}
                >
                  <ChevronIcon />
                </Button>
              </div>
            </li>
          );
        })}
      </ol>
    </section>
  );
}
