import type { AdminSitePayload } from "../../generated/payloads";
import type { PageProps } from "../../lib/page";
import { useTranslation } from "../../lib/texts";
import { AdminPage } from "./parts/AdminPage";
import { FormSections } from "./parts/FormSections";
import { CommunitySettings } from "./site/CommunitySettings";
import { EmbedSettings } from "./site/embed/EmbedSettings";
import { ModerationSettings } from "./site/ModerationSettings";
import { RetentionSettings } from "./site/RetentionSettings";
import { SiteSettings } from "./site/SiteSettings";
import { SiteTexts } from "./site/SiteTexts";

/** The site's name, its texts in each language, and its settings. */
export function Site({ data }: PageProps<AdminSitePayload>) {
  const { t } = useTranslation();
  return (
    <AdminPage title={t("admin.site.title")}>
      <FormSections
        steps={[
          { id: "site-words", title: t("admin.site.words") },
          { id: "site-languages", title: t("admin.site.general") },
          { id: "site-protection", title: t("admin.site.protection") },
          { id: "site-community", title: t("admin.community.title") },
          { id: "site-newcomers", title: t("admin.moderation.title") },
          { id: "site-retention", title: t("admin.retention.title") },
          { id: "site-embed", title: t("admin.embed.title") },
        ]}
      >
        <SiteTexts texts={data.texts} />
        <SiteSettings data={data} />
        <CommunitySettings data={data} />
        <ModerationSettings data={data} />
        <RetentionSettings data={data} />
        <EmbedSettings data={data} />
      </FormSections>
    </AdminPage>
  );
}
