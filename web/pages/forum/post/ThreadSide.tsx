import { Link } from "react-router";
import { Avatar } from "../../../components/Avatar";
import { pathTo } from "../../../generated/paths";
import type { ForumPerson, ForumPostPayload } from "../../../generated/payloads";
import { useLang } from "../../../lib/context";
import { HTML_LANG } from "../../../lib/i18n";
import { useTranslation } from "../../../lib/texts";
import { hueOf } from "../parts/hue";
import { PersonName } from "../parts/Person";
import styles from "./side.module.css";

interface Props {
  data: ForumPostPayload;
}

const MOST = 8;

/** Beside the thread on a wide screen: who takes part, and where it belongs. */
export function ThreadSide({ data }: Props) {
  const { t } = useTranslation();
  const lang = useLang();
  const { forum, post } = data;
  const people = peopleOf(data);
  return (
    <aside className={styles.side}>
      <h2 className={styles.title}>{t("forum.post.people")}</h2>
      <ul className={styles.people}>
        {people.map((person) => (
          <li key={person.id} className={styles.person}>
            <Avatar name={person.displayName} pictureUrl={person.pictureUrl} size="small" />
            <PersonName person={person} />
          </li>
        ))}
      </ul>
      <p className="soft small">{t("forum.replies", { count: post.replyCount })}</p>
      <h2 className={styles.title}>{t("forum.post.also")}</h2>
      <Link
        className={`hued ${styles.forum}`}
        style={hueOf(forum)}
        to={pathTo.forumForum({ lang, forumId: forum.slug })}
        lang={HTML_LANG[forum.language]}
      >
        <b>{forum.name}</b>
        <span>{forum.description}</span>
      </Link>
    </aside>
  );
}

/** Authors on this page, each once: that of the post first. */
function peopleOf({ post, replies }: ForumPostPayload): ForumPerson[] {
  const people = new Map<string, ForumPerson>();
  for (const { author } of [post.entry, ...replies.map(({ entry }) => entry)]) {
    if (author) people.set(author.id, author);
  }
  return [...people.values()].slice(0, MOST);
}
