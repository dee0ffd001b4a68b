import { Avatar } from "../../../components/Avatar";
import type { BlogWriter } from "../../../generated/payloads";
import { useTranslation } from "../../../lib/texts";
import styles from "../Article.module.css";

interface Props {
  author: BlogWriter;
}

export function AuthorCard({ author }: Props) {
  const { t } = useTranslation();
  return (
    <aside className={styles.author} aria-label={t("blog.article.author")}>
      <Avatar name={author.displayName} pictureUrl={author.pictureUrl} size="large" />
      <div>
        <p className="small soft">{t("blog.article.writtenBy")}</p>
        <p className={`heading ${styles.authorName}`}>{author.displayName}</p>
        {author.about && <p className={styles.about}>{author.about}</p>}
      </div>
    </aside>
  );
}
