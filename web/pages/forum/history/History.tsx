import { Link } from "react-router";
import { EmptyState } from "../../../components/feedback/EmptyState";
import { ListState } from "../../../components/feedback/ListState";
import { BackIcon } from "../../../components/icons";
import { Pager } from "../../../components/Pager";
import { PageHead } from "../../../components/parts/Heads";
import { RichText } from "../../../components/richText/RichText";
import type { ForumHistoryPayload, ForumVersion } from "../../../generated/payloads";
import { useLang } from "../../../lib/context";
import { formatMoment } from "../../../lib/format/format";
import { useTimeZone } from "../../../lib/format/useTimeZone";
import { HTML_LANG } from "../../../lib/i18n";
import type { PageProps } from "../../../lib/page";
import { useTranslation } from "../../../lib/texts";
import { Column } from "../parts/Column";
import { Crumbs } from "../parts/Crumbs";
import styles from "./History.module.css";

/** Earlier versions of a post or reply, for its author and the administrators. */
export function History({ data }: PageProps<ForumHistoryPayload>) {
  const { t } = useTranslation();
  return (
    <Column>
      <div>
        <Crumbs forum={data.forum} />
        <PageHead title={t("forum.history.title")} lead={t("forum.history.text")} />
      </div>
      <BackLink path={data.path} />
      <ListState
        items={data.versions}
        empty={<EmptyState title={t("forum.history.empty")} />}
        pager={<Pager next={data.next} />}
      >
        {(versions) => (
          <ul className="rows">
            {versions.map((version) => (
              <li key={version.id} className={styles.version}>
                <Version version={version} />
              </li>
            ))}
          </ul>
        )}
      </ListState>
    </Column>
  );
}

function BackLink({ path }: { path: string }) {
  const { t } = useTranslation();
  const lang = useLang();
  return (
    <Link className={styles.back} to={`/${lang}${path}`}>
      <BackIcon size={18} />
      {t("forum.history.back")}
    </Link>
  );
}

interface VersionProps {
  version: ForumVersion;
}

function Version({ version }: VersionProps) {
  const { t } = useTranslation();
  const lang = useLang();
  const timeZone = useTimeZone();
  const since = formatMoment(lang, version.since, timeZone);
  const until = formatMoment(lang, version.until, timeZone);
  const name = version.endedBy ?? t("forum.formerMember");
  const ended = {
    edit: t("forum.history.edit", { name }),
    hide: t("forum.history.hide", { name }),
    delete: t("forum.history.delete", { name }),
  };
  return (
    <>
      <p className="small soft" suppressHydrationWarning>
        {t("forum.history.stood", { since, until })}
      </p>
      {version.title && (
        <h2 className={styles.title} lang={HTML_LANG[version.language]}>
          {version.title}
        </h2>
      )}
      {version.body && <RichText document={version.body} lang={HTML_LANG[version.language]} isMembers />}
      <p className="small soft">{ended[version.reason]}</p>
    </>
  );
}
