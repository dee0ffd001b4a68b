import { ButtonLink } from "../../../components/Button";
import { EmptyState } from "../../../components/feedback/EmptyState";
import { pathTo } from "../../../generated/paths";
import { useLang, useVisitor } from "../../../lib/context";
import { useTranslation } from "../../../lib/texts";

/** The text of a site without forums, with the next step of an administrator. */
export function NoForums() {
  const { t } = useTranslation();
  const lang = useLang();
  const add = <ButtonLink to={pathTo.adminForums({ lang })}>{t("forum.empty.add")}</ButtonLink>;
  return (
    <EmptyState title={t("forum.empty.title")} action={useVisitor()?.isAdmin && add}>
      {t("forum.empty.text")}
    </EmptyState>
  );
}
