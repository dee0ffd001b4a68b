import { SelectField } from "../../../components/fields/Field";
import type { AdminForum } from "../../../generated/payloads";
import { setAreaQueue } from "../../../lib/api/community/held";
import { useQuickAction } from "../../../lib/requests/useQuickAction";
import { useTranslation } from "../../../lib/texts";

interface Props {
  forum: AdminForum;
}

const CHOICES = { site: null, on: true, off: false } as const;
type Choice = keyof typeof CHOICES;

/** Whether first texts of new members wait for a moderator in this forum. Saved at once, with undo. */
export function QueueField({ forum }: Props) {
  const { t } = useTranslation();
  const { run, isRunning } = useQuickAction();
  const before = forum.holdsFirstPosts;
  const choose = (choice: Choice) =>
    run(
      () => setAreaQueue(forum.id, CHOICES[choice]),
      t("admin.forums.queueSaved"),
      () => setAreaQueue(forum.id, before),
    );
  return (
    <SelectField
      label={t("admin.forums.queue")}
      disabled={isRunning}
      value={before === null ? "site" : before ? "on" : "off"}
      options={[
        { value: "site", label: t("admin.forums.queueSite") },
        { value: "on", label: t("admin.forums.queueOn") },
        { value: "off", label: t("admin.forums.queueOff") },
      ]}
      onChange={(event) => choose(event.target.value as Choice)}
    />
  );
}
