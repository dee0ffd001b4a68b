import { useState } from "react";
import { Button } from "../../../components/Button";
import { Card } from "../../../components/Card";
import { Tag } from "../../../components/Tag";
import type { AdminResource, AdminResourceCategory } from "../../../generated/payloads";
import { nameOfFile } from "../../../lib/api/memberFiles";
import { deleteResource, orderResources, restoreRemoved } from "../../../lib/api/resources";
import { useLang } from "../../../lib/context";
import { HTML_LANG } from "../../../lib/i18n";
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
}

export function ResourceLine({ resource, resources, categories }: Props) {
  const { t } = useTranslation();
  const lang = useLang();
  const [isEditing, setEditing] = useState(false);
  const text = resource.texts.find((one) => one.language === lang) ?? resource.texts[0];
  const name = text?.title ?? resource.url;
  const languages = useMissing(resource.texts.map((one) => one.language));
  return (
    <Card as="li">
      <div className={parts.head}>
        <h2 lang={text && HTML_LANG[text.language]}>{name}</h2>
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
      </div>
      <p className={styles.address}>{nameOfFile(resource.url) ?? resource.url}</p>
      <div className="cluster">
        <Tag tone="accent">{t(`resources.kind.${resource.kind}`)}</Tag>
        {!resource.isPublished && <Tag tone="note">{t("admin.resources.notPublished")}</Tag>}
        {languages && <span className="soft small">{t("admin.resources.missing", { languages })}</span>}
      </div>
      {isEditing ? (
        <ResourceForm
          resource={resource}
          category={resource.categoryId}
          categories={categories}
          onDone={() => setEditing(false)}
        />
      ) : (
        <div className="cluster">
          <Button onClick={() => setEditing(true)}>{t("admin.resources.edit")}</Button>
          <Removal
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
    </Card>
  );
}
