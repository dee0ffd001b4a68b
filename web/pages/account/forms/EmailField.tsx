import { TextField } from "../../../components/fields/Field";
import { useTranslation } from "../../../lib/texts";

type Props = Omit<React.ComponentProps<typeof TextField>, "label" | "type">;

/** The email field of an account, with the attributes that password managers need. */
export function EmailField(control: Props) {
  const { t } = useTranslation();
  return (
    <TextField
      {...control}
      label={t("signin.email")}
      type="email"
      autoComplete="username"
      autoCapitalize="none"
      required
    />
  );
}
