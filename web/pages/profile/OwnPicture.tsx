import { Avatar } from "../../components/Avatar";
import { FailureNotice } from "../../components/feedback/FailureNotice";
import { PictureField } from "../../components/fields/PictureField";
import type { ProfilePayload } from "../../generated/payloads";
import { savePicture } from "../../lib/api/profile";
import { useAction, useRefresh } from "../../lib/requests/useAction";
import { useUndo } from "../../lib/requests/useUndo";
import { useTranslation } from "../../lib/texts";
import { showToast } from "../../lib/toasts";

/** A member's picture. It takes effect on upload; nothing else has to be saved. */
export function OwnPicture({ profile }: { profile: ProfilePayload }) {
  const { t } = useTranslation();
  const refresh = useRefresh();
  const offerUndo = useUndo();
  const { run, failure } = useAction(savePicture);
  const handleChange = async (address: string) => {
    const outcome = await run(profile.id, address);
    if (!outcome || outcome.failure) return;
    const before = profile.pictureUrl ?? "";
    if (address === "" && before) offerUndo(t("profile.saved"), () => savePicture(profile.id, before));
    else showToast(t("profile.saved"), { tone: "success" });
    await refresh();
  };
  return (
    <>
      <PictureField label={t("profile.form.picture")} address={profile.pictureUrl ?? ""} onChange={handleChange}>
        <Avatar name={profile.displayName} pictureUrl={profile.pictureUrl} size="large" />
      </PictureField>
      <FailureNotice failure={failure} />
    </>
  );
}
