import type { Failure } from "../../lib/requests/errors";
import { useTranslation } from "../../lib/texts";
import { Button } from "../Button";
import { FailureNotice } from "../feedback/FailureNotice";
import { Dialog } from "./Dialog";

interface ConfirmDialogProps {
  isOpen: boolean;
  title: string;
  children?: React.ReactNode;
  /** The name of the action: "Delete", never "OK". */
  confirm: string;
  isDanger?: boolean;
  isBusy?: boolean;
  failure?: Failure | null;
  onConfirm: () => void;
  onClose: () => void;
}

/** Asks for confirmation. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { isDanger = false, isBusy = false, failure = null, onConfirm, onClose } = props;
  const { t } = useTranslation();
  const foot = (
    <>
      <Button onClick={onClose}>{t("common.goBack")}</Button>
      <Button look={isDanger ? "danger" : "primary"} isBusy={isBusy} onClick={onConfirm}>
        {props.confirm}
      </Button>
    </>
  );
  return (
    <Dialog isOpen={props.isOpen} title={props.title} foot={foot} onClose={onClose}>
      {props.children}
      <FailureNotice failure={failure} onRetry={onConfirm} />
    </Dialog>
  );
}
