import { Link } from "react-router";
import { LanguageTag } from "../../../../components/Tag";
import { pathTo } from "../../../../generated/paths";
import { useLang } from "../../../../lib/context";
import { HTML_LANG } from "../../../../lib/i18n";
import { useTranslation } from "../../../../lib/texts";
import styles from "./lookAlikes.module.css";
import { useLookAlikes } from "./useLookAlikes";

interface Props {
  title: string;
}

/** Posts like the one whose title is being typed, in any language: it may have been answered. They open beside the form. */
export function LookAlikes({ title }: Props) {
  const { t } = useTranslation();
  const lang = useLang();
  const found = useLookAlikes(title);
  return (
    <div aria-live="polite">
      {found.length > 0 && (
        <section className={styles.found} aria-labelledby="look-alikes">
          <h2 id="look-alikes" className={styles.title}>
            {t("topics.alike")}
          </h2>
          <ul>
            {found.map(({ id, forum, title, language }) => (
              <li key={id}>
                <Link
                  to={pathTo.forumPost({ lang, forumId: forum, postId: id })}
                  target="_blank"
                  lang={HTML_LANG[language]}
                >
                  {title}
                </Link>
                <LanguageTag language={language} />
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}
