import { beforeEach, expect, test } from "vitest";
import { forgetTyping, noteInput, readTyping } from "./typingSpeed";

function type(data: string, timeStamp: number, facts: { inputType?: string; isComposing?: boolean } = {}): void {
  noteInput({ data, timeStamp, inputType: "insertText", isComposing: false, ...facts });
}

beforeEach(forgetTyping);

test("counts single keys from the first to the last", () => {
  [..."abc"].forEach((letter, place) => {
    type(letter, 1000 + 200 * place);
  });
  expect(readTyping()).toBe("3/400");
  forgetTyping();
  expect(readTyping()).toBe("0/0");
});

test("an input method, a paste, dictation and a held key count as nothing", () => {
  type("你", 0, { isComposing: true, inputType: "insertCompositionText" });
  type("你好世界", 10);
  type("words from a draft", 20, { inputType: "insertFromPaste" });
  type("a", 30);
  type("a", 31);
  type("a", 32);
  expect(readTyping()).toBe("1/0");
});
