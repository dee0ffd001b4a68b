import { useState } from "react";
import { Button } from "../../components/Button";
import { EmptyState } from "../../components/feedback/EmptyState";
import { ListState } from "../../components/feedback/ListState";
import type { AdminForumsPayload } from "../../generated/payloads";
import type { PageProps } from "../../lib/page";
import { useTranslation } from "../../lib/texts";
import { ClosedArea } from "./forums/ClosedArea";
import { ForumForm } from "./forums/ForumForm";
import { ForumLine } from "./forums/ForumLine";
import { AdminPage } from "./parts/AdminPage";
import styles from "./parts/parts.module.css";

/** The forums: their names in each language, their order, how long authors may edit. */
export function Forums({ data }: PageProps<AdminForumsPayload>) {
  const { t } = useTranslation();
  const [isAdding, setAdding] = useState(false);
  const add = (
    <Button look="primary" onClick={() => setAdding(true)}>
      {t("admin.forums.add")}
    </Button>
  );
  return (
    <AdminPage title={t("admin.forums.title")} action={!isAdding && data.forums.length > 0 && add}>
      {isAdding && (
        <section className={styles.sheet} aria-label={t("admin.forums.add")}>
          <h2>{t("admin.forums.add")}</h2>
          <ForumForm onDone={() => setAdding(false)} />
        </section>
      )}
      <ListState items={data.forums} empty={!isAdding && <EmptyState title={t("forum.empty.title")} action={add} />}>
        {(forums) => (
          <ol className="rows">
            {forums.map((forum) => (
              <ForumLine key={forum.id} forum={forum} data={data} />
            ))}
          </ol>
        )}
      </ListState>
      {data.closed.map((forum) => (
        <ClosedArea key={forum.id} forum={forum} />
      ))}
    </AdminPage>
  );
}
