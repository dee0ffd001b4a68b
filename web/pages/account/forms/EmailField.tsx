import { TextField } from "../../../components/fields/Field";
import { useTranslation } from "../../../lib/texts";

type Props = Omit<React.ComponentProps<typeof TextField>, "label" | "type">;

/** The address that an account goes by, in the words that password managers understand. */
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
