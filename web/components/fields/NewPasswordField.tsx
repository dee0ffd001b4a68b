import { checkNewPassword, PASSWORD_LENGTH } from "../../auth/accountRules";
import { passwordKeys } from "../../auth/authErrors";
import { usePasswordVerdict } from "../../auth/factors/passwordCheck";
import { estimateStrength } from "../../auth/factors/passwordStrength";
import { useTranslation } from "../../lib/texts";
import { PasswordField } from "./PasswordField";

interface Props extends Omit<React.ComponentProps<typeof PasswordField>, "hint" | "value"> {
  value: string;
  /** Name and address of the user: a password made of these is weak. */
  personal?: readonly string[];
  /** Minimum number of characters. */
  least?: number;
}

const NOTHING: readonly string[] = [];

/** A field for a new password: the hint gives the rules, then what the service would say of the input. */
export function NewPasswordField({ personal = NOTHING, least = PASSWORD_LENGTH, ...input }: Props) {
  const { t } = useTranslation();
  const isAllowed = checkNewPassword(input.value, least) === null;
  const reasons = usePasswordVerdict(input.value, personal, isAllowed);
  const strength = estimateStrength(input.value, personal);
  const describe = () => {
    if (!isAllowed) return t("signup.passwordHint", { count: least });
    if (reasons === null) return strength === "weak" ? t("signup.strength.weak") : t("signup.strength.unknown");
    if (reasons.length === 0) return t(`signup.strength.${strength === "strong" ? "strong" : "fair"}`);
    return passwordKeys({ key: "error.auth.weakPassword", code: "weak_password", isRetryable: false, reasons })
      .map((key) => t(key))
      .join(" ");
  };
  return <PasswordField {...input} hint={describe()} autoComplete="new-password" />;
}
