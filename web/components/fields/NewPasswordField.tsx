import { PASSWORD_LENGTH } from "../../auth/accountRules";
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

/** A field for a new password: the hint gives the rules, then the strength of the input. */
export function NewPasswordField({ personal, least = PASSWORD_LENGTH, ...input }: Props) {
  const { t } = useTranslation();
  const hint = input.value
    ? t(`signup.strength.${estimateStrength(input.value, personal)}`)
    : t("signup.passwordHint", { count: least });
  return <PasswordField {...input} hint={hint} autoComplete="new-password" />;
}
