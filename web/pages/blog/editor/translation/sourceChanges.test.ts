import { expect, test } from "vitest";
import { sourceChanges } from "./sourceChanges";

const words = (title: string, ...paragraphs: string[]) => ({
  title,
  summary: "",
  body: {
    type: "doc",
    content: paragraphs.map((text) => ({ type: "paragraph", content: [{ type: "text", text }] })),
  },
});

test("changed, new and removed passages, with the words that differ", () => {
  const before = words("诊所", "社区诊所星期一上午开放。", "费用全免。", "请带身份证。", "欢迎。");
  const now = words("诊所", "社区诊所星期一下午开放。", "费用全免。", "欢迎。", "附近有停车场。");
  expect(sourceChanges(before, now, "zh")).toEqual([
    {
      before: [
        { side: "both", text: "社区诊所星期一" },
        { side: "theirs", text: "上午" },
        { side: "both", text: "开放。" },
      ],
      now: [
        { side: "both", text: "社区诊所星期一" },
        { side: "yours", text: "下午" },
        { side: "both", text: "开放。" },
      ],
    },
    { before: [{ side: "theirs", text: "请带身份证。" }], now: [] },
    { before: [], now: [{ side: "yours", text: "附近有停车场。" }] },
  ]);
});

test("texts with the same words have no changes", () => {
  expect(sourceChanges(words("One", "Two"), words("One", "Two"), "en")).toEqual([]);
});
