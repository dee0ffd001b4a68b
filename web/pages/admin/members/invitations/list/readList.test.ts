import { expect, it } from "vitest";
import { MAX_PEOPLE, readList } from "./readList";

const people = (...parts: BlobPart[]) => readList(new Blob(parts));
const LAN = { address: "lan@example.org", note: "Nguyễn Thị Lan", language: "vi", line: 2 };

it.each([
  ["\ufeffHọ và tên;Địa chỉ email;Ngôn ngữ\r\nNguyễn Thị Lan;lan@example.org;Tiếng Việt\r\n", [LAN]],
  ["Name\tPhone\tEmail\nLan\t012-345 6789\t\n", [{ address: "012-345 6789", note: "Lan", language: null, line: 2 }]],
  [
    '姓名,电话,语言\n"林, 美","+65 8123 4567",zh\n\n,,\n王五,62345,中文\n',
    [
      { address: "+65 8123 4567", note: "林, 美", language: "zh", line: 2 },
      { address: "62345", note: "王五", language: "zh", line: 5 },
    ],
  ],
  // Without headings.
  ["lan@example.org,Nguyễn Thị Lan,vi\n", [{ ...LAN, line: 1 }]],
  [
    "a@example.org\nb@example.org",
    [1, 2].map((line) => ({ address: `${"ab"[line - 1]}@example.org`, note: "", language: null, line })),
  ],
])("reads %j", async (text, found) => {
  expect(await people(text)).toEqual(found);
});

it("reads the Unicode text of a spreadsheet", async () => {
  const units = Uint16Array.from([..."\ufeffTên\tEmail\nLan\tlan@example.org"].map((unit) => unit.charCodeAt(0)));
  expect(await people(units)).toEqual([{ address: "lan@example.org", note: "Lan", language: null, line: 2 }]);
});

it.each([
  ["", "empty"],
  ["\n , \n", "empty"],
  ["Email\n", "empty"],
  ["Name,Town\nLan,Ipoh\n", "noAddress"],
  [Uint8Array.from([0x54, 0xea, 0x6e, 0x2c, 0x40]), "encoding"],
  [`Email\n${"a@example.org\n".repeat(MAX_PEOPLE + 1)}`, "size"],
  ["x".repeat(1_000_001), "size"],
])("says why a file has no people: %#", async (content, problem) => {
  expect(await people(content)).toBe(problem);
});
