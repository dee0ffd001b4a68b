import { Link } from "react-router";
import { Button, ButtonLink } from "../../components/Button";
import { DateTime } from "../../components/DateTime";
import { EmptyState } from "../../components/feedback/EmptyState";
import { ListState } from "../../components/feedback/ListState";
import { BellIcon, TrashIcon } from "../../components/icons";
import { Pager } from "../../components/Pager";
import { PageHead } from "../../components/parts/Heads";
import { Tag } from "../../components/Tag";
import { pathTo } from "../../generated/paths";
import type { Bookmark, BookmarksPayload } from "../../generated/payloads";
import { dropBookmark } from "../../lib/api/community/bookmarks";
import { useLang } from "../../lib/context";
import { HTML_LANG } from "../../lib/i18n";
import type { PageProps } from "../../lib/page";
import { useQuickAction } from "../../lib/requests/useQuickAction";
import { useTranslation } from "../../lib/texts";
import styles from "./Bookmarks.module.css";

/** Bookmarks of a member, of every kind. */
export function Bookmarks({ data }: PageProps<BookmarksPayload>) {
  const { t } = useTranslation();
  const lang = useLang();
  const forum = (
    <ButtonLink look="soft" to={pathTo.forum({ lang })}>
      {t("profile.posts.forum")}
    </ButtonLink>
  );
  return (
    <>
      <PageHead title={t("profile.bookmarks.title")} lead={t("profile.bookmarks.lead")} />
      <ListState
        items={data.bookmarks}
        empty={
          <EmptyState title={t("profile.bookmarks.empty")} action={forum}>
            {t("profile.bookmarks.emptyText")}
          </EmptyState>
        }
        pager={<Pager next={data.next} />}
      >
        {(bookmarks) => (
          <ul className="rows">
            {bookmarks.map((bookmark) => (
              <Row key={bookmark.id} bookmark={bookmark} />
            ))}
          </ul>
        )}
      </ListState>
    </>
  );
}

function Row({ bookmark }: { bookmark: Bookmark }) {
  const { t } = useTranslation();
  const { run, isRunning } = useQuickAction();
  const { id, kind, title, language, path, note, authorName, remindAt, isOver } = bookmark;
  const handleRemove = () => run(() => dropBookmark(id), t("profile.bookmarks.removed"));
  return (
    <li className={styles.row}>
      <div className={styles.words}>
        {path && language ? (
          <Link className={`stretched ${styles.link}`} to={path} lang={HTML_LANG[language]}>
            {title}
          </Link>
        ) : (
          <span className="soft">{t("profile.bookmarks.gone")}</span>
        )}
        {note && <p className={styles.note}>{note}</p>}
        <p className="facts">
          <span>{t(`profile.bookmarks.kind.${kind}`)}</span>
          {authorName && <bdi>{authorName}</bdi>}
          <DateTime value={bookmark.createdAt} format="date" />
        </p>
        {remindAt && (
          <p>
            <Tag tone={isOver ? "plain" : "note"}>
              <BellIcon size={14} />
              <DateTime value={remindAt} />
            </Tag>
          </p>
        )}
      </div>
      <Button
        look="quiet"
        size="small"
        isBusy={isRunning}
        aria-label={t("profile.bookmarks.remove", { title: title ?? t("profile.bookmarks.gone") })}
        onClick={handleRemove}
      >
        <TrashIcon size={20} />
      </Button>
    </li>
  );
}
