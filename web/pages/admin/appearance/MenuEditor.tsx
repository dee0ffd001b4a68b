import type { AdminMenuPayload } from "../../../generated/payloads";
import type { PageProps } from "../../../lib/page";
import { useTranslation } from "../../../lib/texts";
import { AdminPage } from "../parts/AdminPage";
import { MenuForm } from "./menu/MenuForm";

/** The links in the header and the footer. */
export function MenuEditor({ data }: PageProps<AdminMenuPayload>) {
  const { t } = useTranslation();
  return (
    <AdminPage title={t("admin.menu.title")}>
      <MenuForm place="header" saved={data.header} pages={data.pages} />
      <MenuForm place="footer" saved={data.footer} pages={data.pages} />
    </AdminPage>
  );
}
