import { useState } from "react";
import { Button } from "../../../components/Button";
import { LanguageTag, Tag } from "../../../components/Tag";
import type { AdminResource, AdminResourceCategory, Audience } from "../../../generated/payloads";
import { nameOfFile } from "../../../lib/api/memberFiles";
import { deleteResource, orderResources, restoreRemoved } from "../../../lib/api/resources";
import { useLang } from "../../../lib/context";
import { formatList } from "../../../lib/format/format";
import { HTML_LANG, OWN_NAME } from "../../../lib/i18n";
import { LANGS } from "../../../lib/page";
import { useTranslation } from "../../../lib/texts";
import { OrderButtons } from "../parts/OrderButtons";
import parts from "../parts/parts.module.css";
import { Removal } from "../parts/Removal";
import { useMissing } from "../parts/useMissing";
import { ResourceForm } from "./ResourceForm";
import styles from "./resources.module.css";

interface Props {
  resource: AdminResource;
  /** The shelf that it stands on, in its order. */
  resources: readonly AdminResource[];
  categories: readonly AdminResourceCategory[];
  audiences: readonly Audience[];
}

/** One row: the resource, what can be done with it, its place. The form opens under it. */
export function ResourceLine({ resource, resources, categories, audiences }: Props) {
  const { t } = useTranslation();
  const lang = useLang();
  const [isEditing, setEditing] = useState(false);
  const text = resource.texts.find((one) => one.language === lang) ?? resource.texts[0];
  const address = resource.files[0]?.url ?? "";
  const name = text?.title ?? address;
  const languagesOfFiles = LANGS.filter((one) => resource.files.some(({ language }) => language === one));
  const behind = resource.files.flatMap(({ language, olderThan }) =>
    language && olderThan ? [OWN_NAME[language]] : [],
  );
  const languages = useMissing(resource.texts.map((one) => one.language));
  return (
    <li className={parts.line}>
      <div className={parts.what}>
        <h2 lang={text && HTML_LANG[text.language]}>{name}</h2>
        <p className="facts">
          <span>{t(`resources.kind.${resource.kind}`)}</span>
          <span className={styles.address}>{nameOfFile(address) ?? address}</span>
          {languagesOfFiles.length > 0 && (
            <span className={styles.tags}>
              {languagesOfFiles.map((one) => (
                <LanguageTag key={one} language={one} />
              ))}
            </span>
          )}
          {behind.length > 0 && (
            <span>
              <Tag tone="note">{t("admin.resources.behind", { languages: formatList(lang, behind) })}</Tag>
            </span>
          )}
          {!resource.isPublished && (
            <span>
              <Tag tone="note">{t("admin.resources.notPublished")}</Tag>
            </span>
          )}
          {resource.groupId && (
            <span>
              <Tag>{t("common.limited")}</Tag>
            </span>
          )}
          {languages && <span>{t("admin.resources.missing", { languages })}</span>}
        </p>
      </div>
      {!isEditing && (
        <div className={parts.acts}>
          <Button look="quiet" size="small" onClick={() => setEditing(true)}>
            {t("admin.resources.edit")}
          </Button>
          <Removal
            isInRow
            labels={{
              act: t("admin.resources.delete"),
              title: t("admin.resources.deleteTitle", { name }),
              text: t("admin.resources.deleteText"),
              done: t("admin.resources.removed"),
            }}
            remove={() => deleteResource(resource.id)}
            restore={() => restoreRemoved("resource", resource.id)}
          />
        </div>
      )}
      <OrderButtons
        id={resource.id}
        all={resources}
        labels={{
          up: t("admin.resources.up", { name }),
          down: t("admin.resources.down", { name }),
          done: t("admin.resources.saved"),
        }}
        save={(ids) => orderResources(resource.categoryId, ids)}
      />
      {isEditing && (
        <div className={parts.opened}>
          <ResourceForm
            resource={resource}
            category={resource.categoryId}
            categories={categories}
            audiences={audiences}
            onDone={() => setEditing(false)}
          />
        </div>
      )}
    </li>
  );
}
