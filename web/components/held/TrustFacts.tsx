import type { Trust } from "../../generated/payloads";
import { useLang } from "../../lib/context";
import { formatNumber } from "../../lib/format/format";
import { useTranslation } from "../../lib/texts";
import { CheckIcon } from "../icons";
import { Tag } from "../Tag";
import styles from "./TrustFacts.module.css";

interface Props {
  trust: Trust;
}

/** A level, and what of the next one is there. */
export function TrustFacts({ trust }: Props) {
  const { t } = useTranslation();
  const lang = useLang();
  const { level, isStaff, facts, pinnedLevel } = trust;
  return (
    <div className={styles.facts}>
      <p className="cluster">
        <Tag tone="accent">{t(`profile.trust.level.${level}`)}</Tag>
        {isStaff && <span className="soft small">{t("profile.trust.staff")}</span>}
        {pinnedLevel !== null && <span className="soft small">{t("profile.trust.pinned")}</span>}
      </p>
      {facts.length === 0 ? (
        <p className="soft small">{t("profile.trust.highest")}</p>
      ) : (
        <>
          <h3>{t("profile.trust.next", { level: level + 1 })}</h3>
          <ul className={styles.list}>
            {facts.map(({ fact, needed, had }) => (
              <li key={fact} className={styles.fact}>
                <span>{t(`profile.trust.fact.${fact}`)}</span>
                <span className={styles.count}>
                  {had >= needed && <CheckIcon size={16} />}
                  {t("profile.trust.of", { had: formatNumber(lang, had), needed: formatNumber(lang, needed) })}
                </span>
                <meter
                  className={styles.meter}
                  min={0}
                  max={needed}
                  value={had}
                  aria-label={t(`profile.trust.fact.${fact}`)}
                />
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}
