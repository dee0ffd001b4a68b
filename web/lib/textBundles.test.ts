import { expect, it } from "vitest";
import { checkEmail, checkName } from "../auth/accountRules";
import { bundleOfKey, bundlesOfScreen } from "./textBundles";

it("has the words for what is wrong on every screen that asks for a name and an address", () => {
  for (const key of [checkName(""), checkEmail("")]) {
    const part = bundleOfKey(key ?? "");
    for (const screen of ["signup", "contact", "admin.invitations"]) expect(bundlesOfScreen(screen)).toContain(part);
  }
});
