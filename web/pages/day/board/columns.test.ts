import { expect, test } from "vitest";
import type { BoardBooking, DayBoardPayload } from "../../../generated/payloads";
import { daysBetween, makeColumns } from "./columns";

const booking = (id: string, startsAt: string, hostId: string | null, serviceId = "s") =>
  ({ id, startsAt, hostId, hostName: hostId, serviceId, serviceName: `Service ${serviceId}` }) as BoardBooking;

test("a day has a column for each person, and for each service without one", () => {
  const bookings = [
    booking("1", "2026-11-20T01:00:00Z", "an"),
    booking("2", "2026-11-20T02:00:00Z", null, "class"),
    booking("3", "2026-11-20T03:00:00Z", "an"),
  ];
  const hosts = [
    { id: "an", name: "An", isColumn: true },
    { id: "binh", name: "Binh", isColumn: true },
    { id: "chi", name: "Chi", isColumn: false },
  ];
  const data = { span: "day", bookings, hosts } as unknown as DayBoardPayload;
  const shown = (also?: ReadonlySet<string>) =>
    makeColumns(data, "Asia/Singapore", also).map(({ key, bookings: own }) => [key, own.map(({ id }) => id)]);
  expect(shown()).toEqual([
    ["an", ["1", "3"]],
    ["binh", []],
    ["class", ["2"]],
  ]);
  // While a booking can be dropped there.
  expect(shown(new Set(["chi"])).map(([key]) => key)).toEqual(["an", "binh", "chi", "class"]);
});

test("a week has a column for each day of the site, with or without bookings", () => {
  const bookings = [booking("1", "2026-11-22T17:00:00Z", "an")];
  const data = { span: "week", first: "2026-11-23", last: "2026-11-29", bookings } as unknown as DayBoardPayload;
  const columns = makeColumns(data, "Asia/Singapore");
  expect(columns).toHaveLength(7);
  // 01:00 on Monday in Singapore.
  expect(columns[0]?.bookings).toHaveLength(1);
});

test("days go over the end of a month", () => {
  expect(daysBetween("2026-11-29", "2026-12-02")).toEqual(["2026-11-29", "2026-11-30", "2026-12-01", "2026-12-02"]);
});
