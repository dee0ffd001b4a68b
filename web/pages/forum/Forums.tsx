import { Link } from "react-router";
import { ButtonLink } from "../../components/Button";
import { Card, CardTitle } from "../../components/Card";
import { DateTime } from "../../components/DateTime";
import { EmptyState } from "../../components/feedback/EmptyState";
import { ListState } from "../../components/feedback/ListState";
import { pathTo } from "../../generated/paths";
import type { ForumSummary, ForumsPayload } from "../../generated/payloads";
import { useLang } from "../../lib/context";
import { HTML_LANG } from "../../lib/i18n";
import type { PageProps } from "../../lib/page";
import { useTranslation } from "../../lib/texts";
import styles from "./lists.module.css";
import { Heading } from "./parts/Heading";

/** All forums, in the order that the administrators gave them. */
export function Forums({ data }: PageProps<ForumsPayload>) {
  const { t } = useTranslation();
  const lang = useLang();
  const newPost = (
    <ButtonLink look="primary" to={pathTo.postNew({ lang })}>
      {t("forum.newPost")}
    </ButtonLink>
  );
  return (
    <div className="stack">
      <Heading
        title={t("forum.title")}
        description={t("forum.description")}
        action={data.forums.length > 0 && newPost}
      />
      <ListState
        items={data.forums}
        empty={<EmptyState title={t("forum.empty.title")}>{t("forum.empty.text")}</EmptyState>}
      >
        {(forums) => (
          <ul className={styles.forums}>
            {forums.map((summary) => (
              <ForumCard key={summary.forum.id} summary={summary} />
            ))}
          </ul>
        )}
      </ListState>
    </div>
  );
}

interface ForumCardProps {
  summary: ForumSummary;
}

function ForumCard({ summary }: ForumCardProps) {
  const { t } = useTranslation();
  const lang = useLang();
  const { forum, postCount, replyCount, latest, lastActivityAt } = summary;
  return (
    <Card as="li">
      <div className={styles.words} lang={HTML_LANG[forum.language]}>
        <CardTitle to={pathTo.forumForum({ lang, forumId: forum.slug })}>{forum.name}</CardTitle>
        {forum.description && <p className="soft">{forum.description}</p>}
      </div>
      <p className={styles.facts}>
        <span>{t("forum.posts", { count: postCount })}</span>
        <span>{t("forum.replies", { count: replyCount })}</span>
      </p>
      {latest && (
        <p className={styles.latest}>
          <span className={styles.label}>{t("forum.latest")}</span>
          <Link
            to={pathTo.forumPost({ lang, forumId: forum.slug, postId: latest.id })}
            className={styles.latestTitle}
            lang={HTML_LANG[latest.language]}
          >
            {latest.title}
          </Link>
          {lastActivityAt && <DateTime value={lastActivityAt} format="shortDate" />}
        </p>
      )}
    </Card>
  );
}
