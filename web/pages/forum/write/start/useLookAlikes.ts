/** Posts like a title that is being typed. */
import { useEffect, useState } from "react";
import { type Alike, findAlike } from "../../../../lib/api/community/topicLists";
import { useLang } from "../../../../lib/context";

// After the last key.
const PAUSE = 200;
// Two Chinese characters are a word; a Latin word needs four characters.
const SHORTEST = { han: 2, latin: 4 };

export function useLookAlikes(title: string): readonly Alike[] {
  const lang = useLang();
  const [found, setFound] = useState<readonly Alike[]>([]);
  const words = title.trim();
  const isLong = words.length >= (/\p{Script=Han}/u.test(words) ? SHORTEST.han : SHORTEST.latin);
  useEffect(() => {
    if (!isLong) {
      setFound([]);
      return;
    }
    let isOver = false;
    const timer = setTimeout(async () => {
      const { value } = await findAlike(words, lang);
      // Without an answer the last ones stay: the form does not depend on them.
      if (!isOver && value) setFound(value);
    }, PAUSE);
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [words, isLong, lang]);
  return found;
}
