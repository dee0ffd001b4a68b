import { useState } from "react";
import { Button } from "../../../components/Button";
import { EmptyState } from "../../../components/feedback/EmptyState";
import { Tag } from "../../../components/Tag";
import { pathTo } from "../../../generated/paths";
import type { AdminResourceCategory, AdminResourcesPayload } from "../../../generated/payloads";
import { deleteCategory, orderCategories, restoreRemoved } from "../../../lib/api/resources";
import { MEMBERS } from "../../../lib/audiences";
import { useLang } from "../../../lib/context";
import { formatNumber } from "../../../lib/format/format";
import { HTML_LANG } from "../../../lib/i18n";
import { useQuickAction } from "../../../lib/requests/useQuickAction";
import { useTranslation } from "../../../lib/texts";
import { OrderButtons } from "../parts/OrderButtons";
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
              {category.groupId && <span lang={HTML_LANG[lang]}>· {t("common.limited")}</span>}
            </Tag>
          );
        })}
      </nav>
      {open === null ? (
        <>
          {chosen && <Readers category={chosen} data={data} />}
          <div className="cluster">
            {chosen?.mayChange && (
              <Button onClick={() => setOpen("chosen")}>{t("admin.resources.changeCategory")}</Button>
            )}
            {chosen?.mayChange && <Changes category={chosen} data={data} />}
            {add}
          </div>
        </>
      ) : (
        <section className={styles.sheet}>
          <h2>{t(open === "new" ? "admin.resources.addCategory" : "admin.resources.changeCategory")}</h2>
          <CategoryForm
            category={open === "new" ? undefined : chosen}
            audiences={data.audiences}
            onDone={() => setOpen(null)}
          />
        </section>
      )}
    </>
  );
}

interface ChosenProps extends Props {
  category: AdminResourceCategory;
}

/** For whom the shelf is, unless it is for everyone. */
function Readers({ category, data }: ChosenProps) {
  const { t } = useTranslation();
  if (!category.groupId) return null;
  const audience = data.audiences.find((one) => one.id === category.groupId);
  const key = category.groupId === MEMBERS ? "admin.access.members" : "admin.audience.other";
  return (
    <p className="facts">
      <span>{t("admin.audience.label")}</span>
      <span lang={audience?.lang ? HTML_LANG[audience.lang] : undefined}>{audience?.name ?? t(key)}</span>
    </p>
  );
}

/** Deletes the shelf once it is empty, and moves it among those that the visitor may change. */
function Changes({ category, data }: ChosenProps) {
  const { t } = useTranslation();
  const lang = useLang();
  const { run, isRunning } = useQuickAction();
  const { name } = findCategoryName(category, lang);
  return (
    <>
      {category.count === 0 && (
        <Button
          look="danger"
          isBusy={isRunning}
          onClick={() =>
            run(
              () => deleteCategory(category.id),
              t("admin.resources.categoryRemoved"),
              () => restoreRemoved("resource_category", category.id),
            )
          }
        >
          {t("admin.resources.deleteCategory")}
        </Button>
      )}
      <OrderButtons
        id={category.id}
        all={data.categories.filter((one) => one.mayChange)}
        labels={{
          up: t("admin.resources.up", { name }),
          down: t("admin.resources.down", { name }),
          done: t("admin.resources.categorySaved"),
        }}
        save={orderCategories}
      />
    </>
  );
}
