import { Link } from "react-router";
import { WatchButton } from "../../../components/watch/WatchButton";
import type { WatchTarget } from "../../../components/watch/watchTypes";
import { pathTo } from "../../../generated/paths";
import type { Watched } from "../../../generated/payloads";
import { addressWith } from "../../../lib/address";
import { nameTopic } from "../../../lib/api/topics";
import { useLang } from "../../../lib/context";
import { HTML_LANG, OWN_NAME } from "../../../lib/i18n";
import type { Lang } from "../../../lib/page";
import { useTranslation } from "../../../lib/texts";
import { useLanguages } from "../../../lib/useLanguages";
import styles from "./WatchedList.module.css";

interface Props {
  watched: readonly Watched[];
}

/** Forums, tags, topics and languages with a level of their own. Languages are always listed: nowhere else are they chosen. */
export function WatchedList({ watched }: Props) {
  const { t } = useTranslation();
  const lang = useLang();
  const languages = useLanguages(lang);
  const things = watched.filter((item) => item.watchedLanguage === null);
  const levelOf = (language: Lang) => watched.find((item) => item.watchedLanguage === language)?.level ?? null;
  return (
    <ul className={styles.list}>
      {languages.map((language) => (
        <li key={language} className={styles.thing}>
          <span>{t("notices.watched.language", { language: OWN_NAME[language] })}</span>
          <WatchButton target={{ language }} level={levelOf(language)} />
        </li>
      ))}
      {things.map((item) => (
        <li key={item.id} className={styles.thing}>
          <Link to={pathOf(lang, item)} lang={item.lang ? HTML_LANG[item.lang] : undefined}>
            {item.tag ? `#${nameTopic(t, item.title)}` : item.title || t("forum.post.gone")}
          </Link>
          <WatchButton target={targetOf(item)} level={item.level} />
        </li>
      ))}
    </ul>
  );
}

function targetOf(item: Watched): WatchTarget {
  if (item.tag) return { tag: item.tag };
  return item.postId ? { post: item.postId } : { forum: item.forumId ?? "" };
}

function pathOf(lang: Lang, item: Watched): string {
  if (item.tag) return addressWith(pathTo.topics({ lang }), { tag: item.tag });
  if (item.postId) return item.path ? `/${lang}${item.path}` : pathTo.forum({ lang });
  return pathTo.forumForum({ lang, forumId: item.forumSlug ?? "" });
}
