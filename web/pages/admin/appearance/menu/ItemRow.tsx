import { useState } from "react";
import { Button } from "../../../../components/Button";
import { TextField } from "../../../../components/fields/Field";
import { ChevronIcon, EditIcon, TrashIcon } from "../../../../components/icons";
import type { AdminMenuItem, AdminMenuPage } from "../../../../generated/payloads";
import { useLang } from "../../../../lib/context";
import { HTML_LANG, OWN_NAME } from "../../../../lib/i18n";
import { useTranslation } from "../../../../lib/texts";
import { useLanguages } from "../../../../lib/useLanguages";
import styles from "./Menu.module.css";
import { MAX_LABEL, nameOf } from "./menuItems";

interface Props {
  item: AdminMenuItem;
  pages: readonly AdminMenuPage[];
  /** The key of what is wrong with it. */
  mistake: string | null;
  isFirst: boolean;
  isLast: boolean;
  onChange: (changes: Partial<AdminMenuItem>) => void;
  onMove: (step: number) => void;
  onRemove: () => void;
}

/** One link: what it leads to, where it stands, and its name in each language. */
export function ItemRow({ item, pages, mistake, isFirst, isLast, onChange, onMove, onRemove }: Props) {
  const { t } = useTranslation();
  const lang = useLang();
  const [isOpen, setOpen] = useState(item.url === "");
  const target = item.screen ? t(`nav.${item.screen}`) : (pages.find(({ id }) => id === item.pageId)?.title ?? null);
  const name = nameOf(item, lang, pages, (screen) => t(`nav.${screen}`)) || t("admin.menu.newLink");
  const kind = item.screen ? "area" : item.pageId ? "page" : "link";
  return (
    <li className={styles.item} data-wrong={mistake ? true : undefined}>
      <div className={styles.row}>
        <span className={styles.name}>
          <span>{name}</span>
          <small>
            {t(`admin.menu.kind.${kind}`)}
            {target && target !== name ? ` · ${target}` : item.url && ` · ${item.url}`}
          </small>
        </span>
        <Button look="quiet" aria-label={t("admin.menu.up", { name })} disabled={isFirst} onClick={() => onMove(-1)}>
          <span className={styles.up}>
            <ChevronIcon />
          </span>
        </Button>
        <Button look="quiet" aria-label={t("admin.menu.down", { name })} disabled={isLast} onClick={() => onMove(1)}>
          <ChevronIcon />
        </Button>
        <Button
          look="quiet"
          aria-label={t("admin.menu.edit", { name })}
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          <EditIcon />
        </Button>
        <Button look="quiet" aria-label={t("admin.menu.remove", { name })} onClick={onRemove}>
          <TrashIcon />
        </Button>
      </div>
      {(isOpen || mistake) && <ItemFields item={item} mistake={mistake} target={target} onChange={onChange} />}
    </li>
  );
}

interface FieldsProps {
  item: AdminMenuItem;
  mistake: string | null;
  target: string | null;
  onChange: (changes: Partial<AdminMenuItem>) => void;
}

function ItemFields({ item, mistake, target, onChange }: FieldsProps) {
  const { t } = useTranslation();
  const languages = useLanguages();
  const isAddressWrong = mistake === "admin.menu.error.address";
  return (
    <div className={styles.fields}>
      {item.url !== null && (
        <TextField
          label={t("admin.menu.address")}
          required
          inputMode="url"
          placeholder="https://"
          maxLength={2048}
          value={item.url}
          error={isAddressWrong ? t(mistake) : null}
          onChange={(event) => onChange({ url: event.target.value })}
        />
      )}
      <p className="soft small">{target ? t("admin.menu.labelHint", { name: target }) : t("admin.menu.linkHint")}</p>
      {languages.map((one, at) => (
        <TextField
          key={one}
          label={t("admin.menu.label", { language: OWN_NAME[one] })}
          lang={HTML_LANG[one]}
          maxLength={MAX_LABEL}
          value={item.labels[one]}
          error={at === 0 && mistake && !isAddressWrong ? t(mistake) : null}
          onChange={(event) => onChange({ labels: { ...item.labels, [one]: event.target.value } })}
        />
      ))}
    </div>
  );
}
