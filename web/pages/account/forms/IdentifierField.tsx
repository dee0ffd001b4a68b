import { checkEmail, checkIdentifier } from "../../../auth/accountRules";
import { TextField } from "../../../components/fields/Field";
import type { SignInOptions } from "../../../generated/payloads";
import { useTranslation } from "../../../lib/texts";
import { EmailField } from "./EmailField";

type Props = Omit<React.ComponentProps<typeof TextField>, "label" | "type"> & { options: SignInOptions };

/** The identifier of a member: an email address, or also a phone number if enabled. */
export function IdentifierField({ options, ...control }: Props) {
  const { t } = useTranslation();
  if (!options.phone) return <EmailField {...control} />;
  return (
    <TextField {...control} label={t("signin.identifier")} autoComplete="username" autoCapitalize="none" required />
  );
}

/** The check that fits the field above. */
export function checkWho(options: SignInOptions, text: string): string | null {
  return options.phone ? checkIdentifier(text) : checkEmail(text);
}
