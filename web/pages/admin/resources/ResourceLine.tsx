import { useState } from "react";
import { Button } from "../../../components/Button";
import { Card } from "../../../components/Card";
import { ConfirmDialog } from "../../../components/ConfirmDialog";
import { ChevronIcon } from "../../../components/icons";
import { Tag } from "../../../components/Tag";
import type { AdminResource, AdminResourceCategory } from "../../../generated/payloads";
import { useLang } from "../../../lib/context";
import { formatList } from "../../../lib/format";
import { HTML_LANG, OWN_NAME } from "../../../lib/i18n";
import { LANGS } from "../../../lib/page";
import { deleteResource, orderResources } from "../../../lib/resources";
import { useTranslation } from "../../../lib/texts";
import { showToast } from "../../../lib/toasts";
import { useAction, useRefresh } from "../../../lib/useAction";
import { useQuickAct } from "../../../lib/useQuickAct";
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
  const missing = LANGS.filter((one) => !resource.texts.some((other) => other.language === one));
  return (
    <Card as="li">
      <div className={styles.row}>
        <h2 lang={text && HTML_LANG[text.language]}>{name}</h2>
        <Order resource={resource} resources={resources} name={name} />
      </div>
      <p className={styles.address}>{resource.url}</p>
      <div className="cluster">
        <Tag tone="accent">{t(`resources.kind.${resource.kind}`)}</Tag>
        {!resource.isPublished && <Tag tone="note">{t("admin.resources.notPublished")}</Tag>}
        {missing.length > 0 && (
          <span className="soft small">
            {t("admin.resources.missing", {
              languages: formatList(
                lang,
                missing.map((one) => OWN_NAME[one]),
              ),
            })}
          </span>
        )}
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
          <Removal resource={resource} name={name} />
        </div>
      )}
    </Card>
  );
}

interface NamedProps {
  resource: AdminResource;
  name: string;
}

function Order({ resource, resources, name }: NamedProps & Pick<Props, "resources">) {
  const { t } = useTranslation();
  const { run, isRunning } = useQuickAct();
  const ids = resources.map((one) => one.id);
  const place = ids.indexOf(resource.id);
  const move = (step: number) => {
    const moved = ids.filter((id) => id !== resource.id);
    moved.splice(place + step, 0, resource.id);
    return run(() => orderResources(resource.categoryId, moved), t("admin.resources.saved"));
  };
  return (
    <div className={styles.order}>
      {place > 0 && (
        <Button look="quiet" isBusy={isRunning} aria-label={t("admin.resources.up", { name })} onClick={() => move(-1)}>
          <span className={styles.up}>
            <ChevronIcon />
          </span>
        </Button>
      )}
      {place < ids.length - 1 && (
        <Button
          look="quiet"
          isBusy={isRunning}
          aria-label={t("admin.resources.down", { name })}
          onClick={() => move(1)}
        >
          <ChevronIcon />
        </Button>
      )}
    </div>
  );
}

function Removal({ resource, name }: NamedProps) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  const refresh = useRefresh();
  const action = useAction(deleteResource);
  const handleConfirm = async () => {
    const outcome = await action.run(resource.id);
    if (!outcome || outcome.failure) return;
    setOpen(false);
    showToast(t("admin.resources.removed"), { tone: "success" });
    await refresh();
  };
  return (
    <>
      <Button look="danger" onClick={() => setOpen(true)}>
        {t("admin.resources.delete")}
      </Button>
      <ConfirmDialog
        isOpen={isOpen}
        title={t("admin.resources.deleteTitle", { name })}
        confirm={t("admin.resources.delete")}
        isDanger
        isBusy={action.isRunning}
        failure={action.failure}
        onConfirm={handleConfirm}
        onClose={() => setOpen(false)}
      >
        <p>{t("admin.resources.deleteText")}</p>
      </ConfirmDialog>
    </>
  );
}
