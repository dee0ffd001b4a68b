import { BookmarkButton } from "../../components/bookmarks/BookmarkButton";
import { LanguageTag } from "../../components/Tag";
import type { ResourceItem } from "../../generated/payloads";
import { isMemberFile, nameOfFile } from "../../lib/api/memberFiles";
import { useLang } from "../../lib/context";
import { formatSize } from "../../lib/format/size";
import { HTML_LANG } from "../../lib/i18n";
import { LANGS } from "../../lib/page";
import { useTranslation } from "../../lib/texts";
import { shortAddress, typeOfFile } from "./address";
import { KindIcon } from "./KindIcon";
import { MemberFileLink } from "./MemberFileLink";
import styles from "./Resources.module.css";

interface Props {
  resource: ResourceItem;
}

/** One resource: what it is, in which languages its content is, and what the link leads to before one follows it. */
export function Item({ resource }: Props) {
  const isForMembers = isMemberFile(resource.url);
  const languages = LANGS.filter((one) => resource.contentLanguages.includes(one));
  return (
    <li className={styles.item}>
      <KindIcon kind={resource.kind} />
      <div className={styles.words}>
        <h3 className={styles.title} lang={HTML_LANG[resource.language]}>
          {isForMembers ? (
            <MemberFileLink address={resource.url}>{resource.title}</MemberFileLink>
          ) : (
            <a className="stretched" href={resource.url} rel="noopener">
              {resource.title}
            </a>
          )}
        </h3>
        {resource.description && (
          <p className={styles.description} lang={HTML_LANG[resource.language]}>
            {resource.description}
          </p>
        )}
        <Facts resource={resource} isForMembers={isForMembers} />
        <BookmarkButton thing={{ resource: resource.id }} name={resource.title} />
      </div>
      {languages.length > 0 && (
        <p className={styles.languages}>
          {languages.map((one) => (
            <LanguageTag key={one} language={one} />
          ))}
        </p>
      )}
    </li>
  );
}

/** Kind, type and size of a file, or where the link leads. */
function Facts({ resource, isForMembers }: Props & { isForMembers: boolean }) {
  const { t } = useTranslation();
  const lang = useLang();
  const file = nameOfFile(resource.url);
  const facts = [
    t(`resources.kind.${resource.kind}`),
    typeOfFile(resource.url),
    resource.size !== null && formatSize(lang, resource.size),
    file ?? shortAddress(resource.url),
    isForMembers && t("resources.forMembers"),
    resource.isLimited && t("common.limited"),
  ].filter(Boolean);
  return (
    <p className={`facts ${styles.facts}`}>
      {facts.map((fact) => (
        <span key={String(fact)}>{fact}</span>
      ))}
    </p>
  );
}
