import { expect, test } from "vitest";
import { cleanedAddress, readAddress } from "./authReturn";

test("what the service put into the address is taken out of it, and nothing else", () => {
  const at = (text: string) => {
    const { pathname, search, hash } = new URL(text, "https://hall.example");
    return { pathname, search, hash };
  };
  expect(cleanedAddress(at("/vi/forum?after=x&code=abc&sb_flow_id=1#reply-3"))).toBe("/vi/forum?after=x#reply-3");
  expect(cleanedAddress(at("/vi#access_token=a&refresh_token=b&sb=&token_type=bearer&type=recovery"))).toBe("/vi");
  expect(cleanedAddress(at("/vi?error=access_denied&error_code=otp_expired#error=access_denied&sb="))).toBe("/vi");
  expect(cleanedAddress(at("/vi#content"))).toBe("/vi#content");
});

test("query and fragment are read together; the query wins", () => {
  const said = readAddress({ search: "?error_code=a", hash: "#error_code=b&error=c" });
  expect([said.get("error_code"), said.get("error")]).toEqual(["a", "c"]);
});
