import { Notice } from "../../../../components/feedback/Notice";
import type { AdminMenuItem, AdminMenuPage } from "../../../../generated/payloads";
import { useTranslation } from "../../../../lib/texts";
import { SaveForm } from "../../parts/SaveForm";
import { AddItem } from "./AddItem";
import { ItemRow } from "./ItemRow";
import styles from "./Menu.module.css";
import { MAX_ITEMS } from "./menuItems";
import { useMenuForm } from "./useMenuForm";

interface Props {
  place: "header" | "footer";
  saved: readonly AdminMenuItem[];
  pages: readonly AdminMenuPage[];
}

/** One menu: its links in their order, and what can be added. Nothing changes for visitors until it is saved. */
export function MenuForm({ place, saved, pages }: Props) {
  const { t } = useTranslation();
  const { items, add, change, move, remove, save, saving, mistakes } = useMenuForm(place, saved);
  return (
    <section className={styles.menu} aria-labelledby={`menu-${place}`}>
      <h2 id={`menu-${place}`}>{t(`admin.menu.${place}`)}</h2>
      <SaveForm
        action={saving}
        onSave={save}
        label={t(`admin.menu.save.${place}`)}
        mistake={mistakes.size > 0 ? t("admin.menu.error.some") : null}
      >
        {items.length === 0 && <Notice>{t("admin.menu.empty")}</Notice>}
        <ol className={styles.items}>
          {items.map((item, at) => (
            <ItemRow
              key={item.key}
              item={item}
              pages={pages}
              mistake={mistakes.get(item.key) ?? null}
              isFirst={at === 0}
              isLast={at === items.length - 1}
              onChange={(changes) => change(item.key, changes)}
              onMove={(step) => move(item.key, step)}
              onRemove={() => remove(item.key)}
            />
          ))}
        </ol>
        {items.length < MAX_ITEMS && <AddItem pages={pages} onAdd={add} />}
      </SaveForm>
    </section>
  );
}
