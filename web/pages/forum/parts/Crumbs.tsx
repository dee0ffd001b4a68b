import { Link } from "react-router";
import { pathTo } from "../../../generated/paths";
import type { ForumName } from "../../../generated/payloads";
import { useLang } from "../../../lib/context";
import { HTML_LANG } from "../../../lib/i18n";
import { useTranslation } from "../../../lib/texts";
import styles from "./Crumbs.module.css";
import { hueOf } from "./hue";

interface Props {
  /** Inside of which forum; without it, directly below the list of forums. */
  forum?: ForumName;
}

/** The way back up. */
export function Crumbs({ forum }: Props) {
  const { t } = useTranslation();
  const lang = useLang();
  return (
    <nav aria-label={t("forum.crumbs")}>
      <ol className={styles.crumbs}>
        <li>
          <Link to={pathTo.forum({ lang })}>{t("forum.title")}</Link>
        </li>
        {forum && (
          <li className={`hued ${styles.forum}`} style={hueOf(forum)} lang={HTML_LANG[forum.language]}>
            <Link to={pathTo.forumForum({ lang, forumId: forum.slug })}>{forum.name}</Link>
          </li>
        )}
      </ol>
    </nav>
  );
}
