import { expect, test } from "vitest";
import {
  createForm,
  EMPTY_TEXT,
  findErrors,
  formOf,
  isWriteForm,
  published,
  readTags,
  toRequest,
  type WriteForm,
} from "./form";

const body = { type: "doc", content: [{ type: "paragraph", content: [{ type: "text", text: "Words" }] }] };

function written(changes: Partial<WriteForm> = {}): WriteForm {
  return { ...createForm("en"), texts: { en: { ...EMPTY_TEXT, title: "One", body } }, ...changes };
}

test("a new form wants a title, and words only when it goes out", () => {
  expect(findErrors(createForm("vi"))).toEqual({ "vi.title": "blog.write.error.title" });
  const bare = { ...createForm("vi"), texts: { vi: { ...EMPTY_TEXT, title: "Một" } } };
  expect(findErrors(bare)).toEqual({});
  expect(findErrors({ ...bare, when: "now" })).toEqual({ "vi.body": "blog.write.error.body" });
});

test("a translation that stays a draft may be empty", () => {
  const texts = { en: { ...EMPTY_TEXT, title: "One", body }, vi: { ...EMPTY_TEXT, title: "Một" } };
  expect(findErrors(written({ when: "now", texts }))).toEqual({});
  const vi = { ...texts.vi, isPublished: true };
  expect(findErrors(written({ when: "now", texts: { ...texts, vi } }))).toEqual({ "vi.body": "blog.write.error.body" });
});

test.each([
  [{ coverUrl: "javascript:1" }, "coverUrl"],
  [{ tags: "a,A" }, "tags"],
  [{ tags: "x".repeat(41) }, "tags"],
  [{ when: "later" as const }, "publishAt"],
  [{ when: "later" as const, publishAt: "2126-01-02T10:00", expireAt: "2126-01-01T10:00" }, "expireAt"],
  [{ expireAt: "2020-01-01T10:00" }, "expireAt"],
])("%j is wrong at %s", (changes, field) => {
  expect(Object.keys(findErrors(written(changes)))).toEqual([field]);
});

test("a title with hidden characters is told", () => {
  const texts = { en: { ...EMPTY_TEXT, title: "ad\u202emin", body } };
  expect(findErrors(written({ texts }))).toEqual({ "en.title": "blog.write.error.titleLong" });
});

test("a picture that is being fetched holds the save", () => {
  const picture = { type: "image", attrs: { src: "https://pictures.example/clinic.png", alt: "" } };
  const texts = { en: { ...EMPTY_TEXT, title: "One", body: { type: "doc", content: [picture] } } };
  expect(findErrors(written({ texts }))).toEqual({ "en.body": "editor.image.wait" });
});

test("topics are separated by commas of any script and not repeated", () => {
  expect(readTags("health, 诊所,news、 health,")).toEqual(["health", "诊所", "news"]);
});

test("the source goes out with the article, translations as they are marked", () => {
  const texts = { en: { ...EMPTY_TEXT, title: " One ", body }, vi: { ...EMPTY_TEXT, title: "Một", body } };
  const request = toRequest(written({ when: "now", texts, removed: ["ms"] }), "save-1");
  expect(request.article).toMatchObject({ status: "published", publish_at: null, save_id: "save-1" });
  expect(request.texts).toMatchObject({ en: { title: "One", status: "published" }, vi: { status: "draft" }, ms: null });
  expect(request.base_version).toBe(0);
});

test("an article makes the round trip", () => {
  const article = {
    id: "a",
    version: 3,
    sourceLanguage: "en" as const,
    state: "planned" as const,
    publishAt: "2126-01-01T10:00:00Z",
    expireAt: null,
    coverUrl: null,
    tags: ["news"],
    groupId: "g",
    hasComments: false,
    texts: [
      {
        ...EMPTY_TEXT,
        lang: "en" as const,
        title: "One",
        status: "published" as const,
        body,
        compared: null,
        reviewState: "published" as const,
        reviews: [],
        mayPublish: true,
        isLocked: false,
      },
    ],
    edition: null,
    mayPublish: true,
    maySubmit: false,
    seriesId: null,
    isLocked: false,
  };
  const form = formOf(article);
  expect(isWriteForm(JSON.parse(JSON.stringify(form)))).toBe(true);
  expect(toRequest(form, "s")).toMatchObject({
    article: {
      publish_at: "2126-01-01T10:00:00.000Z",
      tags: ["news"],
      group_id: "g",
      has_comments: false,
      is_emailed: false,
    },
    base_version: 3,
  });
});

test("a text in review stays as it is, and a review publishes its language alone", () => {
  const form = { ...written(), texts: { ...written().texts, vi: { ...EMPTY_TEXT, title: "Một", body } } };
  expect(toRequest(form, "s", ["en"]).texts).toMatchObject({ vi: { title: "Một", status: "draft" } });
  expect(toRequest(form, "s", ["en"]).texts).not.toHaveProperty("en");
  expect(toRequest(published({ ...form, when: "draft" }, "vi"), "s")).toMatchObject({
    article: { status: "draft" },
    texts: { vi: { status: "published" } },
  });
  expect(toRequest(published({ ...form, when: "draft" }, "en"), "s")).toMatchObject({
    article: { status: "published" },
  });
  expect(findErrors({ ...form, texts: { en: { ...EMPTY_TEXT, title: "One" } }, when: "draft" }, "en")).toHaveProperty([
    "en.body",
  ]);
});

test("a draft of an older build changes no readers", () => {
  const { groupId: _, ...older } = written();
  expect(toRequest(older, "s").article).not.toHaveProperty("group_id");
});

test("what is no form is no draft", () => {
  for (const value of [null, "x", {}, { id: "a" }]) expect(isWriteForm(value)).toBe(false);
});
