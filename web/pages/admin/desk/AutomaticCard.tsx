import { Link } from "react-router";
import { Button } from "../../../components/Button";
import { Card } from "../../../components/Card";
import { DateTime } from "../../../components/DateTime";
import type { AutomaticAct } from "../../../generated/payloads";
import { undoAutomaticAct } from "../../../lib/api/community/held";
import { useLang } from "../../../lib/context";
import { HTML_LANG } from "../../../lib/i18n";
import { useQuickAction } from "../../../lib/requests/useQuickAction";
import { useTranslation } from "../../../lib/texts";

interface Props {
  act: AutomaticAct;
}

/** Automatic acts of reports, each with its undo. */
export function AutomaticCard({ act }: Props) {
  const { t } = useTranslation();
  const lang = useLang();
  const { run, isRunning } = useQuickAction();
  const name = act.memberName ?? t("forum.formerMember");
  return (
    <Card as="li">
      <h2 className="small">{t(`admin.desk.act.${act.kind}`, { name })}</h2>
      {act.title && (
        <p lang={HTML_LANG[act.language]}>
          <strong>{act.title}</strong>
        </p>
      )}
      <p className="facts soft small">
        <DateTime value={act.createdAt} />
        <span>{t("admin.desk.reporters", { count: act.reporters })}</span>
        <Link to={`/${lang}${act.path}`}>{t("admin.desk.view")}</Link>
      </p>
      {act.undoneAt === null ? (
        <div className="cluster">
          <Button isBusy={isRunning} onClick={() => run(() => undoAutomaticAct(act.id), t("admin.desk.act.done"))}>
            {t("admin.desk.act.undo")}
          </Button>
        </div>
      ) : (
        <p className="soft small">
          <DateTime
            value={act.undoneAt}
            say={(when) => t("admin.desk.act.undone", { name: act.undoneBy ?? t("forum.formerMember"), when })}
          />
        </p>
      )}
    </Card>
  );
}
