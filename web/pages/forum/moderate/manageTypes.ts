import type { ForumPostPayload } from "../../../generated/payloads";

export interface ManageProps {
  data: ForumPostPayload;
  isOpen: boolean;
  onClose: () => void;
}

/** Why a post is locked, in the reader's language. */
export const REASONS = ["answered", "duplicate", "off_topic", "heated", "outdated", "over"] as const;
