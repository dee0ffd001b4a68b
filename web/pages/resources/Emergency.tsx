import { ButtonAnchor } from "../../components/Button";
import { PhoneIcon } from "../../components/icons";
import type { ResourceItem } from "../../generated/payloads";
import { HTML_LANG } from "../../lib/i18n";
import { useTranslation } from "../../lib/texts";
import { shortAddress } from "./address";
import styles from "./Resources.module.css";

interface Props {
  resource: ResourceItem;
}

/** The emergency number, above everything else whatever the filters are. */
export function Emergency({ resource }: Props) {
  const { t } = useTranslation();
  const number = shortAddress(resource.file.url);
  return (
    <aside className={styles.emergency} aria-label={t("resources.emergency")}>
      <span className={styles.bell}>
        <PhoneIcon />
      </span>
      <div lang={HTML_LANG[resource.language]}>
        <p className="heading">{resource.title}</p>
        {resource.description && <p className="small soft">{resource.description}</p>}
      </div>
      <ButtonAnchor look="danger" href={resource.file.url}>
        {t("resources.call", { number })}
      </ButtonAnchor>
    </aside>
  );
}
