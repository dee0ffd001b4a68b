import { lazy, Suspense } from "react";
import type { BookServicePayload, Course } from "../../../generated/payloads";
import { bookSeries } from "../../../lib/api/booking/series";
import { useVisitor } from "../../../lib/context";
import { useTranslation } from "../../../lib/texts";
import { wholeAct } from "./wholeAct";

const BookingForm = lazy(() => import("../slots/BookingForm").then((module) => ({ default: module.BookingForm })));
const GuestForm = lazy(() => import("../guest/GuestForm").then((module) => ({ default: module.GuestForm })));

interface Props {
  data: BookServicePayload;
  course: Course;
}

/** Books the whole course: the form of one time, for the first date and all that follow it. */
export function WholeForm({ data, course: { whole } }: Props) {
  const { t } = useTranslation();
  const visitor = useVisitor();
  if (!whole) return null;
  return (
    <Suspense>
      {visitor ? (
        <BookingForm data={data} chosen={whole} act={bookSeries} label={t(wholeAct(data.service))} />
      ) : (
        <GuestForm data={data} chosen={whole} isWhole />
      )}
    </Suspense>
  );
}
