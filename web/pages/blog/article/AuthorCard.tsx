import { Link } from "react-router";
import { Avatar } from "../../../components/Avatar";
import { pathTo } from "../../../generated/paths";
import type { BlogWriter } from "../../../generated/payloads";
import { useLang } from "../../../lib/context";
import { useTranslation } from "../../../lib/texts";
import styles from "../Article.module.css";

interface Props {
  author: BlogWriter;
}

export function AuthorCard({ author }: Props) {
  const { t } = useTranslation();
  const lang = useLang();
  return (
    <aside className={styles.author} aria-label={t("blog.article.author")}>
      <Avatar name={author.displayName} pictureUrl={author.pictureUrl} size="large" />
      <div>
        <p className="small soft">{t("blog.article.writtenBy")}</p>
        <p className={`heading ${styles.authorName}`}>
          <Link to={pathTo.peoplePerson({ lang, personId: author.id })}>{author.displayName}</Link>
        </p>
        {author.about && <p className={styles.about}>{author.about}</p>}
      </div>
    </aside>
  );
}
