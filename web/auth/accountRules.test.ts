import { expect, test } from "vitest";
import { checkEmail, checkIdentifier, checkName, checkNewPassword, readIdentifier } from "./accountRules";

test("addresses", () => {
  for (const good of ["mei@example.org", " a.b+c@sub.example.org "]) expect(checkEmail(good)).toBeNull();
  for (const bad of ["mei", "mei@example", "m ei@example.org", "mei@@example.org"]) {
    expect(checkEmail(bad)).toBe("signin.emailInvalid");
  }
  expect(checkEmail("  ")).toBe("signin.emailMissing");
});

test("new passwords are counted in characters below and in bytes above", () => {
  expect(checkNewPassword("")).toBe("signin.passwordMissing");
  expect(checkNewPassword("123456789")).toBe("signup.passwordShort");
  expect(checkNewPassword("社区社区社区社区社区")).toBeNull();
  expect(checkNewPassword("区".repeat(25))).toBe("signup.passwordLong");
});

test("one name, in any script, without hidden characters", () => {
  for (const good of ["梅", "Nguyễn Thị Mai", "Siti binti Ahmad"]) expect(checkName(good)).toBeNull();
  expect(checkName("   ")).toBe("signup.nameMissing");
  expect(checkName("Mei\u202eieM")).toBe("signup.nameHidden");
  expect(checkName("Me\u200bi")).toBe("signup.nameHidden");
  expect(checkName("a".repeat(81))).toBe("signup.nameLong");
});

test("a number however people write it, or an address", () => {
  expect(readIdentifier(" 012-345 6789 ")).toEqual({ phone: "0123456789" });
  expect(readIdentifier("+65 6123 4567")).toEqual({ phone: "+6561234567" });
  expect(readIdentifier("mai@example.org")).toEqual({ email: "mai@example.org" });
  expect(checkIdentifier("+65 6123 4567")).toBeNull();
  expect(checkIdentifier("mai@")).toBe("signin.identifierInvalid");
});
