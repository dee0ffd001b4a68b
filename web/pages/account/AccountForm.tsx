import { Button } from "../../components/Button";
import { FailureNotice } from "../../components/FailureNotice";
import type { Failure } from "../../lib/errors";
import type { Form } from "../../lib/useForm";
import styles from "./Account.module.css";

interface Props {
  form: Pick<Form<never>, "ref" | "handleSubmit">;
  failure: Failure | null;
  /** What the button says. */
  submit: string;
  isBusy: boolean;
  /** The page is alive: before that, the browser would send the form itself. */
  isReady: boolean;
  children: React.ReactNode;
}

/** The form around an account's fields: above them why it did not go through, below them the button. */
export function AccountForm({ form, failure, submit, isBusy, isReady, children }: Props) {
  return (
    <form ref={form.ref} className={styles.form} method="post" noValidate onSubmit={form.handleSubmit}>
      <FailureNotice failure={failure} />
      {children}
      <Button type="submit" look="primary" isWide isBusy={isBusy} disabled={!isReady}>
        {submit}
      </Button>
    </form>
  );
}
