import { BookmarkButton } from "../../components/bookmarks/BookmarkButton";
import { DateTime } from "../../components/DateTime";
import type { ResourceFile, ResourceItem } from "../../generated/payloads";
import { isMemberFile, nameOfFile } from "../../lib/api/memberFiles";
import { useLang } from "../../lib/context";
import { formatList } from "../../lib/format/format";
import { formatSize } from "../../lib/format/size";
import { HTML_LANG, OWN_NAME } from "../../lib/i18n";
import { LANGS, type Lang } from "../../lib/page";
import { useTranslation } from "../../lib/texts";
import { shortAddress, typeOfFile } from "./address";
import { KindIcon } from "./KindIcon";
import styles from "./Resources.module.css";

interface Props {
  resource: ResourceItem;
}

/** One resource: what it is, in which language its file is, and what the link leads to before one follows it. */
export function Item({ resource }: Props) {
  const { file, otherFiles } = resource;
  return (
    <li className={styles.item}>
      <KindIcon kind={resource.kind} />
      <div className={styles.words}>
        <h3 className={styles.title} lang={HTML_LANG[resource.language]}>
          <a className="stretched" href={file.url} rel="noopener">
            {resource.title}
          </a>
        </h3>
        {resource.description && (
          <p className={styles.description} lang={HTML_LANG[resource.language]}>
            {resource.description}
          </p>
        )}
        <Facts resource={resource} />
        <LeftBehind file={file} />
        {otherFiles.length > 0 && <OtherFiles title={resource.title} files={otherFiles} />}
        <BookmarkButton thing={{ resource: resource.id }} name={resource.title} />
      </div>
    </li>
  );
}

/** Kind, type and size of a file, or where the link leads, and its language. */
function Facts({ resource }: Props) {
  const { t } = useTranslation();
  const lang = useLang();
  const { url, size, languages } = resource.file;
  const facts = [
    t(`resources.kind.${resource.kind}`),
    typeOfFile(url),
    size !== null && formatSize(lang, size),
    nameOfFile(url) ?? shortAddress(url),
    languages.length > 0 && t("resources.in", { languages: namesOf(lang, languages) }),
    isMemberFile(url) && t("resources.forMembers"),
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

function LeftBehind({ file: { olderThan, olderSince } }: { file: ResourceFile }) {
  const { t } = useTranslation();
  if (!olderThan || !olderSince) return null;
  return (
    <p className={styles.older}>
      <DateTime
        value={olderSince}
        format="date"
        say={(date) => t("resources.older", { language: OWN_NAME[olderThan], date })}
      />
    </p>
  );
}

/** The same in other languages. */
function OtherFiles({ title, files }: { title: string; files: readonly ResourceFile[] }) {
  const { t } = useTranslation();
  const lang = useLang();
  return (
    <p className={styles.others}>
      <span>{t("resources.alsoIn")}</span>
      {files.map((file) => {
        const names = namesOf(lang, file.languages);
        const only = file.languages.length === 1 ? file.languages[0] : undefined;
        const facts = [
          typeOfFile(file.url),
          file.size !== null && formatSize(lang, file.size),
          file.olderThan !== null && t("resources.olderShort"),
        ].filter(Boolean);
        return (
          <span key={file.url}>
            <a
              className="touch"
              href={file.url}
              rel="noopener"
              lang={only && HTML_LANG[only]}
              aria-label={`${names}: ${title}`}
            >
              {names}
            </a>
            {facts.length > 0 && ` (${facts.join(" · ")})`}
          </span>
        );
      })}
    </p>
  );
}

/** Languages by their own names, in the order of the site's switch. */
function namesOf(lang: Lang, languages: readonly Lang[]): string {
  return formatList(
    lang,
    LANGS.filter((one) => languages.includes(one)).map((one) => OWN_NAME[one]),
  );
}
