import type { ForumPostPayload } from "../../../generated/payloads";

export interface ManageProps {
  data: ForumPostPayload;
  isOpen: boolean;
  onClose: () => void;
}
