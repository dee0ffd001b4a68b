import { useState } from "react";
import { Button } from "../../../components/Button";
import { ConfirmDialog } from "../../../components/dialogs/ConfirmDialog";
import type { EmailPayload } from "../../../generated/payloads";
import type { PageProps } from "../../../lib/page";
import { useRefresh } from "../../../lib/requests/useAction";
import { useUndo } from "../../../lib/requests/useUndo";
import { useTranslation } from "../../../lib/texts";
import { AdminPage } from "../parts/AdminPage";
import { Checks } from "./Checks";
import styles from "./Email.module.css";
import { EmailFields, EmailResult } from "./EmailFields";
import { type EmailAccountForm, useEmailAccount } from "./useEmailAccount";

/** Where the site's emails go out, with a test, and whether they arrive. */
export function Email({ data }: PageProps<EmailPayload>) {
  const { t } = useTranslation();
  const form = useEmailAccount();
  const refresh = useRefresh();
  const isOperators = form.account?.source === "operator";
  return (
    <AdminPage title={t("admin.email.title")} lead={t("admin.email.lead")}>
      <form
        className={styles.panel}
        noValidate
        onSubmit={async (event) => {
          event.preventDefault();
          if (isOperators) await form.test();
          // The checks of the account before are gone.
          else if (form.isComplete && (await form.save())) await refresh();
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
              <RemoveAccount form={form} />
            </>
          )}
        </div>
      </form>
      {form.account && form.account.source !== "none" && <Checks data={data} />}
    </AdminPage>
  );
}

/** No email leaves without the account: it asks first, and offers to put it back with its password. */
function RemoveAccount({ form }: { form: EmailAccountForm }) {
  const { t } = useTranslation();
  const [isAsking, setAsking] = useState(false);
  const offerUndo = useUndo();
  const handleConfirm = async () => {
    if (!(await form.remove())) return;
    setAsking(false);
    offerUndo(t("admin.email.removed"), form.restore);
  };
  return (
    <>
      <Button look="danger" isBusy={form.isBusy} onClick={() => setAsking(true)}>
        {t("admin.email.remove")}
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        title={t("admin.email.removeTitle")}
        confirm={t("admin.email.remove")}
        isDanger
        isBusy={form.isBusy}
        failure={form.failure}
        onConfirm={handleConfirm}
        onClose={() => setAsking(false)}
      >
        <p>{t("admin.email.removeText")}</p>
      </ConfirmDialog>
    </>
  );
}
