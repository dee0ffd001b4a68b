import { Link } from "react-router";
import { AvatarPile } from "../../../components/Avatar";
import { SectionHead } from "../../../components/parts/Heads";
import { RelativeTime } from "../../../components/parts/RelativeTime";
import { LanguageTag } from "../../../components/Tag";
import { pathTo } from "../../../generated/paths";
import type { HomeTopic } from "../../../generated/payloads";
import { useLang } from "../../../lib/context";
import { HTML_LANG } from "../../../lib/i18n";
import { useTranslation } from "../../../lib/texts";
import styles from "./Topics.module.css";

/** Hues that stay apart from each other, as in the forum. */
const HUES = [200, 60, 255, 150, 330, 25];

/** Latest topics: one row for each, the latest activity first. */
export function Topics({ topics }: { topics: HomeTopic[] }) {
  const { t } = useTranslation();
  const lang = useLang();
  return (
    <section aria-labelledby="home-topics">
      <SectionHead
        id="home-topics"
        title={t("home.talk")}
        more={{ to: pathTo.forum({ lang }), label: t("home.allPosts") }}
      />
      <ul className={styles.list}>
        {topics.map((topic) => (
          <Topic key={topic.id} topic={topic} />
        ))}
      </ul>
    </section>
  );
}

function Topic({ topic }: { topic: HomeTopic }) {
  const { t } = useTranslation();
  const lang = useLang();
  const path = pathTo.forumPost({ lang, forumId: topic.forumSlug, postId: topic.id });
  return (
    <li className={styles.topic} data-unread={topic.isUnread || undefined}>
      <Link
        className={`stretched ${styles.title}`}
        to={topic.isUnread ? `${path}#unread` : path}
        lang={HTML_LANG[topic.titleLang]}
        translate={topic.isUntranslated ? "no" : undefined}
      >
        {topic.title}
      </Link>
      <p className={styles.facts}>
        {topic.isUnread && <span className="visually-hidden">{t("home.unread")}</span>}
        {topic.forumName && (
          <span className={styles.forum}>
            <span className={`hued ${styles.mark}`} style={{ "--hue": HUES[topic.hue] }} />
            <span lang={topic.forumLang ? HTML_LANG[topic.forumLang] : undefined}>{topic.forumName}</span>
          </span>
        )}
        <LanguageTag language={topic.lang} />
        <span className={styles.when}>
          <RelativeTime value={topic.lastActivityAt} />
        </span>
      </p>
      <span className={styles.people}>
        <AvatarPile
          members={topic.people.map(({ displayName, pictureUrl }) => ({ name: displayName, pictureUrl }))}
          size="small"
        />
      </span>
      <span className={styles.count}>
        <b aria-hidden="true">{topic.replyCount}</b>
        <span className="visually-hidden">{t("home.replies", { count: topic.replyCount })}</span>
      </span>
    </li>
  );
}
