import { AdminNav } from "../../components/AdminNav";
import type { AdminSitePayload } from "../../generated/payloads";
import type { PageProps } from "../../lib/page";
import { useTranslation } from "../../lib/texts";
import { SiteSettings } from "./site/SiteSettings";
import { SiteWords } from "./site/SiteWords";

/** What the hall is called, what it says of itself in each language, and its settings. */
export function Site({ data }: PageProps<AdminSitePayload>) {
  const { t } = useTranslation();
  return (
    <div className="stack" style={{ "--gap": "var(--space-6)" }}>
      <h1>{t("admin.site.title")}</h1>
      <AdminNav />
      <SiteWords texts={data.texts} />
      <SiteSettings data={data} />
    </div>
  );
}
