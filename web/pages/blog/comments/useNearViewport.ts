import { useEffect, useRef } from "react";

/** Calls `want` once the reader is within a screen of the element, if it is asked for. */
export function useNearViewport(want: () => void, isAsked: boolean) {
  const element = useRef<HTMLElement>(null);
  useEffect(() => {
    if (!isAsked || !element.current) return;
    const watch = new IntersectionObserver(
      ([entry]) => {
        if (!entry?.isIntersecting) return;
        watch.disconnect();
        want();
      },
      { rootMargin: "100% 0px" },
    );
    watch.observe(element.current);
    return () => watch.disconnect();
  }, [want, isAsked]);
  return element;
}
