import { Button } from "../../../components/Button";
import { FailureNotice } from "../../../components/feedback/FailureNotice";
import type { AdminAppearancePayload } from "../../../generated/payloads";
import type { PageProps } from "../../../lib/page";
import { useTranslation } from "../../../lib/texts";
import { AdminPage } from "../parts/AdminPage";
import { AccentChoice } from "./AccentChoice";
import styles from "./Appearance.module.css";
import { Earlier } from "./Earlier";
import { FontChoice } from "./FontChoice";
import { PictureChoices } from "./PictureChoices";
import { PresetChoice } from "./PresetChoice";
import { Preview } from "./Preview";
import { HomeSections } from "./sections/HomeSections";
import { useAppearance } from "./useAppearance";

/** How the site looks: every choice shows at once in the preview, and visitors see it when it is published. */
export function Appearance({ data }: PageProps<AdminAppearancePayload>) {
  const { t } = useTranslation();
  const { look, change, discard, isChanged, publish, publishing, restore, isRestoring } = useAppearance(data);
  const actions = (
    <div className="cluster">
      {isChanged && (
        <Button look="quiet" onClick={discard}>
          {t("admin.appearance.discard")}
        </Button>
      )}
      <Button
        look="primary"
        isBusy={publishing.isRunning}
        aria-disabled={!isChanged}
        onClick={isChanged ? publish : undefined}
      >
        {t("admin.appearance.publish")}
      </Button>
    </div>
  );
  return (
    <AdminPage title={t("admin.appearance.title")} action={actions}>
      <p className="visually-hidden" role="status">
        {isChanged && t("admin.appearance.unpublished")}
      </p>
      <FailureNotice failure={publishing.failure} onRetry={publish} />
      <div className={styles.columns}>
        <Preview look={look} data={data} />
        <div className={styles.choices}>
          <PresetChoice value={look.preset} onChange={(preset) => change({ preset })} />
          <AccentChoice preset={look.preset} value={look.accent} onChange={(accent) => change({ accent })} />
          <FontChoice value={look.fontPair} onChange={(fontPair) => change({ fontPair })} />
          <PictureChoices look={look} onChange={change} />
          <HomeSections sections={data.homeSections} />
          <Earlier earlier={data.earlier} isBusy={isRestoring} onRestore={restore} />
        </div>
      </div>
    </AdminPage>
  );
}
