import type { OpenedTranslation } from "../../../lib/api/community/translations";
import type { Thing } from "../../../lib/api/forum";
import type { Lang } from "../../../lib/page";

export interface TranslateProps {
  thing: Thing;
  wanted: Lang;
  topic: string;
  opened: OpenedTranslation;
  /** Asks the server again. */
  onChange: () => Promise<void>;
  onDone: () => void;
}
