import { Link, useNavigate } from "react-router";
import { Button, ButtonLink } from "../../../components/Button";
import { DateTime } from "../../../components/DateTime";
import { EmptyState } from "../../../components/feedback/EmptyState";
import { FailureNotice } from "../../../components/feedback/FailureNotice";
import { Tag } from "../../../components/Tag";
import { pathTo } from "../../../generated/paths";
import type { AdminPageRow, AdminPagesPayload } from "../../../generated/payloads";
import { useLang } from "../../../lib/context";
import { HTML_LANG } from "../../../lib/i18n";
import { LANGS, type PageProps } from "../../../lib/page";
import { useAction } from "../../../lib/requests/useAction";
import { write } from "../../../lib/requests/write";
import { useTranslation } from "../../../lib/texts";
import { AdminPage } from "../parts/AdminPage";
import { PageActs } from "./PageActs";
import styles from "./Pages.module.css";

const TEMPLATES = ["about", "privacy", "terms", "rules"] as const;
const SHORT_NAME = { en: "EN", zh: "中文", ms: "BM", vi: "VI" } as const;

/** The pages of one's own, and the templates that have no page yet. */
export function Pages({ data }: PageProps<AdminPagesPayload>) {
  const { t } = useTranslation();
  const lang = useLang();
  const add = (
    <ButtonLink look="primary" to={pathTo.adminPage({ lang, pageId: "new" })}>
      {t("admin.pages.add")}
    </ButtonLink>
  );
  return (
    <AdminPage title={t("admin.pages.title")} lead={t("admin.pages.lead")} action={add}>
      {data.pages.length === 0 ? (
        <EmptyState title={t("admin.pages.empty")} />
      ) : (
        <ul className={styles.rows}>
          {data.pages.map((page) => (
            <Row key={page.id} page={page} />
          ))}
        </ul>
      )}
      <Templates pages={data.pages} />
    </AdminPage>
  );
}

function Row({ page }: { page: AdminPageRow }) {
  const { t } = useTranslation();
  const lang = useLang();
  const isOut = page.publishedVersion !== null;
  return (
    <li className={styles.row}>
      <div className="stack" style={{ "--gap": "var(--space-1)" }}>
        <div className="cluster" style={{ "--gap": "var(--space-2)" }}>
          <Link
            className={`touch ${styles.title}`}
            to={pathTo.adminPage({ lang, pageId: page.id })}
            lang={page.lang === lang ? undefined : HTML_LANG[page.lang]}
          >
            {page.title}
          </Link>
          <Tag tone={isOut ? "good" : "plain"}>{t(isOut ? "admin.pages.published" : "admin.pages.draft")}</Tag>
          {page.isChanged && <Tag tone="note">{t("admin.pages.changed")}</Tag>}
          {page.hasGaps && <Tag tone="note">{t("admin.pages.gaps")}</Tag>}
        </div>
        <p className={styles.facts}>
          <span>{`/pages/${page.slug}`}</span>
          <span>
            {LANGS.filter((one) => page.languages.includes(one))
              .map((one) => SHORT_NAME[one])
              .join(" · ")}
          </span>
          {page.needsConsent && <span>{t("admin.pages.consents", { count: page.consents })}</span>}
          <DateTime value={page.updatedAt} say={(date) => t("admin.articles.touched", { date })} />
        </p>
      </div>
      <PageActs page={page} />
    </li>
  );
}

function Templates({ pages }: AdminPagesPayload) {
  const { t } = useTranslation();
  const lang = useLang();
  const navigate = useNavigate();
  const making = useAction((kind: string) => write((supabase) => supabase.rpc("create_page_from_template", { kind })));
  const kinds = TEMPLATES.filter((kind) => !pages.some((page) => page.kind === kind));
  if (kinds.length === 0) return null;
  const handleMake = async (kind: string) => {
    const outcome = await making.run(kind);
    if (outcome?.value) await navigate(pathTo.adminPage({ lang, pageId: outcome.value }));
  };
  return (
    <section className={styles.templates}>
      <h2>{t("admin.pages.templates")}</h2>
      <p className="soft">{t("admin.pages.templatesLead")}</p>
      <div className="cluster" style={{ "--gap": "var(--space-2)" }}>
        {kinds.map((kind) => (
          <Button key={kind} isBusy={making.isRunning} onClick={() => handleMake(kind)}>
            {t(`admin.pages.kind.${kind}`)}
          </Button>
        ))}
      </div>
      <FailureNotice failure={making.failure} onRetry={() => making.clear()} />
    </section>
  );
}
