/** Guesses the language of a text, so that users rarely have to choose it. */
import type { Lang } from "../page";

const HAN = /\p{Script=Han}/gu;
const VIETNAMESE = /[ăđơưạảấầẩẫậắằẳẵặẹẻẽếềểễệỉịọỏốồổỗộớờởỡợụủứừửữựỳỵỷỹ]/giu;
const MALAY =
  /\b(yang|dan|untuk|saya|tidak|dengan|boleh|adalah|kami|anda|kepada|dalam|bagaimana|bila|mana|apa|atau|sudah|dari|ini|itu)\b/giu;
const ENGLISH = /\b(the|and|for|is|are|you|with|have|how|what|where|when|can|this|that|to|of|my|we)\b/giu;
const ENOUGH_LETTERS = 12;

const count = (content: string, kind: RegExp) => content.normalize("NFC").match(kind)?.length ?? 0;

/** Null while the text is too short or too ambiguous. */
export function guessLanguage(content: string): Lang | null {
  const letters = count(content, /\p{L}/gu);
  if (count(content, HAN) * 3 > letters) return letters >= 2 ? "zh" : null;
  if (letters < ENOUGH_LETTERS) return null;
  if (count(content, VIETNAMESE) * 12 >= letters) return "vi";
  const malay = count(content, MALAY);
  const english = count(content, ENGLISH);
  if (malay === english) return null;
  return malay > english ? "ms" : "en";
}
