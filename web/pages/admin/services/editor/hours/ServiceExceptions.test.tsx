import { renderToString } from "react-dom/server";
import { expect, test } from "vitest";
import { PageContext } from "../../../../../lib/context";
import type { PagePayload } from "../../../../../lib/page";
import { newDraft, newOtherDay } from "../serviceDraft";
import { ServiceExceptions } from "./ServiceExceptions";

test("a year of five digits, one slip of a finger while a day is typed, does not take the form away", () => {
  const draft = { ...newDraft("Asia/Singapore"), exceptions: [newOtherDay("20266-12-25")] };
  const page = { lang: "en" } as PagePayload;
  const drawn = renderToString(
    <PageContext value={page}>
      <ServiceExceptions draft={draft} errors={{}} change={() => undefined} today="2026-11-22" />
    </PageContext>,
  );
  expect(drawn).toContain('max="9999-12-31"');
});
