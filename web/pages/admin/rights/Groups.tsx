import { useState } from "react";
import { Link } from "react-router";
import { Button } from "../../../components/Button";
import { EmptyState } from "../../../components/feedback/EmptyState";
import { ListState } from "../../../components/feedback/ListState";
import { Tag } from "../../../components/Tag";
import { pathTo } from "../../../generated/paths";
import type { GroupsPayload } from "../../../generated/payloads";
import { useLang, useVisitor } from "../../../lib/context";
import { HTML_LANG } from "../../../lib/i18n";
import type { PageProps } from "../../../lib/page";
import { useTranslation } from "../../../lib/texts";
import { AdminPage } from "../parts/AdminPage";
import parts from "../parts/parts.module.css";
import { GroupForm } from "./GroupForm";
import styles from "./rights.module.css";

/** The groups that the visitor administers: all for administrators, their own for leaders. */
export function Groups({ data }: PageProps<GroupsPayload>) {
  const { t } = useTranslation();
  const lang = useLang();
  const isAdmin = useVisitor()?.isAdmin ?? false;
  const [isAdding, setAdding] = useState(false);
  const add = isAdmin && (
    <Button look="primary" onClick={() => setAdding(true)}>
      {t("admin.groups.add")}
    </Button>
  );
  return (
    <AdminPage
      title={t("admin.groups.title")}
      lead={t("admin.groups.lead")}
      action={!isAdding && data.groups.length > 0 && add}
    >
      {isAdding && (
        <section className={parts.sheet} aria-label={t("admin.groups.add")}>
          <h2>{t("admin.groups.add")}</h2>
          <GroupForm onDone={() => setAdding(false)} />
        </section>
      )}
      <ListState items={data.groups} empty={!isAdding && <EmptyState title={t("groups.empty")} action={add} />}>
        {(groups) => (
          <ul className={`rows ${parts.list}`}>
            {groups.map((group) => (
              <li key={group.id} className={styles.row}>
                <Link
                  className={`touch ${styles.name}`}
                  to={pathTo.adminGroup({ lang, groupId: group.id })}
                  lang={HTML_LANG[group.lang]}
                >
                  {group.name}
                </Link>
                <p className="facts soft small">
                  <span>{t("groups.count", { count: group.memberCount })}</span>
                  <span>{t(`groups.joining.${group.joining}`)}</span>
                  {group.askedCount > 0 && (
                    <span>
                      <Tag tone="note">{t("admin.groups.asking", { count: group.askedCount })}</Tag>
                    </span>
                  )}
                  {!group.isListed && (
                    <span>
                      <Tag>{t("admin.groups.unlisted")}</Tag>
                    </span>
                  )}
                </p>
              </li>
            ))}
          </ul>
        )}
      </ListState>
    </AdminPage>
  );
}
