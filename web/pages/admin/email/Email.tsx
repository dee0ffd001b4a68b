import { Button } from "../../../components/Button";
import type { PageProps } from "../../../lib/page";
import { useTranslation } from "../../../lib/texts";
import { AdminPage } from "../parts/AdminPage";
import styles from "./Email.module.css";
import { EmailFields, EmailResult } from "./EmailFields";
import { useEmailAccount } from "./useEmailAccount";

/** Where the site's emails go out, with a test. */
export function Email(_: PageProps<unknown>) {
  const { t } = useTranslation();
  const form = useEmailAccount();
  const isOperators = form.account?.source === "operator";
  return (
    <AdminPage title={t("admin.email.title")} lead={t("admin.email.lead")}>
      <form
        className={styles.panel}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (isOperators) form.test();
          else if (form.isComplete) form.save();
        }}
      >
        <EmailFields form={form} />
        <EmailResult form={form} />
        <div className="cluster">
          <Button
            type="submit"
            look="primary"
            isBusy={form.isBusy}
            aria-disabled={!isOperators && !form.isComplete ? true : undefined}
          >
            {t(isOperators ? "admin.email.test" : "admin.email.save")}
          </Button>
          {form.account?.source === "site" && (
            <>
              <Button isBusy={form.isBusy} onClick={form.test}>
                {t("admin.email.test")}
              </Button>
              <Button look="danger" isBusy={form.isBusy} onClick={form.remove}>
                {t("admin.email.remove")}
              </Button>
            </>
          )}
        </div>
      </form>
    </AdminPage>
  );
}
