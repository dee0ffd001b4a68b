import { Link } from "react-router";
import { ArrowIcon } from "../../../components/icons";
import { pathTo } from "../../../generated/paths";
import { useLang } from "../../../lib/context";
import { useTranslation } from "../../../lib/texts";
import book from "../../../theme/drawings/book.svg?no-inline";
import help from "../../../theme/drawings/help.svg?no-inline";
import talk from "../../../theme/drawings/talk.svg?no-inline";
import styles from "./Ways.module.css";

/** The three ways in. On a wide screen they overlap the foot of the cover when they come first. */
export function Ways({ isFirst }: { isFirst: boolean }) {
  const { t } = useTranslation();
  const lang = useLang();
  const ways = [
    { name: "talk", picture: talk, to: pathTo.forum({ lang }) },
    { name: "book", picture: book, to: pathTo.book({ lang }) },
    { name: "help", picture: help, to: pathTo.resources({ lang }) },
  ] as const;
  return (
    <nav className={styles.ways} data-first={isFirst || undefined} aria-label={t("home.ways")}>
      {ways.map(({ name, picture, to }) => (
        <Link key={name} className={styles.way} to={to}>
          <span className={styles.frame}>
            <img src={picture} alt="" width="600" height="375" />
          </span>
          <span className={styles.words}>
            <span className={`heading ${styles.name}`}>
              {t(`home.way.${name}`)}
              <span className={styles.arrow}>
                <ArrowIcon />
              </span>
            </span>
            <span className={styles.text}>{t(`home.way.${name}.text`)}</span>
          </span>
        </Link>
      ))}
    </nav>
  );
}
