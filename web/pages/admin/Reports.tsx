import { EmptyState } from "../../components/feedback/EmptyState";
import { ListState } from "../../components/feedback/ListState";
import { Pager } from "../../components/Pager";
import { Tag } from "../../components/Tag";
import { pathTo } from "../../generated/paths";
import type { AdminReportsPayload } from "../../generated/payloads";
import { useLang } from "../../lib/context";
import { formatNumber } from "../../lib/format/format";
import type { PageProps } from "../../lib/page";
import { useTranslation } from "../../lib/texts";
import { AdminPage } from "./parts/AdminPage";
import parts from "./parts/parts.module.css";
import { HiddenCard } from "./reports/HiddenCard";
import { PrivateReports } from "./reports/PrivateReports";
import { ReportCard } from "./reports/ReportCard";
import styles from "./reports/reports.module.css";

const SHELVES = ["open", "upheld", "dismissed", "hidden"] as const;

/** What members reported, and what is hidden, by shelves. */
export function Reports({ data }: PageProps<AdminReportsPayload>) {
  const { t } = useTranslation();
  const empty = t(data.shelf === "open" ? "admin.reports.empty.open" : "admin.reports.empty.other");
  return (
    <AdminPage title={t("admin.reports.title")}>
      <Shelves data={data} />
      {data.shelf === "hidden" ? (
        <ListState items={data.hidden} empty={<EmptyState title={empty} />} pager={<Pager next={data.next} />}>
          {(items) => (
            <ul className={parts.list}>
              {items.map((item) => (
                <HiddenCard key={item.thing.replyId ?? item.thing.postId} item={item} />
              ))}
            </ul>
          )}
        </ListState>
      ) : (
        <ListState items={data.reports} empty={<EmptyState title={empty} />} pager={<Pager next={data.next} />}>
          {(reports) => (
            <ul className={parts.list}>
              {reports.map((report) => (
                <ReportCard key={report.id} report={report} />
              ))}
            </ul>
          )}
        </ListState>
      )}
      <PrivateReports reports={data.private} />
    </AdminPage>
  );
}

interface Props {
  data: AdminReportsPayload;
}

function Shelves({ data }: Props) {
  const { t } = useTranslation();
  const lang = useLang();
  const names: Record<(typeof SHELVES)[number], string> = {
    open: t("admin.reports.open"),
    upheld: t("admin.reports.upheld"),
    dismissed: t("admin.reports.dismissed"),
    hidden: t("admin.reports.hidden"),
  };
  return (
    <nav aria-label={t("admin.reports.shelves")}>
      <ul className={styles.shelves}>
        {SHELVES.map((shelf) => (
          <li key={shelf}>
            <Tag
              to={pathTo.adminReports({ lang }, { status: shelf === "open" ? null : shelf })}
              isCurrent={shelf === data.shelf}
            >
              {names[shelf]}
              {shelf === "open" && data.openCount > 0 && <strong>{formatNumber(lang, data.openCount)}</strong>}
            </Tag>
          </li>
        ))}
      </ul>
    </nav>
  );
}
