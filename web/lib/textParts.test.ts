import { expect, it } from "vitest";
import { checkEmail, checkName } from "../auth/accountRules";
import { partOfText, partsOfScreen } from "./textParts";

it("has the words for what is wrong on every screen that asks for a name and an address", () => {
  for (const key of [checkName(""), checkEmail("")]) {
    const part = partOfText(key ?? "");
    for (const screen of ["signup", "contact", "admin.invitations"]) expect(partsOfScreen(screen)).toContain(part);
  }
});
