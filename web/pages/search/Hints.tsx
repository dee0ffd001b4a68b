import { Link } from "react-router";
import { pathTo } from "../../generated/paths";
import { useLang } from "../../lib/context";
import { useTranslation } from "../../lib/texts";
import styles from "./Search.module.css";

interface Props {
  title?: string;
}

/** How to find more: said before the first search, and when one found nothing. */
export function Hints({ title }: Props) {
  const { t } = useTranslation();
  const lang = useLang();
  return (
    <div className={styles.hints}>
      {title && <p>{title}</p>}
      <ul>
        <li>{t("search.hint.marks")}</li>
        <li>{t("search.hint.languages")}</li>
        <li>{t("search.hint.fewer")}</li>
        <li>
          <Link to={pathTo.forum({ lang })}>{t("search.hint.ask")}</Link>
        </li>
      </ul>
    </div>
  );
}
