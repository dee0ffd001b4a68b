import { useState } from "react";
import { Button } from "../../../../components/Button";
import { SelectField } from "../../../../components/fields/Field";
import { PlusIcon } from "../../../../components/icons";
import type { AdminMenuItem, AdminMenuPage } from "../../../../generated/payloads";
import { useLang } from "../../../../lib/context";
import { colon } from "../../../../lib/format/format";
import { useTranslation } from "../../../../lib/texts";
import styles from "./Menu.module.css";
import { SCREENS } from "./menuItems";

interface Props {
  pages: readonly AdminMenuPage[];
  onAdd: (item: AdminMenuItem) => void;
}

const LINK = "link";

/** An area, a published page, or a link to anywhere. */
export function AddItem({ pages, onAdd }: Props) {
  const { t } = useTranslation();
  const lang = useLang();
  const [target, setTarget] = useState<string>(SCREENS[0]);
  const options = [
    ...SCREENS.map((screen) => ({
      value: screen as string,
      label: `${t("admin.menu.kind.area")}${colon(lang)}${t(`nav.${screen}`)}`,
    })),
    ...pages.map((page) => ({ value: page.id, label: `${t("admin.menu.kind.page")}${colon(lang)}${page.title}` })),
    { value: LINK, label: t("admin.menu.newLink") },
  ];
  const handleAdd = () => {
    const labels = { en: "", zh: "", ms: "", vi: "" };
    const screen = SCREENS.find((one) => one === target) ?? null;
    const isLink = target === LINK;
    onAdd({ screen, pageId: screen || isLink ? null : target, url: isLink ? "" : null, labels });
  };
  return (
    <div className={styles.add}>
      <SelectField
        label={t("admin.menu.add")}
        value={target}
        options={options}
        onChange={(event) => setTarget(event.target.value)}
      />
      <Button onClick={handleAdd}>
        <PlusIcon /> {t("admin.menu.addButton")}
      </Button>
    </div>
  );
}
