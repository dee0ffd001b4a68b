import { useRef } from "react";
import { Link, useNavigate } from "react-router";
import { changePassword, type MailLink, redeemLink } from "../../../auth/account";
import { checkName, checkNewPassword } from "../../../auth/accountRules";
import { passwordKeys } from "../../../auth/authErrors";
import { readSavedEmail } from "../../../auth/formMemory";
import { TextField } from "../../../components/fields/Field";
import { NewPasswordField } from "../../../components/fields/NewPasswordField";
import { pathTo } from "../../../generated/paths";
import { saveName } from "../../../lib/api/profile";
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

interface Values extends Record<string, string> {
  displayName: string;
  password: string;
}

const PASSWORD_CODES = new Set(["weak_password", "same_password"]);

export function ResetPasswordForm({ link, isReady }: Props) {
  const { t } = useTranslation();
  const lang = useLang();
  const navigate = useNavigate();
  // The administrator who sent the invitation gave an address only.
  const isInvited = link?.type === "invite";
  const { run, isRunning, failure } = useAction(useRedeemAndChange(link));
  const check = (values: Values) => ({
    displayName: isInvited ? checkName(values.displayName) : null,
    password: checkNewPassword(values.password),
  });
  const form = useForm<Values>({ displayName: "", password: "" }, check, async ({ displayName, password }) => {
    const outcome = await run(password, isInvited ? displayName.trim() : undefined);
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
      {isInvited && (
        <TextField
          {...form.control("displayName")}
          label={t("signup.name")}
          hint={t("signup.nameHint")}
          autoComplete="name"
          required
        />
      )}
      <NewPasswordField
        {...form.control("password")}
        label={t("reset-password.password")}
        personal={[form.values.displayName, readSavedEmail().email]}
      />
    </AccountForm>
  );
}

/** The link works once. If only the password is rejected, the session that the link created is used. */
function useRedeemAndChange(link: MailLink | null) {
  const redeemedFor = useRef<string | null>(null);
  return async (password: string, displayName?: string): Promise<Outcome<unknown>> => {
    if (link && !redeemedFor.current) {
      const redeemed = await redeemLink(link.tokenHash, link.type);
      if (redeemed.failure) return redeemed;
      redeemedFor.current = redeemed.value?.user?.id ?? null;
    }
    if (displayName && redeemedFor.current) {
      const named = await saveName(redeemedFor.current, displayName);
      if (named.failure) return named;
    }
    return changePassword(password, displayName);
  };
}

function refusedFields(failure: Failure): { password?: readonly string[] } {
  return PASSWORD_CODES.has(failure.code) ? { password: passwordKeys(failure) } : {};
}
