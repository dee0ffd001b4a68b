import { useState } from "react";
import { Button } from "../../../components/Button";
import { EmptyState } from "../../../components/feedback/EmptyState";
import { ListState } from "../../../components/feedback/ListState";
import { pathTo } from "../../../generated/paths";
import type { AdminSeriesPayload } from "../../../generated/payloads";
import { useLang } from "../../../lib/context";
import type { PageProps } from "../../../lib/page";
import { useTranslation } from "../../../lib/texts";
import { AdminPage } from "../parts/AdminPage";
import parts from "../parts/parts.module.css";
import { SeriesForm } from "./SeriesForm";
import { SeriesSheet } from "./SeriesSheet";

/** The series of articles: their names, and their articles in order. */
export function SeriesList({ data }: PageProps<AdminSeriesPayload>) {
  const { t } = useTranslation();
  const lang = useLang();
  const [isAdding, setAdding] = useState(false);
  return (
    <AdminPage
      title={t("admin.series.title")}
      lead={t("admin.series.lead")}
      back={{ to: pathTo.adminArticles({ lang }), label: t("admin.articles.title") }}
      action={!isAdding && <Button onClick={() => setAdding(true)}>{t("admin.series.add")}</Button>}
    >
      {isAdding && (
        <section className={parts.sheet} aria-labelledby="add-series">
          <h2 id="add-series">{t("admin.series.add")}</h2>
          <SeriesForm onDone={() => setAdding(false)} />
        </section>
      )}
      <ListState items={data.series} empty={<EmptyState drawing="shelf" title={t("admin.series.empty")} />}>
        {(all) => (
          <ul className={parts.list}>
            {all.map((series) => (
              <SeriesSheet key={series.id} series={series} articles={data.articles} />
            ))}
          </ul>
        )}
      </ListState>
    </AdminPage>
  );
}
