import { useEffect, useRef } from "react";
import { Link } from "react-router";
import { Button, ButtonLink } from "../../../components/Button";
import { Notice } from "../../../components/feedback/Notice";
import { pathTo } from "../../../generated/paths";
import type { BookingSlot, BookServicePayload } from "../../../generated/payloads";
import { useLang, useVisitor } from "../../../lib/context";
import { lazyPart } from "../../../lib/parts/lazyPart";
import { usePart } from "../../../lib/parts/usePart";
import { useTranslation } from "../../../lib/texts";
import { When } from "../When";
import styles from "./BookingPanel.module.css";
import { useChoice } from "./choice";
import { Dock } from "./Dock";
import { Suggestions } from "./Suggestions";

// Not for the first load: it needs a session and a choice.
const BookingForm = lazyPart("booking", () => import("./BookingForm").then((module) => module.BookingForm));
// Few visitors move a booking.
const ChangeForm = lazyPart("change", () => import("./ChangeForm").then((module) => module.ChangeForm));

interface Props {
  data: BookServicePayload;
}

/** Below the times: the chosen one, and what can be done about it. */
export function BookingPanel({ data }: Props) {
  const { t } = useTranslation();
  const heading = useFocusOnChoice(data.chosenAt);
  const { chosen, chosenAt, service } = data;
  if (chosenAt === null) return null;
  return (
    <section className={styles.panel} aria-labelledby="chosen">
      <h2 id="chosen" ref={heading} tabIndex={-1} className={styles.title}>
        {chosen ? t("book.service.chosen") : t("book.service.notOffered")}
      </h2>
      {chosen && <When value={chosen} timeZone={service.timeZone} />}
      <Acts data={data} />
    </section>
  );
}

function Acts({ data }: Props) {
  const { t } = useTranslation();
  const lang = useLang();
  const visitor = useVisitor();
  const { changing, chosen } = data;
  if (!chosen) return <Suggestions data={data} />;
  if (chosen.bookingId && chosen.bookingId !== changing?.id) {
    return (
      <Notice
        tone="good"
        action={
          <ButtonLink to={pathTo.bookView({ lang, bookId: chosen.bookingId })}>{t("book.service.seeMine")}</ButtonLink>
        }
      >
        {t(
          chosen.isRequest
            ? "book.service.asked"
            : chosen.status === "waiting"
              ? "book.service.waitingAlready"
              : "error.detail.already_booked",
        )}
      </Notice>
    );
  }
  if (changing) return <ChangeForm data={data} changing={changing} chosen={chosen} />;
  if (!visitor) return <Visitor data={data} chosen={chosen} />;
  return <BookingForm key={chosen.startsAt} data={data} chosen={chosen} />;
}

/** Without a session: an account is one way, a name and a proven address the other. The form comes when it is wanted. */
function Visitor({ data, chosen }: Props & { chosen: BookingSlot }) {
  const { t } = useTranslation();
  const lang = useLang();
  const next = useChoice()({});
  const guest = usePart(loadGuestForm, "ticket");
  if (guest.Part) return <guest.Part data={data} chosen={chosen} />;
  return (
    <div className="stack">
      <p>
        {t(data.service.allowsGuests ? "book.service.either" : "book.service.signIn")}{" "}
        <Link to={pathTo.signup({ lang }, { next })}>{t("book.service.toSignUp")}</Link>
      </p>
      <Dock chosen={chosen} timeZone={data.service.timeZone}>
        {data.service.allowsGuests && (
          <Button look="primary" size="big" onClick={guest.want}>
            {t("book.service.asGuest")}
          </Button>
        )}
        <ButtonLink to={pathTo.signin({ lang }, { next })}>{t("book.service.toSignIn")}</ButtonLink>
      </Dock>
    </div>
  );
}

const loadGuestForm = () => import("../guest/GuestForm").then((module) => module.GuestForm);

/** Choosing a time opens the panel below: focus goes there, as the reader's attention should. */
function useFocusOnChoice(chosenAt: string | null) {
  const heading = useRef<HTMLHeadingElement>(null);
  const last = useRef(chosenAt);
  useEffect(() => {
    if (last.current === chosenAt) return;
    last.current = chosenAt;
    heading.current?.focus();
  }, [chosenAt]);
  return heading;
}
