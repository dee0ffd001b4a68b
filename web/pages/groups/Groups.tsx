import { Link } from "react-router";
import { EmptyState } from "../../components/feedback/EmptyState";
import { ListState } from "../../components/feedback/ListState";
import { PeopleIcon } from "../../components/icons";
import { PageHead } from "../../components/parts/Heads";
import { Tag } from "../../components/Tag";
import { pathTo } from "../../generated/paths";
import type { GroupsPayload } from "../../generated/payloads";
import { useLang } from "../../lib/context";
import { HTML_LANG } from "../../lib/i18n";
import type { PageProps } from "../../lib/page";
import { useTranslation } from "../../lib/texts";
import styles from "./groups.module.css";
import { Membership } from "./Membership";

/** The groups that the member may know of, their own first. */
export function Groups({ data }: PageProps<GroupsPayload>) {
  const { t } = useTranslation();
  const lang = useLang();
  return (
    <div className={styles.page}>
      <PageHead title={t("groups.title")} lead={t("groups.lead")} />
      <ListState items={data.groups} empty={<EmptyState title={t("groups.empty")} />}>
        {(groups) => (
          <ul className="rows">
            {groups.map((group) => (
              <li key={group.id} className={styles.row}>
                <span className={styles.kind} aria-hidden="true">
                  <PeopleIcon />
                </span>
                <div className={styles.words} lang={HTML_LANG[group.lang]}>
                  <h2 className={styles.name}>
                    <Link className="stretched" to={pathTo.group({ lang, groupSlug: group.slug })}>
                      {group.name}
                    </Link>
                  </h2>
                  {group.description && <p>{group.description}</p>}
                  <p className="facts soft small" lang={HTML_LANG[lang]}>
                    <span>{t("groups.count", { count: group.memberCount })}</span>
                    <span>{t(`groups.joining.${group.joining}`)}</span>
                    {group.membership === "member" && (
                      <span>
                        <Tag tone="good">{t("groups.isMember")}</Tag>
                      </span>
                    )}
                  </p>
                </div>
                {group.membership !== "member" && <Membership group={group} />}
              </li>
            ))}
          </ul>
        )}
      </ListState>
    </div>
  );
}
