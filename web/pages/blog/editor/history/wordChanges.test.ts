import { afterEach, expect, test, vi } from "vitest";
import type { Lang } from "../../../../lib/page";
import { splitWords, wordChanges } from "./wordChanges";

const SIGNS = { both: "", theirs: "-", yours: "+" };
const shown = (theirs: string[], yours: string[], lang: Lang) =>
  wordChanges(theirs, yours, lang).map((block) =>
    block.map(({ side, text }) => (side === "both" ? text : `[${SIGNS[side]}${text}]`)).join(""),
  );

afterEach(() => vi.unstubAllGlobals());

test("Chinese is compared by words, without blanks between them", () => {
  expect(splitWords("社区诊所星期一开放", "zh")).toContain("社区");
  expect(shown(["社区诊所星期一上午开放。"], ["社区诊所星期一下午开放。"], "zh")).toEqual([
    "社区诊所星期一[-上午][+下午]开放。",
  ]);
});

test("a changed phrase of Vietnamese stays one phrase", () => {
  expect(
    shown(["Giờ khám", "Phòng khám mở cửa sáng thứ hai."], ["Giờ khám", "Phòng khám mở cửa chiều thứ ba."], "vi"),
  ).toEqual(["Giờ khám", "Phòng khám mở cửa [-sáng][+chiều] thứ [-hai][+ba]."]);
  expect(shown(["Hãy đến thật sớm nhé các bạn."], ["Hãy đến hơi muộn nhé các bạn."], "vi")).toEqual([
    "Hãy đến [-thật sớm][+hơi muộn] nhé các bạn.",
  ]);
});

test("lines that are new, gone or quite different stay whole", () => {
  expect(shown(["one", "two"], ["one", "between", "two"], "en")).toEqual(["one", "[+between]", "two"]);
  expect(shown(["one", "gone"], ["one"], "en")).toEqual(["one", "[-gone]"]);
  expect(shown(["Bring a hat."], ["Nothing of this kind"], "en")).toEqual(["[-Bring a hat.][+Nothing of this kind]"]);
  expect(shown([], [], "en")).toEqual([]);
});

test("without a segmenter the characters are compared", () => {
  vi.stubGlobal("Intl", {});
  expect(shown(["星期一上午"], ["星期一下午"], "zh")).toEqual(["星期一[-上][+下]午"]);
});

test("texts beyond the maximum are compared by their equal ends", () => {
  const many = (word: string) => Array.from({ length: 2500 }, (_, place) => `${word} ${place}`);
  const blocks = wordChanges(["first", ...many("a"), "last"], ["first", ...many("b"), "last"], "en");
  expect(blocks[0]).toEqual([{ side: "both", text: "first" }]);
  expect(blocks.at(-1)).toEqual([{ side: "both", text: "last" }]);
  expect(blocks).toHaveLength(3);
});
