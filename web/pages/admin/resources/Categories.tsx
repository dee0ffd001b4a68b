import { useState } from "react";
import { Button } from "../../../components/Button";
import { EmptyState } from "../../../components/feedback/EmptyState";
import { Tag } from "../../../components/Tag";
import { pathTo } from "../../../generated/paths";
import type { AdminResourcesPayload } from "../../../generated/payloads";
import { deleteCategory, restoreRemoved } from "../../../lib/api/resources";
import { useLang } from "../../../lib/context";
import { formatNumber } from "../../../lib/format/format";
import { HTML_LANG } from "../../../lib/i18n";
import { useQuickAction } from "../../../lib/requests/useQuickAction";
import { useTranslation } from "../../../lib/texts";
import styles from "../parts/parts.module.css";
import { CategoryForm } from "./CategoryForm";
import { findCategoryName } from "./categoryName";

interface Props {
  data: AdminResourcesPayload;
}

/** Which shelf is shown, and what the shelves are called. */
export function Categories({ data }: Props) {
  const { t } = useTranslation();
  const lang = useLang();
  const [open, setOpen] = useState<"new" | "chosen" | null>(null);
  const chosen = data.categories.find((one) => one.id === data.category);
  const add = <Button onClick={() => setOpen("new")}>{t("admin.resources.addCategory")}</Button>;
  const { run, isRunning } = useQuickAction();
  if (!chosen && open === null) return <EmptyState title={t("admin.resources.noCategory")} action={add} />;
  return (
    <>
      <nav className="cluster" aria-label={t("admin.resources.categories")}>
        {data.categories.map((category) => {
          const { name, language } = findCategoryName(category, lang);
          return (
            <Tag
              key={category.id}
              to={pathTo.adminResources({ lang }, { category: category.slug })}
              isCurrent={category.id === data.category}
              lang={HTML_LANG[language]}
            >
              {name} {formatNumber(lang, category.count)}
            </Tag>
          );
        })}
      </nav>
      {open === null ? (
        <div className="cluster">
          <Button onClick={() => setOpen("chosen")}>{t("admin.resources.renameCategory")}</Button>
          {chosen?.count === 0 && (
            <Button
              look="danger"
              isBusy={isRunning}
              onClick={() =>
                run(
                  () => deleteCategory(chosen.id),
                  t("admin.resources.categoryRemoved"),
                  () => restoreRemoved("resource_category", chosen.id),
                )
              }
            >
              {t("admin.resources.deleteCategory")}
            </Button>
          )}
          {add}
        </div>
      ) : (
        <section className={styles.sheet}>
          <h2>{t(open === "new" ? "admin.resources.addCategory" : "admin.resources.renameCategory")}</h2>
          <CategoryForm category={open === "new" ? undefined : chosen} onDone={() => setOpen(null)} />
        </section>
      )}
    </>
  );
}
