import { Link } from "react-router";
import { Avatar } from "../../../components/Avatar";
import { ListState } from "../../../components/feedback/ListState";
import { FilterRow } from "../../../components/fields/FilterRow";
import { PageHead } from "../../../components/parts/Heads";
import { RelativeTime } from "../../../components/parts/RelativeTime";
import { Tag } from "../../../components/Tag";
import { pathTo } from "../../../generated/paths";
import type { ForumSummary, ForumsPayload } from "../../../generated/payloads";
import { useLang, useVisitor } from "../../../lib/context";
import { HTML_LANG } from "../../../lib/i18n";
import type { PageProps } from "../../../lib/page";
import { useTranslation } from "../../../lib/texts";
import { hueOf } from "../parts/hue";
import { MarkAllRead } from "../parts/MarkAllRead";
import { NewPostLink } from "../parts/NewPostLink";
import { NoForums } from "../parts/NoForums";
import styles from "./Forums.module.css";

/** All forums, in the order that the administrators gave them. */
export function Forums({ data }: PageProps<ForumsPayload>) {
  const { t } = useTranslation();
  const hasUnread = data.forums.some((summary) => summary.unread > 0);
  return (
    <>
      <PageHead
        title={t("forum.title")}
        lead={t("forum.description")}
        action={data.forums.length > 0 && <NewPostLink />}
      />
      {data.forums.length > 0 && <AllTopics />}
      <ListState items={data.forums} empty={<NoForums />}>
        {(forums) => (
          <ul className={styles.forums}>
            {forums.map((summary) => (
              <Row key={summary.forum.id} summary={summary} />
            ))}
          </ul>
        )}
      </ListState>
      {hasUnread && <MarkAllRead />}
    </>
  );
}

/** The lists across all forums. */
function AllTopics() {
  const { t } = useTranslation();
  const lang = useLang();
  const names = useVisitor() ? (["latest", "new", "unread", "unanswered", "top"] as const) : GUEST_LISTS;
  return (
    <FilterRow label={t("topics.title")}>
      {names.map((name) => (
        <Tag key={name} to={pathTo.topics({ lang }, name === "latest" ? {} : { list: name })}>
          {t(`topics.list.${name}`)}
        </Tag>
      ))}
    </FilterRow>
  );
}

const GUEST_LISTS = ["latest", "new", "unanswered", "top"] as const;

interface RowProps {
  summary: ForumSummary;
}

/** The whole row leads to the forum; the latest post in it is a link of its own. */
function Row({ summary }: RowProps) {
  const { t } = useTranslation();
  const lang = useLang();
  const { forum, unread, isBelow, postCount, replyCount } = summary;
  return (
    <li className={`hued ${styles.forum}`} style={hueOf(forum)} data-below={isBelow || undefined}>
      <span className={styles.mark} />
      <h2 className={styles.name} lang={HTML_LANG[forum.language]}>
        <Link className="stretched" to={pathTo.forumForum({ lang, forumId: forum.slug })}>
          {forum.name}
        </Link>
      </h2>
      {unread > 0 && (
        <span className={styles.unread}>
          <Tag tone="warm">{t("forum.unread", { count: unread })}</Tag>
        </span>
      )}
      {forum.description && (
        <p className={styles.description} lang={HTML_LANG[forum.language]}>
          {forum.description}
        </p>
      )}
      <p className={`facts ${styles.counts}`}>
        <span>{t("forum.posts", { count: postCount })}</span>
        <span>{t("forum.replies", { count: replyCount })}</span>
      </p>
      <Latest summary={summary} />
    </li>
  );
}

function Latest({ summary: { forum, latest, lastActivityAt } }: RowProps) {
  const lang = useLang();
  if (!latest) return null;
  const { writer } = latest;
  return (
    <p className={styles.latest}>
      <Avatar name={writer?.displayName ?? "–"} pictureUrl={writer?.pictureUrl ?? null} size="tiny" />
      <Link
        to={pathTo.forumPost({ lang, forumId: forum.slug, postId: latest.id })}
        className={styles.title}
        lang={HTML_LANG[latest.language]}
      >
        <span>{latest.title}</span>
      </Link>
      {lastActivityAt && <RelativeTime value={lastActivityAt} />}
    </p>
  );
}
