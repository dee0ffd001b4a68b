import { expect, test } from "vitest";
import { createText } from "../texts";
import { findTopic, nameTopic } from "./topics";

const t = createText("vi", { "topic.food": "Ẩm thực" });

test("a common topic is named in the reader's language, however it was typed", () => {
  expect(nameTopic(t, "food")).toBe("Ẩm thực");
  expect(nameTopic(t, "Food")).toBe("Ẩm thực");
});

test("any other stays as it was written", () => {
  expect(nameTopic(t, "诊所")).toBe("诊所");
  expect(nameTopic(t, "Car sharing")).toBe("Car sharing");
});

test("a topic is found by its name, and a word that names none stays a word", () => {
  expect(findTopic(t, "ẩm thực")).toBe("food");
  expect(findTopic(t, "Car sharing")).toBe("Car sharing");
});
