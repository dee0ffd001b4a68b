import { useState } from "react";
import { Button } from "../../../components/Button";
import { Dialog } from "../../../components/dialogs/Dialog";
import { FailureNotice } from "../../../components/feedback/FailureNotice";
import { CheckField, TextField } from "../../../components/fields/Field";
import { useLang, useSite } from "../../../lib/context";
import { formatMoment } from "../../../lib/format/format";
import { useRefresh } from "../../../lib/requests/useAction";
import { useTranslation } from "../../../lib/texts";
import { showToast } from "../../../lib/toasts";
import { useClaim } from "./useClaim";

interface Props {
  email: string;
}

/** Proves an address by a code, shows the names that have booked with it, and takes over those that the member chooses. */
export function ClaimDialog({ email }: Props) {
  const { t } = useTranslation();
  const refresh = useRefresh();
  const claim = useClaim();
  const [isOpen, setOpen] = useState(true);
  const [address, setAddress] = useState(email);
  const [code, setCode] = useState("");
  const [chosen, setChosen] = useState<readonly string[] | null>(null);
  const [error, setError] = useState<string | null>(null);
  // One name alone is chosen already; between several the member decides.
  const guests = chosen ?? (claim.found.length === 1 ? claim.found.map((each) => each.guest_id) : []);

  const handleSubmit = async (event?: React.FormEvent) => {
    event?.preventDefault();
    if (claim.step === "address") {
      setError(address.trim() ? null : t("book.guest.addressWrong"));
      return address.trim() && claim.sendCode(address);
    }
    if (claim.step === "code") {
      const isComplete = code.replace(/\D/g, "").length === 6;
      setError(isComplete ? null : t("book.guest.codeShort"));
      return isComplete && claim.giveCode(code);
    }
    setError(guests.length > 0 ? null : t("profile.claims.none"));
    if (guests.length === 0) return;
    const count = await claim.take([...guests]);
    if (count === null) return;
    setOpen(false);
    showToast(t("profile.claims.done", { count }), { tone: "success" });
    await refresh();
  };
  const isEmpty = claim.step === "names" && claim.found.length === 0;
  const act = claim.step === "address" ? "book.guest.sendCode" : `profile.claims.act.${claim.step}`;
  return (
    <Dialog
      isOpen={isOpen}
      title={t("profile.claims.title")}
      onClose={() => setOpen(false)}
      foot={
        <>
          <Button onClick={() => setOpen(false)}>{t("common.goBack")}</Button>
          {!isEmpty && (
            <Button look="primary" isBusy={claim.isRunning} onClick={() => void handleSubmit()}>
              {t(act)}
            </Button>
          )}
        </>
      }
    >
      <form className="stack" onSubmit={handleSubmit} noValidate>
        <FailureNotice failure={claim.failure} onRetry={handleSubmit} />
        {claim.step === "address" && (
          <TextField
            label={t("book.guest.address")}
            hint={t("profile.claims.addressHint")}
            required
            error={error}
            maxLength={254}
            autoCapitalize="none"
            value={address}
            onChange={(event) => setAddress(event.target.value)}
          />
        )}
        {claim.step === "code" && (
          <>
            <p role="status">
              {t("book.guest.sent", { address: claim.stored.includes("@") ? claim.stored : `+${claim.stored}` })}
            </p>
            <TextField
              label={t("book.guest.code")}
              hint={t("book.guest.codeHint")}
              error={error ?? (claim.isWrong ? t("book.guest.codeWrong") : null)}
              required
              inputMode="numeric"
              autoComplete="one-time-code"
              maxLength={12}
              value={code}
              onChange={(event) => setCode(event.target.value)}
            />
          </>
        )}
        {claim.step === "names" && <Names found={claim.found} chosen={guests} onChoose={setChosen} error={error} />}
      </form>
    </Dialog>
  );
}

interface NamesProps {
  found: ReturnType<typeof useClaim>["found"];
  chosen: readonly string[];
  error: string | null;
  onChoose: (chosen: readonly string[]) => void;
}

function Names({ found, chosen, error, onChoose }: NamesProps) {
  const { t } = useTranslation();
  const lang = useLang();
  const { timeZone } = useSite();
  if (found.length === 0) return <p role="status">{t("profile.claims.empty")}</p>;
  return (
    <fieldset className="stack">
      <legend>{t("profile.claims.which")}</legend>
      {found.map((each) => (
        <CheckField
          key={each.guest_id}
          label={each.name}
          hint={t("profile.claims.count", {
            count: each.bookings,
            day: formatMoment(lang, each.last_at, timeZone, "date"),
          })}
          checked={chosen.includes(each.guest_id)}
          onChange={(event) =>
            onChoose(
              event.target.checked ? [...chosen, each.guest_id] : chosen.filter((guest) => guest !== each.guest_id),
            )
          }
        />
      ))}
      {error && <p role="alert">{error}</p>}
    </fieldset>
  );
}
