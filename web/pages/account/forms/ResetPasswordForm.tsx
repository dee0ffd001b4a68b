import { useRef } from "react";
import { Link, useNavigate } from "react-router";
import { changePassword, type MailLink, redeemLink } from "../../../auth/account";
import { checkNewPassword } from "../../../auth/accountRules";
import { passwordKeys } from "../../../auth/authErrors";
import { NewPasswordField } from "../../../components/fields/NewPasswordField";
import { pathTo } from "../../../generated/paths";
import { useLang } from "../../../lib/context";
import { useForm } from "../../../lib/forms/useForm";
import type { Failure } from "../../../lib/requests/errors";
import { useAction } from "../../../lib/requests/useAction";
import type { Outcome } from "../../../lib/requests/write";
import { useTranslation } from "../../../lib/texts";
import { showToast } from "../../../lib/toasts";
import { AccountForm } from "./AccountForm";

interface Props {
  /** Null for a member who is signed in already. */
  link: MailLink | null;
  isReady: boolean;
}

const PASSWORD_CODES = new Set(["weak_password", "same_password"]);

export function ResetPasswordForm({ link, isReady }: Props) {
  const { t } = useTranslation();
  const lang = useLang();
  const navigate = useNavigate();
  // The link works once. If only the password is rejected, the session that the link created is used.
  const isRedeemed = useRef(false);

  const redeemAndChange = async (password: string): Promise<Outcome<unknown>> => {
    if (link && !isRedeemed.current) {
      const redeemed = await redeemLink(link.tokenHash, link.type);
      if (redeemed.failure) return redeemed;
      isRedeemed.current = true;
    }
    return changePassword(password);
  };
  const { run, isRunning, failure } = useAction(redeemAndChange);
  const check = (values: { password: string }) => ({ password: checkNewPassword(values.password) });
  const form = useForm({ password: "" }, check, async ({ password }) => {
    const outcome = await run(password);
    if (!outcome) return;
    if (outcome.failure) return form.refuse(refusedFields(outcome.failure));
    showToast(t("reset-password.done"), { tone: "success" });
    navigate(pathTo.home({ lang }), { replace: true });
  });

  return (
    <AccountForm
      form={form}
      failure={failure && PASSWORD_CODES.has(failure.code) ? null : failure}
      submit={t("reset-password.submit")}
      isBusy={isRunning}
      isReady={isReady}
    >
      {failure?.code === "otp_expired" && (
        <Link to={pathTo.forgetPassword({ lang })}>{t("reset-password.askLink")}</Link>
      )}
      <NewPasswordField {...form.control("password")} label={t("reset-password.password")} />
    </AccountForm>
  );
}

function refusedFields(failure: Failure): { password?: readonly string[] } {
  return PASSWORD_CODES.has(failure.code) ? { password: passwordKeys(failure) } : {};
}
