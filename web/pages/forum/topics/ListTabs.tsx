import { Link } from "react-router";
import type { ForumList } from "../../../generated/payloads";
import { addressWith } from "../../../lib/address";
import { useLang, usePage, useVisitor } from "../../../lib/context";
import { formatNumber } from "../../../lib/format/format";
import { useTranslation } from "../../../lib/texts";
import styles from "./ListTabs.module.css";

interface Props {
  list: ForumList;
}

const SORTS = ["activity", "created", "replies"] as const;

/** The lists of a forum, or of all: links, so that they work without scripts. The latest one can be sorted. */
export function ListTabs({ list }: Props) {
  const { t } = useTranslation();
  const visitor = useVisitor();
  const { path } = usePage();
  const names = visitor
    ? (["latest", "new", "unread", "unanswered", "top"] as const)
    : (["latest", "new", "unanswered", "top"] as const);
  const counts = { new: list.fresh, unread: list.unread };
  return (
    <div className={styles.row}>
      <nav className={styles.tabs} aria-label={t("topics.lists")}>
        {names.map((name) => (
          <Link
            key={name}
            className={styles.tab}
            to={addressWith(path, {}, { list: name === "latest" ? null : name })}
            aria-current={(list.name === name && !list.tag) || undefined}
          >
            {t(`topics.list.${name}`)}
            {(name === "new" || name === "unread") && <Count count={counts[name]} most={list.countTo} />}
          </Link>
        ))}
      </nav>
      {list.name === "latest" && !list.tag && (
        <nav className={styles.sorts} aria-label={t("topics.sort")}>
          {SORTS.map((sort) => (
            <Link
              key={sort}
              className={styles.sort}
              to={addressWith(path, {}, { sort: sort === "activity" ? null : sort })}
              aria-current={list.sort === sort || undefined}
            >
              {t(`topics.sort.${sort}`)}
            </Link>
          ))}
        </nav>
      )}
    </div>
  );
}

function Count({ count, most }: { count: number; most: number }) {
  const lang = useLang();
  if (count === 0) return null;
  return (
    <span className={styles.count}>{count < most ? formatNumber(lang, count) : `${formatNumber(lang, most)}+`}</span>
  );
}
