import { Card } from "../../components/Card";
import { Tag } from "../../components/Tag";
import type { ResourceItem } from "../../generated/payloads";
import { isMemberFile, nameOfFile } from "../../lib/api/memberFiles";
import { useLang } from "../../lib/context";
import { formatList } from "../../lib/format/format";
import { HTML_LANG, OWN_NAME } from "../../lib/i18n";
import { LANGS } from "../../lib/page";
import { useTranslation } from "../../lib/texts";
import { KindIcon } from "./KindIcon";
import { MemberFileLink } from "./MemberFileLink";
import styles from "./Resources.module.css";
import { whereItLeads } from "./whereItLeads";

interface Props {
  resource: ResourceItem;
}

/** One resource: what it is, in which languages its content is, and where the link leads before one follows it. */
export function Item({ resource }: Props) {
  const { t } = useTranslation();
  const lang = useLang();
  const isForMembers = isMemberFile(resource.url);
  const languages = LANGS.filter((one) => resource.contentLanguages.includes(one)).map((one) => OWN_NAME[one]);
  return (
    <Card as="li">
      <div className={styles.head}>
        <KindIcon kind={resource.kind} />
        <h3 className={styles.title} lang={HTML_LANG[resource.language]}>
          {isForMembers ? (
            <MemberFileLink address={resource.url}>{resource.title}</MemberFileLink>
          ) : (
            <a href={resource.url} rel="noopener">
              {resource.title}
            </a>
          )}
        </h3>
      </div>
      {resource.description && (
        <p className={styles.description} lang={HTML_LANG[resource.language]}>
          {resource.description}
        </p>
      )}
      <p className={styles.facts}>
        <Tag>{t(`resources.kind.${resource.kind}`)}</Tag>
        {isForMembers && <Tag>{t("resources.forMembers")}</Tag>}
        {languages.length > 0 && <span>{t("resources.contentIn", { languages: formatList(lang, languages) })}</span>}
        <span className={styles.where}>{nameOfFile(resource.url) ?? whereItLeads(resource.url)}</span>
      </p>
    </Card>
  );
}
