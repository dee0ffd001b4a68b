import { Button } from "../../../components/Button";
import { DateTime } from "../../../components/DateTime";
import { EmptyState } from "../../../components/feedback/EmptyState";
import { ListState } from "../../../components/feedback/ListState";
import { Tag } from "../../../components/Tag";
import type { AdminBarriersPayload, Barrier } from "../../../generated/payloads";
import { addBarrier, removeBarrier } from "../../../lib/api/rights/barriers";
import type { PageProps } from "../../../lib/page";
import { useQuickAction } from "../../../lib/requests/useQuickAction";
import { useTranslation } from "../../../lib/texts";
import { AdminPage } from "../parts/AdminPage";
import { BarrierForm } from "./BarrierForm";
import styles from "./rights.module.css";

/** Blocked email domains, hosts of links and networks. */
export function Barriers({ data }: PageProps<AdminBarriersPayload>) {
  const { t } = useTranslation();
  return (
    <AdminPage title={t("admin.barriers.title")} lead={t("admin.barriers.lead")}>
      <BarrierForm />
      <ListState items={data.barriers} empty={<EmptyState title={t("admin.barriers.empty")} drawing="shelf" />}>
        {(barriers) => (
          <ul className="rows">
            {barriers.map((barrier) => (
              <BarrierRow key={barrier.id} barrier={barrier} />
            ))}
          </ul>
        )}
      </ListState>
    </AdminPage>
  );
}

function BarrierRow({ barrier }: { barrier: Barrier }) {
  const { t } = useTranslation();
  const { run, isRunning } = useQuickAction();
  const { id, kind, value, note } = barrier;
  const remove = () =>
    run(
      () => removeBarrier(id),
      t("admin.barriers.removed"),
      () => addBarrier({ id, kind, value, note }),
    );
  return (
    <li className={styles.person}>
      <div className={styles.who}>
        <p className="cluster">
          <strong>{value}</strong>
          <Tag>{t(`admin.barriers.${kind}`)}</Tag>
        </p>
        {note && <p>{note}</p>}
        <p className="facts soft small">
          <DateTime value={barrier.createdAt} />
          <span>{barrier.creatorName ?? t("forum.formerMember")}</span>
        </p>
      </div>
      <Button
        size="small"
        look="quiet"
        isBusy={isRunning}
        aria-label={t("admin.barriers.removeOf", { value })}
        onClick={remove}
      >
        {t("admin.barriers.remove")}
      </Button>
    </li>
  );
}
