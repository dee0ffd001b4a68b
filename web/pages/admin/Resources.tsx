import { useState } from "react";
import { Button } from "../../components/Button";
import { EmptyState } from "../../components/feedback/EmptyState";
import { ListState } from "../../components/feedback/ListState";
import { Pager } from "../../components/Pager";
import type { AdminResourcesPayload } from "../../generated/payloads";
import type { PageProps } from "../../lib/page";
import { useTranslation } from "../../lib/texts";
import { AdminPage } from "./parts/AdminPage";
import styles from "./parts/parts.module.css";
import { Categories } from "./resources/Categories";
import { ResourceForm } from "./resources/ResourceForm";
import { ResourceLine } from "./resources/ResourceLine";

/** The library's shelves: categories, and what stands in the chosen one, in its order. */
export function Resources({ data }: PageProps<AdminResourcesPayload>) {
  const { t } = useTranslation();
  const [isAdding, setAdding] = useState(false);
  const add = (
    <Button look="primary" onClick={() => setAdding(true)}>
      {t("admin.resources.add")}
    </Button>
  );
  return (
    <AdminPage title={t("admin.resources.title")}>
      <Categories data={data} />
      {isAdding && data.category && (
        <section className={styles.sheet} aria-label={t("admin.resources.add")}>
          <h2>{t("admin.resources.add")}</h2>
          <ResourceForm
            categories={data.categories}
            category={data.category}
            audiences={data.audiences}
            onDone={() => setAdding(false)}
          />
        </section>
      )}
      {!isAdding && data.resources.length > 0 && <div>{add}</div>}
      {data.category && (
        <ListState
          items={data.resources}
          empty={!isAdding && <EmptyState title={t("admin.resources.empty")} action={add} />}
          pager={<Pager next={data.next} />}
        >
          {(resources) => (
            <ol className="rows">
              {resources.map((resource) => (
                <ResourceLine
                  key={resource.id}
                  resource={resource}
                  resources={resources}
                  categories={data.categories}
                  audiences={data.audiences}
                />
              ))}
            </ol>
          )}
        </ListState>
      )}
    </AdminPage>
  );
}
