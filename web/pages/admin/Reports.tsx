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
import { AutomaticCard } from "./reports/AutomaticCard";
import { HeldCard } from "./reports/HeldCard";
import { HiddenCard } from "./reports/HiddenCard";
import { PrivateReports } from "./reports/PrivateReports";
import { ReportCard } from "./reports/ReportCard";
import styles from "./reports/reports.module.css";

const SHELVES = ["waiting", "open", "upheld", "dismissed", "hidden", "automatic"] as const;

/** What members reported, and what is hidden, by shelves. */
export function Reports({ data }: PageProps<AdminReportsPayload>) {
  const { t } = useTranslation();
  const has = data.shelf === "open" || data.shelf === "waiting" ? data.shelf : "other";
  const empty = <EmptyState title={t(`admin.reports.empty.${has}`)} />;
  return (
    <AdminPage title={t("admin.reports.title")}>
      <Shelves data={data} />
      {data.shelf === "waiting" ? (
        <ListState items={data.waiting} empty={empty} pager={<Pager next={data.next} />}>
          {(items) => (
            <ul className={parts.list}>
              {items.map((held) => (
                <HeldCard key={held.id} held={held} />
              ))}
            </ul>
          )}
        </ListState>
      ) : data.shelf === "automatic" ? (
        <ListState items={data.automatic} empty={empty} pager={<Pager next={data.next} />}>
          {(items) => (
            <>
              <p className="soft">{t("admin.reports.automaticLead")}</p>
              <ul className={parts.list}>
                {items.map((act) => (
                  <AutomaticCard key={act.id} act={act} />
                ))}
              </ul>
            </>
          )}
        </ListState>
      ) : data.shelf === "hidden" ? (
        <ListState items={data.hidden} empty={empty} pager={<Pager next={data.next} />}>
          {(items) => (
            <ul className={parts.list}>
              {items.map((item) => (
                <HiddenCard key={item.thing.replyId ?? item.thing.postId} item={item} />
              ))}
            </ul>
          )}
        </ListState>
      ) : (
        <ListState items={data.reports} empty={empty} pager={<Pager next={data.next} />}>
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
  const counts: Partial<Record<(typeof SHELVES)[number], number>> = {
    waiting: data.waitingCount,
    open: data.openCount,
  };
  const names: Record<(typeof SHELVES)[number], string> = {
    waiting: t("admin.reports.waiting"),
    open: t("admin.reports.open"),
    upheld: t("admin.reports.upheld"),
    dismissed: t("admin.reports.dismissed"),
    hidden: t("admin.reports.hidden"),
    automatic: t("admin.reports.automatic"),
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
              {(counts[shelf] ?? 0) > 0 && <strong>{formatNumber(lang, counts[shelf] ?? 0)}</strong>}
            </Tag>
          </li>
        ))}
      </ul>
    </nav>
  );
}
