import { expect, test } from "vitest";
import { guessLanguage } from "./guessLanguage";

test.each([
  ["请问诊所几点开门？", "zh"],
  ["请问 clinic 几点开门？", "zh"],
  ["Cho mình hỏi phòng khám mở cửa lúc mấy giờ?", "vi"],
  ["Bilakah klinik dibuka dan bagaimana saya boleh mendaftar?", "ms"],
  ["Where can I register for the clinic?", "en"],
  ["ok", null],
  ["Lorem ipsum dolor sit amet", null],
])("%j is %j", (content, lang) => expect(guessLanguage(content)).toBe(lang));
